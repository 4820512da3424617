/** Import of courses and fees: the behaviour shared by every kind. */
import { randomUUID } from 'node:crypto'
import { course } from '@khapdee/contract/entities/course'
import { otherFee } from '@khapdee/contract/entities/fees'
import { imports } from '@khapdee/contract/entities/import'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryLockByName } from '../../kernel/advisory-lock.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeCourse } from '../../../test/make/course.ts'
import { makeBranchAdmin, branchAdmin } from '../../../test/make/branch-admin.ts'
import { courseHeaders, coursesFile, csvFile, xlsxFile } from '../../../test/make/sheet.ts'
import { sendWire } from '../../../test/send-wire.ts'
import { bearer, openSession } from '../../../test/session.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await makeBranchAdmin(test)
})
afterAll(() => test.close())

const { preview, confirm, template } = imports.course
const previewOf = async (file: Uint8Array, as = 'admin') =>
  (await test.call(preview, { file }, as)).data
const refusalOf = async (file: Uint8Array, as = 'admin') => {
  const { status, body } = await test.call(preview, { file }, as)
  return [status, body.code, body.message]
}
/** Previews a file and confirms it. */
async function importFile(file: Uint8Array, as = 'admin', headers = {}) {
  const { digest } = await previewOf(file, as)
  return test.call(confirm, { file, digest }, as, headers)
}
const readStored = (name: string) =>
  test.db
    .selectFrom('course')
    .selectAll()
    .where('name', '=', name)
    .where('is_delete', '=', false)
    .execute()
const errorsOf = (plan: Awaited<ReturnType<typeof previewOf>>) =>
  plan.rows.map(({ line, errors }) => [
    line,
    ...errors.map(({ column, message }) => `${plan.columns[column ?? -1] ?? 'แถว'}: ${message}`),
  ])

