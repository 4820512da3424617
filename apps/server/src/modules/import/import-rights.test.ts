/** Import of exam rights from a former system. */
import { randomUUID } from 'node:crypto'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { imports } from '@khapdee/contract/entities/import'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { csvFile } from '../../../test/make/sheet.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
let today: Day
let last: Day

beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  today = test.clock.today()
  last = addDays(today, 45)
})
afterAll(() => test.close())

const calls = imports['exam-right']

/** The cells of a row, by column. */
const row = (cells: Record<string, string> = {}): Record<string, string> => ({
  เลขประจำตัวประชาชน: customerInput().idcard,
  คำนำหน้า: 'นาย',
  ชื่อ: 'ยกมา',
  นามสกุล: 'ระบบเดิม',
  โทรศัพท์มือถือ: '0812345678',
  สาขา: 'KKN',
  การสอบ: 'ภาคทฤษฎี',
  ประเภทใบอนุญาต: 'รถยนต์',
  สิทธิ์สอบถึงวันที่: formatDay(last),
  ...cells,
})
const fileOf = (...rows: Record<string, string>[]) => {
  const headers = [...new Set(rows.flatMap((cells) => Object.keys(cells)))]
  return csvFile([headers, ...rows.map((cells) => headers.map((header) => cells[header] ?? ''))])
}
const previewOf = async (file: Uint8Array, as = 'manager.kkn') =>
  (await test.call(calls.preview, { file }, as)).data
async function importRows(...rows: Record<string, string>[]) {
  const file = fileOf(...rows)
  const { digest } = await previewOf(file)
  return test.call(calls.confirm, { file, digest }, 'manager.kkn', {
    'idempotency-key': randomUUID(),
  })
}
const rightsOf = (idcard = '') =>
  test.db
    .selectFrom('exam_right as r')
    .innerJoin('customer as c', 'c.customer_id', 'r.customer_id')
    .selectAll('r')
    .where('c.idcard', '=', idcard)
    .orderBy('r.right_id')
    .execute()
const problemsOf = async (cells: Record<string, string>) => {
  const { rows, columns } = await previewOf(fileOf(row(cells)))
  return rows.flatMap(({ errors }) =>
    errors.map(({ column, message }) => [column === null ? null : columns[column], message]),
  )
}

it('creates the customer, the right with its theory pass, and its booking', async () => {
  const day = addDays(today, 6)
  const passedOn = addDays(today, -30)
  const cells = row({
    การสอบ: 'ภาคปฏิบัติ',
    สอบทฤษฎีผ่านจากที่อื่นเมื่อ: formatDay(passedOn),
    วันสอบ: formatDay(day),
  })
  const { status, data } = await importRows(cells)
  expect([status, data.counts]).toEqual([200, { new: 1, changed: 0, same: 0, wrong: 0 }])
  const right_id = data.rows[0]?.id ?? 0
  const { data: found } = await test.call(examRight.gettable, { right_id }, 'registrar.kkn')
  expect(found).toMatchObject([
    {
      customer: 'ยกมา ระบบเดิม',
      course_name: 'สิทธิ์สอบยกมา',
      kind: 'practice',
      permission_date: last,
      balance: 0,
      booking: { exam_date: day },
      events: [
        { event: 'granted', note: 'สิทธิ์สอบยกมา' },
        { event: 'theory_recorded', exam_date: passedOn },
        { event: 'booked' },
      ],
    },
  ])
})

it('gives the right to a known customer, even of another branch, and further rights to one person', async () => {
  const known = await makeCustomer(test.db, test.school.branch.BPI)
  const cells = { เลขประจำตัวประชาชน: known.idcard }
  expect((await importRows(row(cells), row({ ...cells, การสอบ: 'ภาคปฏิบัติ' }))).status).toBe(200)
  const rights = await rightsOf(known.idcard)
  expect(rights.map(({ customer_id, kind, origin }) => [customer_id, kind, origin])).toEqual([
    [known.customer_id, 'theory', 'imported'],
    [known.customer_id, 'practice', 'imported'],
  ])
})

it('does nothing when the file is imported again, also after an extension or the end of the right', async () => {
  const cells = row()
  const { data } = await importRows(cells)
  const right_id = data.rows[0]?.id ?? 0
  const counts = async () => (await previewOf(fileOf(cells))).counts
  const unchanged = { new: 0, changed: 0, same: 1, wrong: 0 }
  expect(await counts()).toEqual(unchanged)
  await test.call(examRight.extend, { right_id, days: 9, note: 'ลาป่วย' }, 'manager.kkn')
  expect(await counts()).toEqual(unchanged)
  await test.call(examRight.disable, { right_id, note: 'ผิดคน' }, 'manager.kkn')
  expect(await counts()).toEqual(unchanged)
  expect((await importRows(cells)).body.code).toBe('IMPORT_SAME')
  expect(await rightsOf(cells['เลขประจำตัวประชาชน'])).toHaveLength(1)
})

