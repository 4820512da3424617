import type { InputOf } from '@khapdee/contract/endpoint'
import { account, expenses } from '@khapdee/contract/entities/account-entry'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { audit } from '@khapdee/contract/entities/audit'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../adapters/sheet/read-sheet.ts'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { moneyDesk } from '../../../test/make/money.ts'
import { signAnHourAgo, openSession } from '../../../test/session.ts'
import type { ExportEndpoint } from './export-list.ts'

let test: TestApp
let made: { payments: { payment_id: number; payment_code: string }[]; application_code: string }

/**
 * Creates an application of a customer whose name looks like a formula, with 2,000.25 baht paid in cash
 * and 150 baht by transfer.
 */
beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
  const { course, otherFee } = test.school
  const input = applicationInput(test.school, {
    customer: customerInput({ prefix: 'นาย', fname: '=1+1', sname: 'ป้ำ', idcard: '1100000000016' }),
    course: [{ course_id: course.car, ...lineInput(600_000, { paid: satang(200_025) }) }],
    other_fee: [
      {
        other_fee_id: otherFee.book,
        ...lineInput(15_000, { paid: satang(15_000), pay_type: 'transfer' }),
      },
    ],
  })
  made = (await test.call(application.create, input, 'registrar.kkn')).data
})
afterAll(() => test.close())

const linkOf = async (
  endpoint: ExportEndpoint,
  query: Partial<InputOf<ExportEndpoint>> = {},
  as = 'accountant',
) => (await test.call(endpoint, query, as)).data.file

const open = (link: string) => test.raw('GET', link)

/** The notes of an exported file, and its rows as objects by column heading. */
async function sheetOf(...args: Parameters<typeof linkOf>) {
  const lines = readWorkbookSheet((await open(await linkOf(...args))).bytes)
  const headerIndex = lines.findIndex((line, i) => i > 0 && line.length > 1)
  const head = lines[headerIndex] ?? []
  const rows = lines
    .slice(headerIndex + 1)
    .map((line) => Object.fromEntries(line.map((cell, i) => [head[i], cell])))
  return { notes: lines.slice(0, headerIndex).flat(), rows: rows.slice(0, -1), sums: rows.at(-1) }
}

