import { applicationTimeline } from '@khapdee/contract/entities/application-timeline'
import { actionWords } from '@khapdee/domain/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

describe('the timeline of an application', () => {
  const timeline = (application_id: number, as: string) =>
    test.call(applicationTimeline.list, { application_id }, as)

  it('shows the user and action of every change of it and its receipts, newest first, without network addresses', async () => {
    const desk = moneyDesk(test)
    const app = await desk.register({ paid: [10_000, 0] })
    await desk.pay(app, [[0, 5_000]])
    const receipt = (await desk.detail(app)).payments[0]
    await desk.requestVoid(receipt?.payment_id ?? 0)
    await desk.decideVoid(receipt?.payment_id ?? 0, 'reject')
    const { data } = await timeline(app.application_id, 'registrar.kkn')
    expect(data.map(({ action }) => action)).toEqual([
      'พิจารณาคำขอลบรายการชำระเงิน',
      actionWords.requestVoid,
      actionWords.payBalance,
      actionWords.register,
    ])
    expect(data[0]).not.toHaveProperty('address')
    expect(data[0]?.user).not.toBe(data[1]?.user)
    expect(data[0]?.record).toBe(receipt?.payment_code)
  })

  it('is not shown to the users of other branches', async () => {
    const app = await moneyDesk(test).register()
    expect((await timeline(app.application_id, 'registrar.bpi')).status).toBe(404)
  })
})