describe('a preview', () => {
  it('returns the state of each row and writes nothing', async () => {
    const { course_id } = await makeCourse(test.db, { name: 'ดูก่อน', type: 'รถยนต์', price: 100_000 })
    await makeCourse(test.db, { name: 'ดูก่อน เหมือนเดิม', type: 'รถยนต์', price: 100_000 })
    const plan = await previewOf(
      coursesFile(
        'ทุกสาขา',
        ['ดูก่อน ใหม่', 'รถยนต์', '5,500'],
        ['ดูก่อน', 'รถยนต์', '฿1,200.50'],
        ['ดูก่อน เหมือนเดิม', 'รถยนต์', 1000],
        ['ดูก่อน ผิด', '', 'ฟรี'],
      ),
    )
    expect(plan.counts).toEqual({ new: 1, changed: 1, same: 1, wrong: 1 })
    expect(plan.columns).toEqual([...courseHeaders])
    expect(plan.rows.map(({ line, state, id, before }) => [line, state, id, before])).toEqual([
      [2, 'new', null, {}],
      [3, 'changed', course_id, { 2: '1,000.00' }],
      [4, 'same', expect.any(Number), {}],
      [5, 'wrong', null, {}],
    ])
    expect(plan.rows.map(({ cells }) => cells[2])).toEqual([
      '5,500.00',
      '1,200.50',
      '1,000.00',
      'ฟรี',
    ])
    expect(errorsOf(plan)[3]).toEqual([5, 'ราคา (บาท): กรุณากรอกเป็นตัวเลข', 'ประเภท: กรุณากรอกประเภท'])
    expect(await readStored('ดูก่อน ใหม่')).toEqual([])
    expect((await readStored('ดูก่อน'))[0]?.price).toBe(100_000)
  })

  it('reports rows that refer to the same record', async () => {
    const plan = await previewOf(
      coursesFile('KKN', ['ซ้ำ', 'รถยนต์', 1], ['ไม่ซ้ำ', 'รถยนต์', 1], [' ซ้ำ ', 'รถยนต์', 2]),
    )
    expect(errorsOf(plan)).toEqual([
      [2, 'ชื่อหลักสูตร: ซ้ำกับบรรทัดที่ 4'],
      [3],
      [4, 'ชื่อหลักสูตร: ซ้ำกับบรรทัดที่ 2'],
    ])
  })

  it('refuses a row that matches two records', async () => {
    for (let i = 0; i < 2; i++) await makeCourse(test.db, { name: 'สองรายการ' })
    const plan = await previewOf(coursesFile('', ['สองรายการ', 'รถยนต์', 1]))
    expect(plan.counts.wrong).toBe(1)
  })

  it('keeps values for an empty cell or absent column, and clears them for a dash', async () => {
    await makeCourse(test.db, {
      name: 'คงเดิม',
      type: 'ก',
      price: 100,
      detail: 'เก็บไว้',
      min_age: 18,
    })
    const heads = [...courseHeaders, 'รายละเอียด', 'อายุขั้นต่ำ']
    const unchanged = csvFile([heads, ['คงเดิม', 'ก', '1', '', '', '']])
    expect((await previewOf(unchanged)).counts.same).toBe(1)
    await importFile(csvFile([heads, ['คงเดิม', '', '', '', '-', '-']]))
    expect((await readStored('คงเดิม'))[0]).toMatchObject({ type: 'ก', detail: '', min_age: null })
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['no table', csvFile([['สวัสดี'], ['โลก']]), /ไม่พบหัวตาราง/],
    ['unknown headers', csvFile([['ชื่อหลักสูตร', 'ส่วนลด', 'สี']]), /“ส่วนลด”, “สี”/],
    ['a missing header', csvFile([['ชื่อหลักสูตร', 'ราคา']]), /“ประเภท”/],
    ['a duplicate header', csvFile([[...courseHeaders, 'ราคา']]), /ซ้ำ.*“ราคา/],
    ['only a header row', csvFile([courseHeaders]), /ยังไม่มีรายการ/],
    [
      'too many rows',
      csvFile([courseHeaders, ...Array.from({ length: 5001 }, (_, i) => [i])]),
      /5,000.*5,001/,
    ],
    ['an old Excel file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /\.xlsx/],
    ['HTML', new TextEncoder().encode('<table>'), /ไม่ใช่ไฟล์ Excel/],
  ])('refuses %s', async (_, file, message) => {
    expect(await refusalOf(file)).toEqual([400, 'IMPORT_FILE', expect.stringMatching(message)])
  })

  it('accepts headers in any order, below a title, with marks and extra spaces', async () => {
    const plan = await previewOf(
      csvFile([['รายการหลักสูตร'], [], ['ราคา', 'ชื่อหลักสูตร *', ' ประเภท\u00A0*'], ['1', 'สลับ', 'รถ']]),
    )
    expect(plan.columns).toEqual(['ชื่อหลักสูตร', 'ประเภท', 'ราคา (บาท)'])
    expect(plan.rows).toMatchObject([{ line: 4, state: 'new', cells: ['สลับ', 'รถ', '1.00'] }])
  })

  it('shows markup, formulas and long texts as plain text', async () => {
    const names = ['<script>alert(1)</script>', "=cmd|'/C calc'!A0", 'ย'.repeat(5000)]
    const plan = await previewOf(coursesFile('', ...names.map((name) => [name, 'รถ', 1] as const)))
    expect(plan.rows.map(({ state }) => state)).toEqual(['new', 'new', 'wrong'])
    expect(plan.rows[2]?.cells[0]).toHaveLength(200)
  })

  it('refuses files above 5 MB, calls without a session, and bodies that are not one file', async () => {
    const big = { file: new Uint8Array(5 * 1024 * 1024 + 1) }
    const { token } = await openSession(test, 'admin')
    expect((await sendWire(test, preview, big, bearer(token))).status).toBe(413)
    expect((await sendWire(test, preview, big)).status).toBe(401)
    const json = await test.raw('POST', preview.path, { file: 'x' }, bearer(token))
    expect(json.status).toBe(415)
    expect(
      (await sendWire(test, course.create, { file: new Uint8Array(5) }, bearer(token))).status,
    ).toBe(415)
    const extraField = { file: coursesFile('', ['ก', 'ข', 1]), more: 'x' }
    expect((await sendWire(test, preview, extraField, bearer(token))).body.code).toBe('VALIDATION')
  })
})

describe('saving', () => {
  it('saves the previewed changes with the rules and audit rows of the use cases', async () => {
    const { course_id } = await makeCourse(test.db, { name: 'บันทึก เดิม', type: 'รถ', price: 100 })
    const { answer } = await importFile(
      coursesFile('', ['บันทึก ใหม่', 'รถ', 5500], ['บันทึก เดิม', 'รถ', 2]),
    )
    expect(answer.data.counts).toEqual({ new: 1, changed: 1, same: 0, wrong: 0 })
    const [made] = await readStored('บันทึก ใหม่')
    expect(answer.data.rows).toEqual([
      { line: 2, id: made?.course_id, name: 'บันทึก ใหม่', state: 'new' },
      { line: 3, id: course_id, name: 'บันทึก เดิม', state: 'changed' },
    ])
    expect(made).toMatchObject({ price: 550_000, branch_id: null, version: 1 })
    expect((await readStored('บันทึก เดิม'))[0]).toMatchObject({ price: 200, version: 2 })
    const trail = await test.db
      .selectFrom('audit_log')
      .select(['call', 'before', 'after'])
      .where('entity', '=', 'course')
      .where('entity_id', '=', String(course_id))
      .execute()
    expect(trail).toEqual([
      { call: 'POST import/course/confirm', before: { price: 100 }, after: { price: 200 } },
    ])
  })

  it('saves nothing when a row is wrong or nothing changes', async () => {
    const file = coursesFile('', ['ไม่บันทึก', 'รถ', 1], ['ไม่บันทึก 2', 'รถ', -1])
    const { status, body } = await importFile(file)
    expect([status, body.code]).toEqual([400, 'IMPORT_WRONG'])
    expect(await readStored('ไม่บันทึก')).toEqual([])
    await makeCourse(test.db, { name: 'เหมือน', type: 'รถ', price: 100 })
    expect((await importFile(coursesFile('', ['เหมือน', 'รถ', 1]))).body.code).toBe('IMPORT_SAME')
  })

  it('saves no row when the last one fails', async () => {
    const file = coursesFile('', ['ทั้งหมด 1', 'รถ', 1], ['ทั้งหมด 2', 'รถ', 2])
    expect((await previewOf(file)).counts.new).toBe(2)
    // The last row passes the preview and fails in the database.
    await sql`alter table course add constraint never check (name <> 'ทั้งหมด 2')`.execute(test.db)
    expect((await importFile(file)).status).toBe(500)
    await sql`alter table course drop constraint never`.execute(test.db)
    expect(await readStored('ทั้งหมด 1')).toEqual([])
    expect((await importFile(file)).status).toBe(200)
  })

  it('refuses to save when a record has changed since the preview', async () => {
    const { course_id } = await makeCourse(test.db, { name: 'เปลี่ยนไป', type: 'รถ', price: 100 })
    const file = coursesFile('', ['เปลี่ยนไป', 'รถ', 5])
    const { digest } = await previewOf(file)
    await test.db
      .updateTable('course')
      .set({ price: 300, version: 2 })
      .where('course_id', '=', course_id)
      .execute()
    const outdated = await test.call(confirm, { file, digest }, 'admin')
    expect([outdated.status, outdated.body.code]).toEqual([409, 'IMPORT_CHANGED'])
    expect((await readStored('เปลี่ยนไป'))[0]?.price).toBe(300)
    expect((await importFile(file)).status).toBe(200)
  })

  it('refuses a file with the digest of another file’s preview', async () => {
    const { digest } = await previewOf(coursesFile('', ['ไฟล์หนึ่ง', 'รถ', 5]))
    const file = coursesFile('', ['ไฟล์สอง', 'รถ', 5])
    expect((await test.call(confirm, { file, digest }, 'admin')).status).toBe(409)
  })

  it('is refused at once while another import of the kind is saved', async () => {
    const file = coursesFile('', ['ระหว่างนำเข้า', 'รถ', 5])
    const { digest } = await previewOf(file)
    await test.db.transaction().execute(async (other) => {
      await tryLockByName(other, 'import course')
      const { status, body } = await test.call(confirm, { file, digest }, 'admin')
      expect([status, body]).toMatchObject([
        409,
        { code: 'IMPORT_RUNNING', message: expect.stringMatching(/กรุณารอสักครู่/) },
      ])
    })
    expect((await test.call(confirm, { file, digest }, 'admin')).status).toBe(200)
  })

  it('saves once when the call is repeated', async () => {
    const file = coursesFile('', ['ครั้งเดียว', 'รถ', 5])
    const { digest } = await previewOf(file)
    const key = { 'idempotency-key': randomUUID() }
    const send = (headers = {}) => test.call(confirm, { file, digest }, 'admin', headers)
    const same = await Promise.all([send(key), send(key)])
    expect(same.map(({ status }) => status)).toEqual([200, 200])
    expect(same[0]?.body).toEqual(same[1]?.body)
    // A further call without this key, like from another browser tab.
    expect((await send()).status).toBe(409)
    expect(await readStored('ครั้งเดียว')).toHaveLength(1)

    const twoTabs = coursesFile('', ['สองแท็บ', 'รถ', 5])
    const previewed = await previewOf(twoTabs)
    const tabs = await Promise.all(
      [1, 2].map(() => test.call(confirm, { file: twoTabs, digest: previewed.digest }, 'admin')),
    )
    expect(tabs.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await readStored('สองแท็บ')).toHaveLength(1)
  })
})

describe('permissions', () => {
  it('limit users to their branches, and records of all branches to users who see all', async () => {
    const file = (branch: string) => coursesFile(branch, [`สาขา ${branch}`, 'รถ', 1])
    const errorOf = async (branch: string, as: string) =>
      errorsOf(await previewOf(file(branch), as))[0]
    expect(await errorOf('KKN', branchAdmin)).toEqual([2])
    expect(await errorOf('บ้านไผ่', branchAdmin)).toEqual([
      2,
      expect.stringMatching(/^สาขา: ไม่พบสาขานี้/),
    ])
    expect(await errorOf('', branchAdmin)).toEqual([2, 'สาขา: กรุณากรอกสาขา'])
    expect(await errorOf('ทุกสาขา', 'admin')).toEqual([2])
  })

  it('exclude records of other branches from matching', async () => {
    await makeCourse(test.db, { name: 'ลับ', branch_id: test.school.branch.BPI, price: 777 })
    const plan = await previewOf(coursesFile('KKN', ['ลับ', 'รถ', 1]), branchAdmin)
    expect(plan.rows[0]).toMatchObject({ state: 'new', id: null })
    expect(JSON.stringify(plan)).not.toContain('7.77')
  })

  it('require the permission to update for changed rows', async () => {
    const { role_id } = await test.db
      .insertInto('role')
      .values({ name: 'เพิ่มอย่างเดียว' })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await test.db
      .insertInto('role_permission')
      .values({ role_id, permission: 'course.create' })
      .execute()
    await test.db
      .updateTable('app_user')
      .set({ role_id })
      .where('username', '=', 'examiner.kkn')
      .execute()
    const { KKN: branch_id } = test.school.branch
    await makeCourse(test.db, { name: 'ของเดิม', branch_id, type: 'รถ', price: 100 })
    test.services.access.clearCache()
    const plan = await previewOf(
      coursesFile('KKN', ['ของใหม่', 'รถ', 1], ['ของเดิม', 'รถ', 2]),
      'examiner.kkn',
    )
    expect(errorsOf(plan)).toEqual([[2], [3, 'แถว: คุณไม่มีสิทธิ์แก้ไขรายการที่มีอยู่แล้ว']])
  })
})

describe('a template', () => {
  const fileOf = async (calls: (typeof imports)['course'], filled: 'true' | 'false') =>
    new Uint8Array(
      Buffer.from((await test.call(calls.template, { filled }, 'admin')).data.content, 'base64'),
    )

  it.each(Object.entries(imports))(
    'of %s is accepted by the preview and has no rows',
    async (_, calls) => {
      const file = await fileOf(calls, 'false')
      expect((await test.call(calls.preview, { file }, 'admin')).body.message).toMatch(
        /ยังไม่มีรายการ/,
      )
    },
  )

  it('filled with the stored records changes nothing', async () => {
    await makeCourse(test.db, {
      name: '=สูตร',
      detail: 'บรรทัดแรก\nบรรทัดที่สอง <b>&"',
      min_age: 15,
      theory_hours: 5,
      exams: JSON.stringify([{ kind: 'theory', licence_type: 'truck2' }]),
      price: 123_45,
      is_activate: false,
      branch_id: test.school.branch.BPI,
    })
    await makeCourse(test.db, { name: 'ขีด', detail: '-' })
    await test.db
      .updateTable('course')
      .set({ is_delete: true })
      .where('name', '=', 'สองรายการ')
      .execute()
    const { counts } = await previewOf(await fileOf(imports.course, 'true'))
    const total = (await test.call(course.gettable, {}, 'admin')).answer.meta.total
    expect(counts).toEqual({ new: 0, changed: 0, same: total, wrong: 0 })
  })

  it('of fees, filled with the stored records, changes nothing; a file with one price changes only that price', async () => {
    const { 'other-fee': calls } = imports
    const file = await fileOf(calls, 'true')
    const { data } = await test.call(calls.preview, { file }, 'admin')
    expect(data.counts).toMatchObject({ new: 0, changed: 0, wrong: 0 })
    const edited = await xlsxFile(
      ['ชื่อรายการ', 'ราคา'],
      [['ค่าใบรับรองแพทย์', { satang: satang(25_000) }]],
    )
    const { digest } = (await test.call(calls.preview, { file: edited }, 'admin')).data
    expect((await test.call(calls.confirm, { file: edited, digest }, 'admin')).status).toBe(200)
    const { data: fee } = await test.call(
      otherFee.get,
      { other_fee_id: test.school.otherFee.medical },
      'admin',
    )
    expect(fee.price).toBe(25_000)
  })

  it('has a Thai file name with the day, and is refused without the permission', async () => {
    const { data } = await test.call(imports.employee.template, {}, 'manager.kkn')
    expect(data.name).toBe('นำเข้าพนักงาน-21-11-2569.xlsx')
    expect((await test.call(template, {}, 'cashier.kkn')).status).toBe(403)
  })
})