describe('an exported list', () => {
  it('has amounts as numbers and masked ID numbers', async () => {
    const { notes, rows, sums } = await sheetOf(application.export, { type: 'course' })
    expect(notes[0]).toBe('สมัครเรียน')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      เลขที่ใบสมัคร: made.application_code,
      วันที่บันทึก: '21/11/2569 10:00 น.',
      ผู้สมัคร: '=1+1 ป้ำ',
      เลขประจำตัวประชาชน: '1-1000-xxxxx-01-6',
      ยอดสุทธิ: 6150,
      ชำระแล้ว: 2150.25,
      ค้างชำระ: 3999.75,
      สถานะ: 'ค้างชำระ',
    })
    expect(sums).toMatchObject({ เลขที่ใบสมัคร: 'รวม', ยอดสุทธิ: 6150, สถานะ: '' })
  })

  it('describes its filters, the exporting user and the time in Thai', async () => {
    const { branch, userId } = test.school
    const { notes } = await sheetOf(payment.exportOverdue, {
      branch: String(branch.KKN),
      type: 'course',
      status: 'outstanding',
      user: String(userId('registrar.kkn')),
      start: test.clock.today(),
      end: test.clock.today(),
      text: 'ป้ำ',
    })
    expect(notes).toEqual([
      'รายการค้างชำระ',
      'สาขา: เมืองขอนแก่น',
      'ประเภท: สมัครเรียน',
      'สถานะ: ค้างชำระ',
      'ผู้บันทึก: เจ้าหน้าที่ทะเบียน ขอนแก่น',
      'ตั้งแต่วันที่: 21/11/2569',
      'ถึงวันที่: 21/11/2569',
      'คำค้นหา: ป้ำ',
      'ส่งออกโดย นายเจ้าหน้าที่บัญชี ขอนแก่น เมื่อ 21/11/2569 10:00 น.',
    ])
  })

  it.each([
    [application.export, 'documents_missing', 'เอกสาร: เอกสารไม่ครบ'],
    [applicationFee.export, 'documents_missing', 'เอกสาร: เอกสารไม่ครบ'],
    [request.export, 'documents_missing', 'เอกสาร: เอกสารไม่ครบ'],
    [request.export, 'refund_due', 'ผลการอนุมัติ: ต้องคืนเงิน'],
    [request.export, 'pending', 'ผลการอนุมัติ: รออนุมัติ'],
    [payment.exportHistory, 'transfer', 'วิธีชำระเงิน: โอนเงิน'],
    [payment.exportOverdue, 'no_day', 'การนัดชำระ: ไม่มีนัด'],
    [audit.export, 'money', 'การทำงาน: รับและคืนเงิน'],
    [closing.export, 'cash', null],
  ] as const)(
    'describes the parameter category by the title of the filter in its list (%#)',
    async (endpoint, category, line) => {
      const { notes } = await sheetOf(endpoint, { category }, 'admin')
      expect(notes.slice(1, -1).filter((note) => !String(note).startsWith('สาขา'))).toEqual(
        line === null ? [] : [line],
      )
    },
  )

  it.each([
    ['kind of application', application.export, { type: 'exam' }],
    ['status', application.export, { status: 'paid' }],
    ['text', application.export, { text: 'ไม่มีใคร' }],
    ['status of receipts', payment.exportHistory, { status: 'deleted' }],
    ['branch, when no branch has the id', application.export, { branch: '0' }],
  ] as const)('excludes rows that do not match the filter by %s', async (_, endpoint, query) => {
    expect((await sheetOf(endpoint, query)).rows).toEqual([])
  })

  it('contains only receipts with the pay type of the filter', async () => {
    const { rows } = await sheetOf(payment.exportHistory, { category: 'transfer' })
    expect(rows).toMatchObject([{ โอนเงิน: 150, วิธีชำระเงิน: 'โอนเงิน', หมายเหตุ: expect.any(String) }])
  })

  it.each([
    ['fee sales', applicationFee.export],
    ['requests', request.export],
  ] as const)('of %s contains no course registrations', async (_, endpoint) => {
    expect((await sheetOf(endpoint)).rows).toEqual([])
  })

  it('has balances with their age and the payments received', async () => {
    test.clock.set('2026-12-30T03:00:00Z')
    for (const endpoint of [payment.exportOwed, payment.exportOverdue]) {
      const { rows } = await sheetOf(endpoint)
      expect(rows[0]).toMatchObject({
        รวมเงินสด: 2000.25,
        รวมเงินโอน: 150,
        'ค้างมาแล้ว (วัน)': 39,
        ช่วงอายุหนี้: '31–60 วัน',
      })
    }
    test.clock.set('2026-11-21T03:00:00Z')
  })

  it('lists voided receipts without summing them, and lists day closes', async () => {
    const [cash] = made.payments
    const payment_id = cash?.payment_id ?? 0
    await test.call(payment.requestDelete, { payment_id, note: 'ผิด' }, 'registrar.kkn')
    await test.call(payment.decideDelete, { payment_id, decision: 'approve', note: '' }, 'admin')
    const { rows, sums } = await sheetOf(payment.exportHistory, { sort: 'createdAt' })
    expect(rows).toMatchObject([
      { เลขที่เอกสาร: cash?.payment_code, เงินสด: 2000.25, สถานะ: 'ยกเลิกใบเสร็จแล้ว' },
      { โอนเงิน: 150, วิธีชำระเงิน: 'โอนเงิน' },
    ])
    expect(sums).toMatchObject({ โอนเงิน: 150 })
    expect(sums?.['เงินสด']).not.toBe(2000.25)

    const count = { expected_cash: satang(0), counted_cash: satang(500), note: 'เงินทอนค้าง' }
    const { KKN: branch_id } = test.school.branch
    await test.call(closing.close, { branch_id, date: test.clock.today(), ...count }, 'cashier.kkn')
    // The day is a date: the number of 21 November 2026.
    expect((await sheetOf(closing.export)).rows).toMatchObject([
      { ประจำวันที่: 46_347, เงินสดที่นับได้: 5, ส่วนต่าง: 5, หมายเหตุ: 'เงินทอนค้าง' },
    ])
    const { bytes } = await open(await linkOf(closing.export))
    expect(JSON.stringify(await readSheet(bytes))).toContain('"2026-11-21T00:00:00.000Z"')
  })

  it('has the books with receipts; drafts are excluded from their sums', async () => {
    await bookExpense(test, { value: satang(4_050), other_name: '=ค่าถ่าน' })
    await bookExpense(test, { status: 'draft' })
    const { rows, sums } = await sheetOf(account.export, { sort: 'date' })
    expect(rows).toContainEqual(
      expect.objectContaining({ รายการ: 'ค่าคู่มือ/หนังสือเรียน', รายรับ: 150, รายจ่าย: '' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ รายจ่าย: 40.5, หมวด: 'อื่น ๆ' }))
    // Includes the surplus of the day close.
    expect(sums).toMatchObject({ รายรับ: 155, รายจ่าย: 40.5 })
    const { notes } = await sheetOf(expenses.export, { category: 'group:อื่น ๆ' })
    expect(notes).toContain('หมวด: อื่น ๆ')
    const ofSide = await sheetOf(account.export, { category: 'expenses:group:อื่น ๆ' })
    expect(ofSide.notes).toContain('หมวด: อื่น ๆ (รายจ่าย)')
  })

  it('has every row once across many blocks, in the order of the list', async () => {
    await manyApplications().execute(test.db)
    const { rows } = await sheetOf(application.export, { sort: 'application_code' })
    const codes = rows.map((row) => row['เลขที่ใบสมัคร'])
    expect(codes).toHaveLength(2_501)
    expect(codes).toEqual([...new Set(codes)].toSorted())
  })
})

