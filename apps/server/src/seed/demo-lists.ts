/**
 * Demo rows of the entities without related tables. Source: demo catalogue,
 * sections 3, 8 and 10.
 */
import type { EvaluationScale, EvaluationType } from '@khapdee/domain/evaluation'
import type { DocumentCondition } from '@khapdee/domain/application/required-document'
import type { CrudEntity } from '@khapdee/domain/entities'
import type { ExpenseCategory, ExpenseType } from '@khapdee/domain/expense-item'
import { vehicleWords } from '@khapdee/domain/words'
import { contractItem } from './demo-contracts.ts'

interface DemoExpenseItem {
  category: ExpenseCategory
  type: ExpenseType
  group: string
  name: string
  is_pass_through: boolean
  is_fuel: boolean
}

/** Items that the school collects for others and passes on: state fees. */
const passedOn = new Set(['ค่าธรรมเนียมราชการ'])
const fuelItem = 'ค่าน้ำมันเชื้อเพลิง'

const items = (
  category: ExpenseCategory,
  type: ExpenseType,
  group: string,
  ...names: readonly string[]
): DemoExpenseItem[] =>
  names.map((name) => ({
    category,
    type,
    group,
    name,
    is_pass_through: passedOn.has(name),
    is_fuel: name === fuelItem,
  }))

// oxfmt-ignore
const expenseItems: readonly DemoExpenseItem[] = [
  ...items('expenses', 'vehicle', 'ยานพาหนะ', fuelItem, 'ค่าซ่อมบำรุงรถ', 'ค่ายางและแบตเตอรี่', 'ค่าประกันภัยรถ', 'ค่า พ.ร.บ.', 'ค่าภาษีรถประจำปี', 'ค่าตรวจสภาพรถ'),
  ...items('expenses', 'general', 'สถานที่และสาธารณูปโภค', 'ค่าน้ำ–ค่าไฟ', 'ค่าโทรศัพท์และอินเทอร์เน็ต', 'ค่าเช่าสถานที่'),
  ...items('expenses', 'employee', 'บุคลากร', 'เงินเดือนและค่าจ้าง', 'เบี้ยเลี้ยง'),
  ...items('expenses', 'general', 'สำนักงาน', 'วัสดุสำนักงาน', 'ค่าโฆษณา', 'ค่าธรรมเนียมราชการ', 'ค่าทำบัญชี', 'เบ็ดเตล็ด'),
  ...items('other_income', 'general', '', contractItem, 'ค่าเช่าสนาม', 'ค่าขายเครื่องดื่ม', 'ดอกเบี้ยรับ', 'ค่าปรับ', 'รายได้อื่น'),
]

// oxfmt-ignore
/** The usual lines of payslips; values in satang. Source: rules of payroll, section 4. */
const payrollItems: readonly object[] = [
  { name: 'ค่าตำแหน่ง', category: 'position', in_sso_base: true },
  { name: 'ค่าล่วงเวลา (OT 1.5)', category: 'overtime', condition: 'multiply', title_value: 'hour', regular: false },
  { name: 'ค่าทำงานวันหยุด', category: 'overtime', condition: 'multiply', title_value: 'day', regular: false },
  { name: 'ค่าล่วงเวลาวันหยุด (OT 3)', category: 'overtime', condition: 'multiply', title_value: 'hour', regular: false },
  { name: 'ค่าชั่วโมงสอน', category: 'work', condition: 'multiply', title_value: 'hour', value: 12_000, regular: false },
  { name: 'ค่าคุมสอบ', category: 'work', condition: 'multiply', title_value: 'time', value: 30_000, regular: false },
  { name: 'ค่าคอมมิชชัน', category: 'commission', regular: false },
  { name: 'เบี้ยขยัน', category: 'allowance', regular: false },
  { name: 'เบี้ยเลี้ยง / ค่าเดินทาง', category: 'allowance', condition: 'multiply', title_value: 'day', value: 20_000, taxable: false },
  { name: 'ค่าโทรศัพท์', category: 'allowance' },
  { name: 'โบนัส', category: 'bonus', regular: false },
  { name: 'กยศ.', type: 'deduction', category: 'student_loan', posting: 'withheld_for' },
  { name: 'เบิกเงินล่วงหน้า', type: 'deduction', category: 'advance', posting: 'recovers_advance' },
  { name: 'เงินกู้สวัสดิการ', type: 'deduction', category: 'loan', posting: 'recovers_advance' },
  { name: 'ขาดงาน', type: 'deduction', category: 'absence', posting: 'reduces_pay', condition: 'multiply', title_value: 'day', in_sso_base: true },
  { name: 'มาสาย', type: 'deduction', category: 'absence', posting: 'reduces_pay', condition: 'multiply', title_value: 'minute', in_sso_base: true },
  { name: 'ลาไม่รับค่าจ้าง', type: 'deduction', category: 'absence', posting: 'reduces_pay', condition: 'multiply', title_value: 'day', in_sso_base: true },
  { name: 'ค่าเครื่องแบบ', type: 'deduction', category: 'other', posting: 'school_income' },
  { name: 'ค่าเสียหาย', type: 'deduction', category: 'damages', posting: 'school_income' },
  { name: 'หักอื่น ๆ', type: 'deduction', category: 'other', posting: 'school_income' },
]

