/** Valid calls of the import endpoints; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { imports } from '@khapdee/contract/entities/import'
import { evaluationTypes } from '@khapdee/domain/evaluation'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { type ImportKind, importKindNames } from '@khapdee/domain/import'
import { addDays, formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import { customerInput } from './make/customer.ts'
import { csvFile } from './make/sheet.ts'
import type { Sample, BranchFixture } from './branch-fixture.ts'

let serial = 0

/** The cells of a row that creates a record, by column. */
const importedRows: Readonly<Record<ImportKind, () => Record<string, string>>> = {
  course: () => ({ ชื่อหลักสูตร: `หลักสูตร ${++serial}`, ประเภท: 'รถยนต์', ราคา: '1' }),
  'other-fee': () => ({ ชื่อรายการ: `ค่าใช้จ่าย ${++serial}`, ราคา: '1' }),
  'request-fee': () => ({ ชื่อรายการ: `คำขอ ${++serial}`, ราคา: '1' }),
  promotion: () => ({ รหัสส่วนลด: `IMPORT${++serial}`, ชื่อส่วนลด: 'นำเข้า', มูลค่า: '5' }),
  'expense-item': () => ({
    ชื่อรายการ: `หมวด ${++serial}`,
    หมวดหมู่: Object.values(expenseCategories)[0]?.label ?? '',
  }),
  evaluation: () => ({
    หัวข้อประเมิน: `หัวข้อ ${++serial}`,
    ประเภท: Object.values(evaluationTypes)[0]?.label ?? '',
    หมวดหมู่: 'ทั่วไป',
  }),
  vehicle: () => ({ ทะเบียนรถ: `1กข ${++serial}`, จังหวัดที่จดทะเบียน: 'ขอนแก่น', ประเภทรถ: 'รถตู้' }),
  employee: () => ({
    ...personCells,
    ชื่อผู้ใช้: `imported.${++serial}`,
    บทบาท: 'พนักงานทั่วไป',
  }),
  customer: () => ({
    ...personCells,
    เลขประจำตัวประชาชน: customerInput().idcard,
    โทรศัพท์มือถือ: '0812345678',
  }),
  'exam-right': () => ({
    ...personCells,
    เลขประจำตัวประชาชน: customerInput().idcard,
    โทรศัพท์มือถือ: '0812345678',
    การสอบ: 'ภาคปฏิบัติ',
    ประเภทใบอนุญาต: 'รถยนต์',
    สิทธิ์สอบถึงวันที่: formatDay(addDays(todayInBangkok(new Date()), 30)),
  }),
}
const personCells = { คำนำหน้า: 'นาย', ชื่อ: 'มานะ', นามสกุล: 'ใจดี' }

export const importSamples = importKindNames.flatMap((kind): [Endpoint, Sample][] => {
  const { template, preview, confirm } = imports[kind]
  const file = (fixture: BranchFixture) => {
    const row = { ...importedRows[kind](), สาขา: fixture.mark }
    return { file: csvFile([Object.keys(row), Object.values(row)]) }
  }
  return [
    [template, { wire: () => ({}) }],
    [preview, { wire: file }],
    // The digest is not that of the file, as if another file had been previewed.
    [confirm, { wire: (fixture) => ({ ...file(fixture), digest: 'x' }), status: 409 }],
  ]
})
