/** Lines that stored another pay type than that of their latest receipt, before migration 0039. */
import { readFile } from 'node:fs/promises'
import type { PayType } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { type MoneyDesk, moneyDesk } from '../../test/make/money.ts'
import { checkInvariants } from './invariants.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

/** The pay types of the lines of an application, in their order. */
async function payTypesOf(application_id: number) {
  const lines = await test.db
    .selectFrom('application_line')
    .select('pay_type')
    .where('application_id', '=', application_id)
    .orderBy('position')
    .execute()
  return lines.map(({ pay_type }) => pay_type)
}

/** Stores pay types as the server did before the migration: those of the form. */
const storeFormPayType = (application_id: number, payType: PayType) =>
  sql`update application_line set pay_type = ${payType} where application_id = ${application_id}`.execute(
    test.db,
  )

it('gives each line the pay type of its latest receipt that is not voided', async () => {
  const unpaid = await desk.register()
  const later = await desk.register({ paid: [10_000, 5_000] })
  await desk.pay(later, [[0, 10_000, 'transfer']])
  const voided = await desk.register({ paid: [10_000, 0] })
  const { data } = await desk.pay(voided, [
    [0, 10_000, 'transfer'],
    [1, 5_000, 'transfer'],
  ])
  const transfer = data.payments[0]?.payment_id ?? 0
  await desk.requestVoid(transfer)
  await desk.decideVoid(transfer, 'approve')
  // The transfer has the later number; both receipts have the same time.
  const split = await desk.register()
  await desk.pay(
    split,
    [
      [0, 10_000, 'cash'],
      [0, 10_000, 'transfer'],
    ],
    'cashier.kkn',
    { split: true },
  )
  // A refund is no receipt.
  const refunded = await desk.register({ paid: [10_000, 0] })
  await desk.refund(refunded, 10_000, 'manager.kkn', 'transfer', [[0, 10_000]])

  for (const { application_id } of [unpaid, later, split])
    await storeFormPayType(application_id, 'cash')
  for (const { application_id } of [voided, refunded])
    await storeFormPayType(application_id, 'transfer')
  const file = await readFile(
    new URL('./migrations/0039_pay_type_of_lines.sql', import.meta.url),
    'utf8',
  )
  await sql.raw(file).execute(test.db)

  expect(await payTypesOf(unpaid.application_id)).toEqual([null, null])
  expect(await payTypesOf(later.application_id)).toEqual(['transfer', 'cash'])
  expect(await payTypesOf(voided.application_id)).toEqual(['cash', null])
  expect(await payTypesOf(split.application_id)).toEqual(['transfer', null])
  expect(await payTypesOf(refunded.application_id)).toEqual(['cash', null])
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
})
