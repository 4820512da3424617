/** Request fees that were rejected before migration 0041 and kept their balance. */
import { readFile } from 'node:fs/promises'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { lineInput } from '../../test/make/application.ts'
import { customerInput } from '../../test/make/customer.ts'
import { checkInvariants } from './invariants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** Registers a request fee, and rejects it as the server did before the migration: only the decision changes. */
async function rejectedRequestFee(paid: number) {
  const line = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
  const request_fee = [{ ...line, paid: satang(paid) }]
  const made = await test.call(
    request.create,
    { customer: customerInput(), request_fee },
    'registrar.kkn',
  )
  const { application_id } = made.data
  await sql`update application set decision = 'rejected' where application_id = ${application_id}`.execute(
    test.db,
  )
  await sql`
    update approval_request set state = 'rejected', decided_by = requested_by, decided_at = requested_at,
      decision_note = 'เอกสารไม่ครบ'
    where application_id = ${application_id}`.execute(test.db)
  return application_id
}

it('cancels unpaid rejected request fees, and ends paid ones, whose money is to be paid back', async () => {
  const unpaid = await rejectedRequestFee(0)
  const paid = await rejectedRequestFee(500)
  const file = await readFile(
    new URL('./migrations/0041_rejected_request_fees.sql', import.meta.url),
    'utf8',
  )
  // The tables have the new column already.
  const changes = file.slice(file.indexOf('create temporary table'))
  await test.db.transaction().execute(async (tx) => {
    for (const change of changes.split(/;\n/).filter((text) => text.trim() !== '')) {
      await sql.raw(change).execute(tx)
    }
  })
  const read = async (application_id: number) =>
    (await test.call(request.get, { application_id }, 'manager.kkn')).data
  expect(await read(unpaid)).toMatchObject({
    status: 'cancelled',
    mode: 'delete',
    written_off: 2000,
    refund_due: false,
    end_note: 'เอกสารไม่ครบ',
  })
  expect(await read(paid)).toMatchObject({
    status: 'ended',
    mode: 'end',
    paid: 500,
    written_off: 1500,
    refund_due: true,
    request_fee: [{ status: 'ended', end_note: 'เอกสารไม่ครบ' }],
  })
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
})
