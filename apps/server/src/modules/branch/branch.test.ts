import type { Endpoint } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { branch } from '@khapdee/contract/entities/branch'
import { user } from '@khapdee/contract/entities/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import type { Wire } from '../../../test/wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire) =>
  sendWire(test, endpoint, wire, await bearerOf(test, 'admin'))

interface Row {
  branch_id: number
  version: number
}

let usedCodes = 0
/** A new code: TAA, TAB and so on. */
const newCode = () => {
  const n = usedCodes++
  return `T${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`
}

const create = (values: Wire = {}) =>
  send(branch.create, { code: newCode(), name: 'สาขาทดสอบ', ...values })
const makeBranch = async (parent_id: number | null = null) =>
  (await create({ parent_id })).body.data
const get = async (branch_id: number) => (await test.call(branch.get, { branch_id }, 'admin')).data
const update = (row: Row, values: Wire) => {
  const writable = { ...branch.update.input.strip().parse(row) }
  return send(branch.update, { ...writable, ...values })
}
const remove = ({ branch_id, version }: Row) =>
  test.call(branch.delete, { branch_id, version }, 'admin')

describe('the code of a branch', () => {
  it.each(['A', 'ABCDEF', 'ab', 'A1', 'กข', ''])('cannot be %j', async (code) => {
    const answer = await create({ code })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ path: 'code' }])
  })

  it('is unique, on create and on update', async () => {
    const taken = { status: 409, body: { code: 'DUPLICATE', errors: [{ path: 'code' }] } }
    expect(await create({ code: 'KKN' })).toMatchObject(taken)
    expect(await update(await makeBranch(), { code: 'KKN' })).toMatchObject(taken)
    expect((await create({ code: 'KKN' })).body.message).toBe('รหัสสาขา นี้มีในระบบแล้ว')
  })

  it('can be changed until a document number contains it', async () => {
    const own = await makeBranch()
    expect((await update(own, { code: 'NEW' })).body.data.code).toBe('NEW')
    const { KKN } = test.school.branch
    expect(
      (await test.call(application.create, applicationInput(test.school), 'admin')).status,
    ).toBe(200)
    const used = await get(KKN)
    expect([own.code_used, used.code_used]).toEqual([false, true])
    const renamed = await update(used, { code: 'KON' })
    expect(renamed).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } })
    expect(renamed.body.message).toBe('รหัสสาขานี้ใช้ในเลขที่เอกสารแล้ว แก้ไขไม่ได้')
    expect(await get(KKN)).toEqual(used)
    // Other fields of the branch can still be changed.
    expect((await update(used, { name: 'ขอนแก่น' })).body.data.name).toBe('ขอนแก่น')
  })
})

describe('the parent of a branch', () => {
  it('is shown by name', async () => {
    const child = await makeBranch(test.school.branch.BPI)
    expect(child.parent_name).toBe('บ้านไผ่')
  })

  it('cannot be the branch itself or one of its descendants', async () => {
    const top = await makeBranch()
    const middle = await makeBranch(top.branch_id)
    const bottom = await makeBranch(middle.branch_id)
    for (const parent of [top, middle, bottom]) {
      const answer = await update(top, { parent_id: parent.branch_id })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'parent_id' }] } })
      expect(answer.body.message).toBe('สังกัดสาขาวนกลับมาที่สาขาเดิมไม่ได้')
    }
    expect(await get(top.branch_id)).toEqual(top)
  })

  it('forms no cycle when two branches are changed concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await get(test.school.branch.KKN), await get(test.school.branch.BPI)]
      const answers = await Promise.all([
        update(one, { parent_id: other.branch_id }),
        update(other, { parent_id: one.branch_id }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
      for (const { branch_id } of [one, other]) {
        await update(await get(branch_id), { parent_id: null })
      }
    }
  })

  it('must exist', async () => {
    expect((await create({ parent_id: 999_999 })).status).toBe(404)
  })
})

describe('branch/delete', () => {
  it('lists in Thai the records that use the branch', async () => {
    const { KKN } = test.school.branch
    await makeBranch(KKN)
    await makeVehicle(test.db, { branch_id: KKN, no: '1กข 1' })
    const answer = await remove(await get(KKN))
    expect(answer).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(answer.body.message).toMatch(
      /^ลบไม่ได้ เนื่องจากมีการใช้งานอยู่: พนักงาน \d+ คน \(([^,)]+, ){4}[^,)]+ และอื่น ๆ\), สาขาในสังกัด 1 รายการ \(สาขาทดสอบ\), ยานพาหนะ 1 รายการ \(1กข 1\), ใบสมัคร 1 รายการ \(AP-KKN-6911-0001\), หลักสูตร 1 รายการ \(เฉพาะขอนแก่น\)$/,
    )
    expect((await get(KKN)).branch_id).toBe(KKN)
  })

  it('refuses to delete a branch that has child branches', async () => {
    const parent = await makeBranch()
    const child = await makeBranch(parent.branch_id)
    expect((await remove(parent)).body.code).toBe('IN_USE')
    expect((await remove(child)).status).toBe(200)
    expect((await remove(parent)).status).toBe(200)
  })
})

describe('a new branch', () => {
  it('is visible at once to users who see all branches, until it is deleted', async () => {
    const names = async () =>
      (await test.call(user.me, {}, 'owner')).data.branches.map(({ value }) => value)
    await names()
    const row = await makeBranch()
    expect(await names()).toContain(row.branch_id)
    await remove(row)
    expect(await names()).not.toContain(row.branch_id)
  })
})
