import { readFileSync } from 'node:fs'
import { entityList } from '@khapdee/domain/entities'
import { expect, it } from 'vitest'

const glossary = readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8')
const rows = glossary.split('\n').filter((line) => line.startsWith('|'))
const crudEntities = entityList.filter(([, { apiPath }]) => apiPath !== undefined)

it.each(crudEntities)('the glossary lists %s with its Thai label', (table, { label }) => {
  const named = rows.filter((row) => row.includes(`\`${table}`) && row.includes(label))
  expect(named).not.toEqual([])
})
