import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labelChoices } from '../../kernel/crud.ts'
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

let made = 0
const create = (values: Wire = {}) =>
  send(promotion.create, { code: `P-${++made}`, name: 'ส่วนลด', value: 10, ...values })
const madeOf = async (values: Wire = {}) => (await create(values)).body.data
const update = async (promotion_id: number, values: Wire) => {
  const { data } = await test.call(promotion.get, { promotion_id }, 'admin')
  return send(promotion.update, { ...promotion.update.input.strip().parse(data), ...values })
}
const taken = { status: 409, body: { code: 'DUPLICATE', errors: [{ path: 'code' }] } }

describe('a promotion’s code', () => {
  it('is written in capitals, whatever was typed', async () => {
    expect((await madeOf({ code: ' summer_26 ' })).code).toBe('SUMMER_26')
  })

  it.each(['', 'A', 'ลด10', 'A B', 'A'.repeat(31)])('is not %j', async (code) => {
    const answer = await create({ code })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
  })

  it('means one thing to each branch', async () => {
    const { KKN, BPI } = test.school.branch
    expect((await create({ code: 'LOCAL', branch_id: KKN })).status).toBe(200)
    expect(await create({ code: 'LOCAL', branch_id: KKN })).toMatchObject(taken)
    expect((await create({ code: 'LOCAL', branch_id: BPI })).status).toBe(200)
    expect(await create({ code: 'LOCAL', branch_id: null })).toMatchObject(taken)
    expect((await create({ code: 'GLOBAL', branch_id: null })).status).toBe(200)
    expect(await create({ code: 'GLOBAL', branch_id: BPI })).toMatchObject(taken)
  })

  it('cannot become another’s, nor reach into a branch that has it', async () => {
    const { KKN, BPI } = test.school.branch
    await create({ code: 'MINE', branch_id: BPI })
    const { promotion_id } = await madeOf({ code: 'YOURS', branch_id: KKN })
    expect(await update(promotion_id, { code: 'MINE', branch_id: null })).toMatchObject(taken)
    expect(await update(promotion_id, { code: 'MINE', branch_id: BPI })).toMatchObject(taken)
    expect((await update(promotion_id, { code: 'MINE' })).status).toBe(200)
    expect(await update(promotion_id, { branch_id: null })).toMatchObject(taken)
    expect((await update(promotion_id, { name: 'ชื่อใหม่' })).status).toBe(200)
  })

  it('is free again once deleted', async () => {
    const { promotion_id, version } = await madeOf({ code: 'AGAIN' })
    await test.call(promotion.delete, { promotion_id, version }, 'admin')
    expect((await create({ code: 'AGAIN' })).status).toBe(200)
  })

  it('goes to one of two who want it at once, for a branch and for all', async () => {
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

describe('a promotion’s terms', () => {
  it.each<[string, Wire, string]>([
    ['more than everything', { value: 100.01 }, 'value'],
    ['nothing', { value: 0 }, 'value'],
    ['less than nothing', { type_discount: 'amount', value: -5 }, 'value'],
    ['a third decimal', { value: 33.333 }, 'value'],
    ['an end before its start', { start: '2026-04-02', end: '2026-04-01' }, 'end'],
    ['a limit without a number', { is_unlimit: false }, 'limit'],
    ['a limit of none', { is_unlimit: false, limit: 0 }, 'limit'],
    ['a limit of half a use', { is_unlimit: false, limit: 1.5 }, 'limit'],
  ])('are not %s', async (_, values, path) => {
    const { promotion_id } = await madeOf()
    for (const answer of [await create(values), await update(promotion_id, values)]) {
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
      expect(answer.body.message).toMatch(/[ก-๙]/)
    }
  })

  it.each<[string, Wire]>([
    ['everything', { value: 100 }],
    ['more baht than a hundred', { type_discount: 'amount', value: 2500.5 }],
    ['one day', { start: '2026-04-01', end: '2026-04-01' }],
    ['no end', { start: '2026-04-01', end: null }],
    ['one use', { is_unlimit: false, limit: 1 }],
    ['a number kept beside no limit', { is_unlimit: true, limit: 9 }],
  ])('are %s', async (_, values) => {
    expect(await madeOf(values)).toMatchObject({ ...values, usage: 0 })
  })
})

describe('promotion/type', () => {
  it('gives the kinds of line, in Thai', async () => {
    const { data } = await test.call(promotion.type, {}, 'manager.kkn')
    expect(data).toEqual(labelChoices(promotionTypes))
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

  it('is not deleted while somebody owes money on it', async () => {
    const { promotion_id, code } = await madeOf()
    expect((await use(code)).status).toBe(200)
    const { version, usage } = (await test.call(promotion.get, { promotion_id }, 'admin')).data
    expect(usage).toBe(1)
    const answer = await test.call(promotion.delete, { promotion_id, version }, 'admin')
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(answer.body.message).toContain('ใบสมัครที่ค้างชำระ 1 รายการ')
  })

  it('keeps its count when it is changed', async () => {
    const { promotion_id, code } = await madeOf({ is_unlimit: false, limit: 2 })
    await use(code)
    expect((await update(promotion_id, { limit: 1 })).body.data.usage).toBe(1)
    expect((await use(code)).body.code).toBe('PROMO_USED_UP')
  })
})
