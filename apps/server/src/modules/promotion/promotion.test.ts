import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import type { Wire } from '../../../test/wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire) =>
  sendWire(test, endpoint, wire, await bearerOf(test, 'admin'))

let codeCount = 0
const create = (values: Wire = {}) =>
  send(promotion.create, { code: `P-${++codeCount}`, name: 'ส่วนลด', value: 10, ...values })
const makePromotion = async (values: Wire = {}) => (await create(values)).body.data
const update = async (promotion_id: number, values: Wire) => {
  const { data } = await test.call(promotion.get, { promotion_id }, 'admin')
  return send(promotion.update, { ...promotion.update.input.strip().parse(data), ...values })
}
const duplicateCode = { status: 409, body: { code: 'DUPLICATE', errors: [{ path: 'code' }] } }

describe('the code of a promotion', () => {
  it('is stored in capital letters', async () => {
    expect((await makePromotion({ code: ' summer_26 ' })).code).toBe('SUMMER_26')
  })

  it.each(['', 'A', 'ลด10', 'A B', 'A'.repeat(31)])('cannot be %j', async (code) => {
    const answer = await create({ code })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
  })

  it('is unique among the promotions that a branch sees', async () => {
    const { KKN, BPI } = test.school.branch
    expect((await create({ code: 'LOCAL', branch_id: KKN })).status).toBe(200)
    expect(await create({ code: 'LOCAL', branch_id: KKN })).toMatchObject(duplicateCode)
    expect((await create({ code: 'LOCAL', branch_id: BPI })).status).toBe(200)
    expect(await create({ code: 'LOCAL', branch_id: null })).toMatchObject(duplicateCode)
    expect((await create({ code: 'GLOBAL', branch_id: null })).status).toBe(200)
    expect(await create({ code: 'GLOBAL', branch_id: BPI })).toMatchObject(duplicateCode)
  })

  it('stays unique when the code or the branch is changed', async () => {
    const { KKN, BPI } = test.school.branch
    await create({ code: 'MINE', branch_id: BPI })
    const { promotion_id } = await makePromotion({ code: 'YOURS', branch_id: KKN })
    expect(await update(promotion_id, { code: 'MINE', branch_id: null })).toMatchObject(
      duplicateCode,
    )
    expect(await update(promotion_id, { code: 'MINE', branch_id: BPI })).toMatchObject(
      duplicateCode,
    )
    expect((await update(promotion_id, { code: 'MINE' })).status).toBe(200)
    expect(await update(promotion_id, { branch_id: null })).toMatchObject(duplicateCode)
    expect((await update(promotion_id, { name: 'ชื่อใหม่' })).status).toBe(200)
  })

  it('can be used again after the promotion was deleted', async () => {
    const { promotion_id, version } = await makePromotion({ code: 'AGAIN' })
    await test.call(promotion.delete, { promotion_id, version }, 'admin')
    expect((await create({ code: 'AGAIN' })).status).toBe(200)
  })

  it('is accepted once when created concurrently for one branch and for all branches', async () => {
    for (let round = 0; round < 10; round++) {
      const code = `RACE-${round}`
      const answers = await Promise.all([
        create({ code, branch_id: test.school.branch.KKN }),
        create({ code, branch_id: null }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })
})

describe('the terms of a promotion', () => {
  it.each<[string, Wire, string]>([
    ['more than 100 percent', { value: 100.01 }, 'value'],
    ['a value of zero', { value: 0 }, 'value'],
    ['a negative value', { type_discount: 'amount', value: -5 }, 'value'],
    ['a value with three decimals', { value: 33.333 }, 'value'],
    ['an end before its start', { start: '2026-04-02', end: '2026-04-01' }, 'end'],
    ['a limit without a number', { is_unlimit: false }, 'limit'],
    ['a limit of zero', { is_unlimit: false, limit: 0 }, 'limit'],
    ['a fractional limit', { is_unlimit: false, limit: 1.5 }, 'limit'],
  ])('cannot have %s', async (_, values, path) => {
    const { promotion_id } = await makePromotion()
    for (const answer of [await create(values), await update(promotion_id, values)]) {
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
      expect(answer.body.message).toMatch(/[ก-๙]/)
    }
  })

  it.each<[string, Wire]>([
    ['a discount of 100 percent', { value: 100 }],
    ['an amount above 100 baht', { type_discount: 'amount', value: 2500.5 }],
    ['the same first and last day', { start: '2026-04-01', end: '2026-04-01' }],
    ['no end', { start: '2026-04-01', end: null }],
    ['one use', { is_unlimit: false, limit: 1 }],
    ['a stored limit while it is unlimited', { is_unlimit: true, limit: 9 }],
  ])('can have %s', async (_, values) => {
    expect(await makePromotion(values)).toMatchObject({ ...values, usage: 0 })
  })
})

describe('promotion/type', () => {
  it('returns the types of promotions as an array of strings', async () => {
    const { data } = await test.call(promotion.type, {}, 'manager.kkn')
    expect(data).toEqual(Object.keys(promotionTypes))
  })
})

describe('a promotion in use', () => {
  const use = (promotion_code: string) => {
    const line = { course_id: test.school.course.lesson, ...lineInput(120_000, { promotion_code }) }
    return test.call(
      application.create,
      applicationInput(test.school, { course: [line] }),
      'registrar.kkn',
    )
  }

  it('cannot be deleted while an application with a balance uses it', async () => {
    const { promotion_id, code } = await makePromotion()
    expect((await use(code)).status).toBe(200)
    const { version, usage } = (await test.call(promotion.get, { promotion_id }, 'admin')).data
    expect(usage).toBe(1)
    const answer = await test.call(promotion.delete, { promotion_id, version }, 'admin')
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(answer.body.message).toContain('ใบสมัครที่ค้างชำระ 1 รายการ')
  })

  it('keeps its number of uses when its limit is changed', async () => {
    const { promotion_id, code } = await makePromotion({ is_unlimit: false, limit: 2 })
    await use(code)
    expect((await update(promotion_id, { limit: 1 })).body.data.usage).toBe(1)
    expect((await use(code)).body.code).toBe('PROMO_USED_UP')
  })
})
