/** Tests the saved views of lists: they belong to their user, are replaced by name, and are limited. */
import { listView } from '@khapdee/contract/entities/list-view'
import { maxViewsOfList, maxViewsOfUser } from '@khapdee/domain/list-view'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import type { Wire } from '../../../test/wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
beforeEach(() => test.db.deleteFrom('list_view').execute())
afterAll(() => test.close())

const clerk = 'registrar.kkn'
const list = '/registrations'
/** Sends a body as it is, also one that the contract refuses. */
const send = async (wire: Wire) => sendWire(test, listView.save, wire, await bearerOf(test, clerk))
const save = (values: object = {}, as = clerk) =>
  test.call(
    listView.save,
    { list, name: 'ค้างชำระ', filters: { status: 'outstanding' }, sort: '-createdAt', ...values },
    as,
  )
const views = async (as = clerk) => (await test.call(listView.gettable, {}, as)).data
const remove = (list_view_id: number, as = clerk) =>
  test.call(listView.delete, { list_view_id }, as)

it('a view is read by its user in every session until it is deleted', async () => {
  const { data } = await save()
  expect(data).toMatchObject({ list, name: 'ค้างชำระ', filters: { status: 'outstanding' } })
  const other = await save({ list: '/payments', filters: {}, sort: undefined })
  expect(await views()).toEqual([data, { ...other.data, sort: null }])
  expect((await remove(data.list_view_id)).status).toBe(200)
  expect((await remove(data.list_view_id)).status).toBe(404)
  expect(await views()).toEqual([other.data])
})

it('a view that is saved again under its name is replaced and keeps its place', async () => {
  const first = (await save()).data
  await save({ name: 'อื่น' })
  const again = await Promise.all([
    save({ filters: { text: 'สมชาย' }, sort: undefined }),
    save({ filters: { text: 'สมชาย' }, sort: undefined }),
  ])
  expect(again.map(({ data }) => data.list_view_id)).toEqual([
    first.list_view_id,
    first.list_view_id,
  ])
  expect(await views()).toMatchObject([
    { list_view_id: first.list_view_id, filters: { text: 'สมชาย' }, sort: null },
    { name: 'อื่น' },
  ])
})

it('another user neither reads, replaces nor deletes a view', async () => {
  const { list_view_id } = (await save()).data
  for (const other of ['cashier.kkn', 'registrar.bpi', 'admin']) {
    expect(await views(other)).toEqual([])
    expect((await remove(list_view_id, other)).status).toBe(404)
    const own = (await save({ filters: {} }, other)).data
    expect(own.list_view_id).not.toBe(list_view_id)
  }
  expect(await views()).toMatchObject([{ list_view_id, filters: { status: 'outstanding' } }])
})

it('concurrent saves do not exceed the maximum of a list, and a full list can be replaced', async () => {
  const answers = await Promise.all(
    Array.from({ length: maxViewsOfList + 3 }, (_, n) => save({ name: `มุมมอง ${n}` })),
  )
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(3)
  expect(refused[0]?.body).toMatchObject({
    message: 'บันทึกมุมมองได้ไม่เกิน 8 มุมมองต่อหน้า กรุณาลบมุมมองเดิมก่อน',
  })
  const [kept] = await views()
  expect((await save({ name: kept?.name, filters: {} })).status).toBe(200)
  expect((await save({ list: '/payments' })).status).toBe(200)
})

it('a user has at most the maximum of views on all lists together', async () => {
  await save()
  await sql`insert into list_view (user_id, list, name, filters)
    select user_id, '/list-' || n, name, filters
    from list_view, generate_series(2, ${maxViewsOfUser}::int) n`.execute(test.db)
  expect((await save({ list: '/payments' })).status).toBe(409)
  expect((await save()).status).toBe(200)
  expect((await save({ list: '/payments' }, 'cashier.kkn')).status).toBe(200)
})

it('hostile names and texts are stored as text', async () => {
  const names = [
    '__proto__',
    'constructor',
    'W'.repeat(40),
    '<b>ก</b>',
    `';drop table list_view;--`,
  ]
  for (const name of names) expect((await save({ name, filters: { text: name } })).status).toBe(200)
  expect((await save({ name: 'ก\ud83dข' })).data.name).toBe('ก\ufffdข')
  expect((await views()).map(({ name }) => name)).toEqual([...names, 'ก\ufffdข'])
})

const filters = { status: 'paid' }
it.each<[string, Wire, string]>([
  ['without a name', { list, name: ' \u200b ', filters }, 'กรุณากรอกชื่อมุมมอง'],
  ['with a long name', { list, name: 'W'.repeat(41), filters }, 'กรุณากรอกไม่เกิน 40 ตัวอักษร'],
  ['of a list that is no path', { list: 'https://x', name: 'ก', filters }, 'ข้อมูลไม่ถูกต้อง'],
  ['of the list __proto__', { list: '__proto__', name: 'ก', filters }, 'ข้อมูลไม่ถูกต้อง'],
  [
    'with the filter __proto__',
    { list, name: 'ก', filters: JSON.parse('{"__proto__":{"x":1}}') },
    'ข้อมูลไม่ถูกต้อง',
  ],
  ['with an unknown filter', { list, name: 'ก', filters: { x: '1' } }, 'มีข้อมูลที่ระบบไม่รู้จัก'],
  [
    'with an invalid day',
    { list, name: 'ก', filters: { start: '2026-02-31' } },
    'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)',
  ],
])('a view %s is refused and changes nothing', async (_, wire, message) => {
  const { status, body } = await send(wire)
  expect({ status, message: (body as Wire)['message'] }).toEqual({ status: 400, message })
  expect(await views()).toEqual([])
})

it('the audit trail names the view, and has no search text, which may be personal data', async () => {
  await save({ name: 'ลูกค้าของฉัน', filters: { text: '1100012345678' } })
  const { rows } = await sql<{ entry: string }>`
    select a::text as entry from audit_log a where entity = 'list_view'
    order by audit_id desc limit 1`.execute(test.db)
  expect(rows[0]?.entry).toContain('ลูกค้าของฉัน')
  expect(rows[0]?.entry).not.toContain('1100012345678')
})
