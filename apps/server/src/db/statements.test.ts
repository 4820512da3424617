import { CompiledQuery } from 'kysely'
import { expect, it, vi } from 'vitest'
import { createStatements } from './statements.ts'

it('compiles a statement once and fills its placeholders at each run', async () => {
  const anyName = Symbol('name')
  const statements = createStatements()
  const make = vi.fn(() => CompiledQuery.raw('select $1, $2, $3', [1, anyName, anyName]))
  const first = await statements('people', make, new Map([[anyName, 'สมชาย']]))
  const second = await statements('people', make, new Map([[anyName, 'สมศรี']]))
  expect(make).toHaveBeenCalledTimes(1)
  expect(first.parameters).toEqual([1, 'สมชาย', 'สมชาย'])
  expect(second.parameters).toEqual([1, 'สมศรี', 'สมศรี'])
  expect(second.sql).toBe(first.sql)
})

it('returns different statements for different keys', async () => {
  const statements = createStatements()
  const statementOf = (key: string) => statements(key, () => CompiledQuery.raw(`select ${key}`))
  expect((await statementOf('1')).sql).toBe('select 1')
  expect((await statementOf('2')).sql).toBe('select 2')
  expect((await statementOf('1')).sql).toBe('select 1')
})

it('compiles without caching once the cache is full', async () => {
  const statements = createStatements()
  const make = vi.fn(() => CompiledQuery.raw('select'))
  for (let key = 0; key <= 500; key++) await statements(String(key), make)
  await statements('500', make)
  await statements('0', make)
  expect(make).toHaveBeenCalledTimes(502)
})