interface DemoEvaluation {
  type: EvaluationType
  scale: EvaluationScale
  category: string
  title: string
  sort: number
}

const sheet = (
  type: EvaluationType,
  category: string,
  ...titles: readonly string[]
): DemoEvaluation[] =>
  titles.map((title, i) => ({ type, scale: 'pass_fail', category, title, sort: i + 1 }))

const satisfaction = (
  category: string,
  first: number,
  ...titles: readonly string[]
): DemoEvaluation[] =>
  titles.map((title, i) => ({
    type: 'satisfaction',
    scale: 'five',
    category,
    title,
    sort: first + i,
  }))

// oxfmt-ignore
const evaluations: readonly DemoEvaluation[] = [
  ...sheet('theory', vehicleWords.car, 'กฎหมายจราจรและกฎหมายที่เกี่ยวข้อง', 'เทคนิคการขับขี่ปลอดภัยและการแก้ไขสถานการณ์', 'มารยาทการขับขี่', 'การดูแลบำรุงรักษารถ'),
  ...sheet('practice', vehicleWords.car, 'เดินหน้าและหยุดรถเทียบทางเท้า', 'เดินหน้าและถอยหลังในทางตรง', 'ถอยหลังเข้าจอดและออกจากช่องว่างด้านซ้าย'),
  ...sheet('practice', vehicleWords.motorcycle, 'ขับตามเครื่องหมายจราจร', 'ทรงตัวบนทางแคบ', 'ขับซิกแซก / ทางโค้งรูปตัว S'),
  ...sheet('fitness', vehicleWords.car, 'ปฏิกิริยาเท้า', 'สายตาทางกว้าง', 'สายตาทางลึก', 'ตาบอดสี'),
  ...satisfaction('ด้านครูฝึก', 1, 'ครูฝึกสอนเข้าใจง่าย', 'ครูฝึกตรงต่อเวลา', 'ครูฝึกสุภาพและใจเย็น'),
  ...satisfaction('ด้านหลักสูตรและเนื้อหา', 4, 'เนื้อหาทฤษฎีครบถ้วน', 'ชั่วโมงฝึกเพียงพอ'),
  ...satisfaction('ด้านรถและอุปกรณ์', 6, 'รถฝึกอยู่ในสภาพดีและสะอาด'),
  ...satisfaction('ด้านสนามฝึกและสถานที่', 7, 'สนามฝึกได้มาตรฐาน', 'ห้องอบรมสะอาดและสะดวก'),
  ...satisfaction('ด้านการให้บริการของเจ้าหน้าที่', 9, 'เจ้าหน้าที่ให้ข้อมูลชัดเจน', 'ขั้นตอนสมัครและชำระเงินรวดเร็ว'),
  ...satisfaction('ด้านความปลอดภัย', 11, 'รู้สึกปลอดภัยระหว่างฝึก'),
  ...satisfaction('ภาพรวม', 12, 'ความพึงพอใจโดยรวม'),
]

const documentTypes: readonly {
  name: string
  condition: DocumentCondition
  valid_days: number
}[] = [
  { name: 'สำเนาบัตรประชาชน', condition: 'thai', valid_days: 0 },
  { name: 'สำเนาหนังสือเดินทาง', condition: 'foreign', valid_days: 0 },
  { name: 'หนังสือรับรองที่พัก หรือใบอนุญาตทำงาน', condition: 'foreign', valid_days: 0 },
  { name: 'ใบรับรองแพทย์', condition: 'everyone', valid_days: 30 },
  { name: 'รูปถ่าย 1 นิ้ว', condition: 'everyone', valid_days: 0 },
  { name: 'หนังสือยินยอมของผู้ปกครอง', condition: 'under_20', valid_days: 0 },
]

/** The rows by table; all belong to all branches. */
export const demoRows: Partial<Record<CrudEntity['table'], readonly object[]>> = {
  list_expenses: expenseItems,
  evaluate: evaluations,
  document_type: documentTypes,
  list_payroll: payrollItems,
}
