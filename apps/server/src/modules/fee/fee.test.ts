import { application } from '@khapdee/contract/entities/application'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import {
  type ApplicationInput,
  applicationInput,
  lineInput,
} from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { makeOtherFee, makeRequestFee } from '../../../test/make/fee.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const register = (values: Partial<ApplicationInput>) =>
  test.call(application.create, applicationInput(test.school, values), 'registrar.kkn')
const line = (paid: number) => lineInput(10_000, { paid: satang(paid) })
const registerRequest = (request_fee_id: number, paid: number) => {
  const request_fee = [{ request_fee_id, ...line(paid) }]
  return test.call(request.create, { customer: customerInput(), request_fee }, 'registrar.kkn')
}
const message = expect.stringMatching(
  /^ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: ใบสมัครที่ค้างชำระ 1 รายการ \((AP|RQ)-KKN-6911-\d{4}\)$/,
)

describe('otherfee/delete', () => {
  it('refuses while an application with a balance has the fee', async () => {
    const { other_fee_id, version } = await makeOtherFee(test.db)
    expect((await register({ other_fee: [{ other_fee_id, ...line(9999) }] })).status).toBe(200)
    const answer = await test.call(otherFee.delete, { other_fee_id, version }, 'admin')
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE', message } })
  })

  it('deletes a fee that is fully paid', async () => {
    const { other_fee_id, version } = await makeOtherFee(test.db)
    expect((await register({ other_fee: [{ other_fee_id, ...line(10_000) }] })).status).toBe(200)
    const answer = await test.call(otherFee.delete, { other_fee_id, version }, 'admin')
    expect(answer.data).toEqual({ other_fee_id })
  })
})

describe('requestfee/delete', () => {
  it('refuses while an application with a balance has the fee', async () => {
    const { request_fee_id, version } = await makeRequestFee(test.db)
    expect((await registerRequest(request_fee_id, 0)).status).toBe(200)
    const answer = await test.call(requestFee.delete, { request_fee_id, version }, 'admin')
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE', message } })
  })

  it('deletes a fee that is fully paid', async () => {
    const { request_fee_id, version } = await makeRequestFee(test.db)
    expect((await registerRequest(request_fee_id, 10_000)).status).toBe(200)
    const answer = await test.call(requestFee.delete, { request_fee_id, version }, 'admin')
    expect(answer.data).toEqual({ request_fee_id })
  })
})