/** Inserts copies of the first application, without lines and amounts. */
const manyApplications = () => sql`
  insert into application (application_code, type, branch_id, customer_id, customer_name, search, course_name,
    status, total, discount, net, paid, balance, created_by, updated_by)
  select 'X' || lpad(n::text, 5, '0'), type, branch_id, customer_id, customer_name, search, course_name,
    'paid', 0, 0, 0, 0, 0, created_by, updated_by
  from application, generate_series(1, 2500) n where application_code = ${made.application_code}`

describe('the link to an exported list', () => {
  it('requires the permission and is audited', async () => {
    for (const clerk of ['registrar.kkn', 'cashier.kkn']) {
      expect((await test.call(application.export, {}, clerk)).status).toBe(403)
      expect((await test.call(payment.exportHistory, {}, clerk)).status).toBe(403)
    }
    await linkOf(application.export, { status: 'paid' })
    const trail = await test.db
      .selectFrom('audit_log')
      .select(['entity_id', 'after'])
      .where('entity', '=', 'export')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(trail).toEqual({ entity_id: 'applications', after: { status: 'paid' } })
  })

  it('shows only branches that its creator sees', async () => {
    const link = await linkOf(application.export, {}, 'manager.bpi')
    expect(readWorkbookSheet((await open(link)).bytes).flat()).not.toContain(made.application_code)
    const filtered = await linkOf(
      application.export,
      { branch: String(test.school.branch.KKN) },
      'manager.bpi',
    )
    expect(readWorkbookSheet((await open(filtered)).bytes).flat()).not.toContain(
      made.application_code,
    )
  })

  it('is refused when forged, expired, signed for another use, or after its session has ended', async () => {
    const { session_id, token: access } = await openSession(test, 'accountant')
    const { tokens } = test.services
    const link = { list: application.export.path, query: {}, sessionId: session_id }
    const token = tokens.signExport(link)
    const status = async (other: string) => (await open(`/files/exports/${other}/a.xlsx`)).status
    expect(await status(token)).toBe(200)
    const wrong = [
      `${token}x`,
      access,
      signAnHourAgo(() => tokens.signExport(link)),
      tokens.signExport({ ...link, list: 'application/create' }),
      tokens.signDocument({ documents: [1], mark: 'copy', printedAt: '' }),
    ]
    expect(await Promise.all(wrong.map(status))).toEqual(wrong.map(() => 404))
    await test.db
      .updateTable('session')
      .set({ revoked_at: '2026-01-01' })
      .where('session_id', '=', session_id)
      .execute()
    test.services.access.clearCache()
    expect(await status(token)).toBe(401)
  })

  it('is checked against the creator’s permissions at the time of opening', async () => {
    const link = await linkOf(application.export, {}, 'owner')
    await sql`delete from role_permission p using role r
      where r.role_id = p.role_id and r.key = 'owner' and p.permission = 'application.export'`.execute(
      test.db,
    )
    test.services.access.clearCache()
    expect((await open(link)).status).toBe(404)
  })

  it('serves the file under a safe name', async () => {
    const { headers } = await open(await linkOf(application.export))
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="applications-2026-11-21.xlsx"',
      'cache-control': 'private, no-store',
    })
  })
})

describe('an exported list of applications that have ended', () => {
  it('has the written-off amounts, so that the amounts of every row add up', async () => {
    const desk = moneyDesk(test)
    const ended = await desk.register({ paid: [20_000, 15_000] })
    expect((await desk.end(ended, undefined, 'manager.kkn')).status).toBe(200)
    const { rows } = await sheetOf(application.export, { text: ended.code })
    expect(rows).toMatchObject([{ ยอดสุทธิ: 1350, ชำระแล้ว: 350, ยอดที่ตัดออก: 1000, ค้างชำระ: 0 }])
  })
})

it('shows the state of a rejected request fee as its list does', async () => {
  const fee = lineInput(2000, { paid: satang(500) })
  const input = {
    customer: customerInput(),
    request_fee: [{ request_fee_id: test.school.requestFee.copy, ...fee }],
  }
  const { application_id } = (await test.call(request.create, input, 'registrar.kkn')).data
  const rejection = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
  await test.call(request.approve, rejection, 'manager.kkn')
  const { rows } = await sheetOf(request.export, { category: 'refund_due' })
  expect(rows).toMatchObject([{ สถานะ: 'ต้องคืนเงิน', ผลการอนุมัติ: 'ไม่อนุมัติ' }])
})