it('refuses another last day of an existing right, at its cell', async () => {
  const cells = row()
  const { data } = await importRows(cells)
  const later = { ...cells, สิทธิ์สอบถึงวันที่: formatDay(addDays(last, 5)) }
  const [[column, message] = []] = await problemsOf(later)
  expect(column).toBe('สิทธิ์สอบถึงวันที่')
  expect(message).toContain(`ถึงวันที่ ${formatDay(last)} กรุณาต่ออายุสิทธิ์เดิมแทน`)
  const right_id = data.rows[0]?.id ?? 0
  await test.call(examRight.disable, { right_id, note: 'ผิดคน' }, 'manager.kkn')
  const [[, ended] = []] = await problemsOf(later)
  expect(ended).toContain('สิ้นสุดแล้ว (ระงับสิทธิ์)')
})

it.each<[string, () => Record<string, string>, string]>([
  ['a past last day', () => ({ สิทธิ์สอบถึงวันที่: '01/01/2569' }), 'สิทธิ์สอบถึงวันที่'],
  ['no last day', () => ({ สิทธิ์สอบถึงวันที่: '' }), 'สิทธิ์สอบถึงวันที่'],
  ['an unknown exam', () => ({ การสอบ: 'สอบสัมภาษณ์' }), 'การสอบ'],
  ['an unknown licence', () => ({ ประเภทใบอนุญาต: 'เครื่องบิน' }), 'ประเภทใบอนุญาต'],
  ['no number', () => ({ เลขประจำตัวประชาชน: '' }), 'เลขประจำตัวประชาชน'],
  [
    'a theory pass of a theory exam',
    () => ({ สอบทฤษฎีผ่านจากที่อื่นเมื่อ: formatDay(today) }),
    'สอบทฤษฎีผ่านจากที่อื่นเมื่อ',
  ],
  ['an exam after the last day', () => ({ วันสอบ: formatDay(addDays(last, 1)) }), 'วันสอบ'],
  ['a past exam', () => ({ วันสอบ: formatDay(addDays(today, -1)) }), 'วันสอบ'],
  ['a branch of others', () => ({ สาขา: 'BPI' }), 'สาขา'],
])('refuses %s at its cell', async (_, cells, title) => {
  const found = await problemsOf(cells())
  expect(found.map(([column]) => column)).toEqual([title])
})

it('refuses rows that contain one right twice', async () => {
  const cells = row()
  const { counts } = await previewOf(fileOf(cells, cells))
  expect(counts.wrong).toBe(2)
})

it('imports nothing when a day cannot be booked, and reports the line', async () => {
  const good = row()
  const bad = row({ การสอบ: 'ภาคปฏิบัติ', วันสอบ: formatDay(addDays(today, 5)) })
  const { status, body } = await importRows(good, bad)
  expect([status, body.code]).toEqual([409, 'THEORY_FIRST'])
  expect(body.message).toContain('บรรทัดที่ 3')
  const holiday = addDays(today, 7)
  await makeHoliday(test.db, holiday)
  const closed = await importRows(good, row({ วันสอบ: formatDay(holiday) }))
  expect(closed.body.code).toBe('OUTSIDE_WORKING_TIME')
  expect(closed.body.message).toMatch(/บรรทัดที่ 3.*วันหยุดพิเศษ/)
  expect(await rightsOf(good['เลขประจำตัวประชาชน'])).toEqual([])
})

it('shows the bookings in the list of exams', async () => {
  const day = addDays(today, 11)
  const { data } = await importRows(row({ ชื่อ: 'จองไว้แล้ว', วันสอบ: formatDay(day) }))
  expect(data.counts.new).toBe(1)
  const found = await test.call(
    examBooking.gettable,
    { start: day, end: day, text: 'จองไว้แล้ว' },
    'registrar.kkn',
  )
  expect(found.data).toMatchObject([{ exam_date: day, application_id: null }])
})

it.each(['registrar.kkn', 'cashier.kkn'])('the import is forbidden to %s', async (as) => {
  expect((await test.call(calls.preview, { file: fileOf(row()) }, as)).status).toBe(403)
})
