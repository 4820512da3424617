import { place } from '@khapdee/contract/entities/place'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const create = (values: object = {}, as = 'manager.kkn') =>
  test.call(
    place.create,
    {
      name: 'สนาม 1',
      branch_id: test.school.branch.KKN,
      kind: 'exam_field',
      capacity: 30,
      ...values,
    },
    as,
  )

describe('place/create', () => {
  it.each([
    ['classroom', false],
    ['training_field', true],
    ['exam_field', false],
  ] as const)('shares a %s by default: %s', async (kind, is_shared) => {
    expect((await create({ name: kind, kind })).data.is_shared).toBe(is_shared)
    const opposite = await create({ name: `${kind} 2`, kind, is_shared: !is_shared })
    expect(opposite.data.is_shared).toBe(!is_shared)
  })

  it('refuses a name that another place of the branch has', async () => {
    expect((await create({ name: 'ห้อง A' })).status).toBe(200)
    const taken = await create({ name: 'ห้อง a' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
    expect(taken.body.errors).toEqual([{ path: 'name', message: 'ชื่อสถานที่ นี้มีในระบบแล้ว' }])
    expect(
      (await create({ name: 'ห้อง A', branch_id: test.school.branch.BPI }, 'admin')).status,
    ).toBe(200)
  })

  it.each([0, 501, 1.5, null])('refuses the capacity %s', async (capacity) => {
    const wire = { name: 'ห้องใหม่', branch_id: test.school.branch.KKN, kind: 'classroom', capacity }
    const answer = await sendWire(test, place.create, wire, await bearerOf(test, 'manager.kkn'))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'capacity' }] } })
  })
})
