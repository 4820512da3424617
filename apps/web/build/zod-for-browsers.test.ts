import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutCompiling, withoutJsonSchema } from './zod-for-browsers.ts'

const core = join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core')
const exportsOf = async (file: string) => Object.keys(await import(join(core, file))).sort()

describe('Zod in the browser build', () => {
  it.each(['to-json-schema.js', 'json-schema-processors.js'])(
    'keeps the export names of %s',
    async (file) => {
      const emptied = withoutJsonSchema(readFileSync(join(core, file), 'utf8'))
      const names = [...emptied.matchAll(/ as (\w+) \}/g)].map((match) => match[1]).sort()
      expect(names).toEqual(await exportsOf(file))
      expect(emptied.length).toBeLessThan(5000)
    },
  )

  it("prepends its setting to Zod's settings, and throws for a module of unknown form", () => {
    expect(() => withoutJsonSchema('module.exports = {}')).toThrow('unknown form')
    expect(() => withoutCompiling('export const globalConfig = {}')).toThrow('unknown place')
    expect(withoutCompiling(readFileSync(join(core, 'core.js'), 'utf8'))).toMatch(
      /^globalThis.__zod_globalConfig = \{ jitless: true \}/,
    )
  })
})
