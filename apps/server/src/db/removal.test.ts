import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { moneyDesk } from '../../test/make/money.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await moneyDesk(test).register({ paid: [5000, 0] })
})
afterAll(() => test.close())

describe('an employee or branch that applications reference without a foreign key', () => {
  it.each([
    ['employee', sql`delete from app_user where username = 'registrar.kkn'`],
    ['branch', sql`delete from branch where code = 'KKN'`],
  ])('cannot be deleted: %s', async (name, removal) => {
    await expect(removal.execute(test.db)).rejects.toThrow(new RegExp(`^${name} \\d+ is named by`))
  })

  it.each(['app_user', 'branch'])('cannot be truncated: %s', async (table) => {
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(test.db)).rejects.toThrow(
      `truncate of table ${table} is not allowed`,
    )
  })
})
