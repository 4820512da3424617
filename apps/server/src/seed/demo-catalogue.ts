/**
 * The demo school's courses, fees and promotions. Prices in satang. Source: demo catalogue,
 * sections 2 to 7; `key` of a course is its code there.
 */
import { applicationKinds } from '@khapdee/domain/application/status'
import type { Exam, ExamKind } from '@khapdee/domain/exams'
import { type FeeClass, feeKinds, proposeFee } from '@khapdee/domain/fee-kinds'
import { type ExamLicence, licenceOf, type licenceTypes } from '@khapdee/domain/licence-types'
import { type Satang, satang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import { type Day, day } from '@khapdee/domain/thai-date'
import { vehicleWords } from '@khapdee/domain/words'
import type { BranchCode } from './demo-branches.ts'

const baht = (amount: number): Satang => satang(Math.round(amount * 100))

export interface DemoCourse {
  key: string
  /** The only branch that offers the course; null if every branch does. */
  branch: BranchCode | null
  name: string
  type: (typeof licenceTypes)[number]
  price: Satang
  theory_hours: number
  practice_hours: number
  exams: readonly Exam[]
  min_age: number | null
}

interface CourseOptions {
  branch?: BranchCode
  exams?: readonly ExamKind[]
  /** The licence types of the practice exams, if they differ from that of the course; the theory exam then counts for any type. */
  licences?: readonly ExamLicence[]
  minAge?: number
}

const course = (
  key: string,
  name: string,
  type: DemoCourse['type'],
  [theory, practice]: [theory: number, practice: number],
  price: number,
  { branch, exams = [], licences, minAge }: CourseOptions = {},
): DemoCourse => ({
  key,
  branch: branch ?? null,
  name,
  type,
  price: baht(price),
  theory_hours: theory,
  practice_hours: practice,
  exams: exams.flatMap((kind) =>
    (kind === 'practice' && licences !== undefined
      ? licences
      : [licences === undefined ? licenceOf(type) : 'any']
    ).map((licence_type): Exam => ({ kind, licence_type })),
  ),
  min_age: minAge ?? null,
})

const bothExams = ['theory', 'practice'] as const
const car = { minAge: 18 }
const carExam = { minAge: 18, exams: bothExams }
const motorcycleExam = { minAge: 15, exams: bothExams }
const special = 'อบรม / หลักสูตรพิเศษ'

// oxfmt-ignore
export const demoCourses: readonly DemoCourse[] = [
  course('CAR-15A', 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)', vehicleWords.car, [5, 10], 6000, carExam),
  course('CAR-15M', 'รถยนต์ เกียร์ธรรมดา พร้อมสอบใบขับขี่ (15 ชม.)', vehicleWords.car, [5, 10], 5300, carExam),
  course('CAR-TEST', 'รถยนต์ สำหรับผู้ขับเป็นแล้ว อบรมทฤษฎี 5 ชม. พร้อมสอบ', vehicleWords.car, [5, 0], 2800, carExam),
  course('CAR-P10', 'เรียนขับรถยนต์ ไม่รวมสอบ (10 ชม.)', vehicleWords.car, [0, 10], 4500, car),
  course('CAR-P06', 'เรียนขับรถยนต์ ไม่รวมสอบ (6 ชม.)', vehicleWords.car, [0, 6], 3000, car),
  course('CAR-P02', 'ทบทวนการขับรถยนต์ (2 ชม.)', vehicleWords.car, [0, 2], 1200, car),
  course('MC-15', 'รถจักรยานยนต์ พร้อมสอบใบขับขี่ (15 ชม.)', vehicleWords.motorcycle, [5, 10], 2500, motorcycleExam),
  course('MC-TEST', 'รถจักรยานยนต์ สำหรับผู้ขับเป็นแล้ว อบรมทฤษฎี 5 ชม. พร้อมสอบ', vehicleWords.motorcycle, [5, 0], 1500, motorcycleExam),
  course('COMBO', 'รถยนต์ + รถจักรยานยนต์ พร้อมสอบ (แพ็กคู่)', vehicleWords.car, [5, 20], 7900, { ...carExam, licences: ['car', 'motorcycle'] }),
  course('BIG-1', 'รถจักรยานยนต์ขนาดใหญ่ (Big Bike)', 'รถจักรยานยนต์ขนาดใหญ่ (Big Bike)', [4, 6], 4500, carExam),
  course('TRK2', 'รถบรรทุก ชนิดที่ 2 (ท.2) พร้อมสอบ', 'รถบรรทุก ชนิดที่ 2 (บ.2/ท.2)', [12, 18], 8000, { minAge: 20, exams: bothExams }),
  course('TRK3', 'รถลากจูง ชนิดที่ 3 (ท.3) พร้อมสอบ (26 ชม.)', 'รถลากจูง ชนิดที่ 3 (บ.3/ท.3)', [8, 18], 23_400, { branch: 'KKN', minAge: 20, exams: bothExams }),
  course('DG4', 'อบรมขับรถวัตถุอันตราย ชนิดที่ 4 (ท.4)', 'วัตถุอันตราย ชนิดที่ 4 (บ.4/ท.4)', [18, 0], 3600, { branch: 'KKN', minAge: 25, exams: ['theory'] }),
  course('REN-1', 'อบรมต่ออายุใบอนุญาตขับรถ (2 ชม.)', special, [2, 0], 400),
  course('DEF-6', 'ขับขี่ปลอดภัยเชิงป้องกันอุบัติเหตุ (6 ชม.)', special, [3, 3], 1500, car),
]

interface DemoFee {
  name: string
  price: Satang
  detail: string
}

interface DemoOtherFee extends DemoFee, FeeClass {}

const group =
  (detail: string) =>
  (name: string, price: number): DemoFee => ({ name, price: baht(price), detail })
const fee = group('')
/** An other fee with the kind that its name suggests. */
const classified =
  (detail: string) =>
  (name: string, price: number): DemoOtherFee => ({
    ...group(detail)(name, price),
    ...proposeFee(name),
  })
const exam = classified(feeKinds.exam.label)
const check = classified(applicationKinds.vehicle_check.label)
const other = classified('')

/** In the order of the catalogue: exams, vehicle checks, then everything else. */
export const demoOtherFees: readonly DemoOtherFee[] = [
  exam('ค่าสอบภาคทฤษฎี (e-Exam) ครั้งแรก', 500),
  exam('ค่าสอบภาคปฏิบัติ รถยนต์ ครั้งแรก', 1000),
  exam('ค่าสอบภาคปฏิบัติ รถจักรยานยนต์ ครั้งแรก', 500),
  exam('ค่าสอบแก้ตัว ภาคทฤษฎี', 200),
  exam('ค่าสอบแก้ตัว ภาคปฏิบัติ รถยนต์', 500),
  exam('ค่าสอบแก้ตัว ภาคปฏิบัติ รถจักรยานยนต์', 300),
  exam('ค่าเช่ารถสอบ รถยนต์', 300),
  exam('ค่าเช่ารถสอบ รถจักรยานยนต์', 100),
  exam('ค่าเลื่อนวันสอบ (แจ้งน้อยกว่า 3 วันทำการ)', 200),
  exam('ค่าต่ออายุสิทธิ์สอบ 90 วัน', 500),
  check('ตรวจสภาพรถยนต์ น้ำหนักไม่เกิน 2,000 กก.', 200),
  check('ตรวจสภาพรถยนต์ น้ำหนักเกิน 2,000 กก.', 300),
  check('ตรวจสภาพรถจักรยานยนต์', 60),
  check('ตรวจและทดสอบรถติดตั้งก๊าซ LPG/NGV', 600),
  check('บริการต่อภาษีรถประจำปี', 150),
  check('พ.ร.บ. รถยนต์นั่งไม่เกิน 7 ที่นั่ง', 645.21),
  check('พ.ร.บ. รถจักรยานยนต์ 76–125 ซีซี', 323.14),
  other('ค่าใบรับรองแพทย์', 200),
  other('ค่าทดสอบสมรรถภาพร่างกาย', 100),
  other('ค่าคู่มือ/หนังสือเรียน', 150),
  other('ค่าถ่ายรูป 1 นิ้ว', 60),
  other('ค่าอบรมผ่านระบบ e-Learning', 200),
  other('ค่าล่าม/เอกสารภาษาอังกฤษ', 500),
  other('ค่ารับ–ส่งสอบ', 200),
  other('ค่าฝึกเพิ่มรายชั่วโมง รถยนต์', 450),
  other('ค่าฝึกเพิ่มรายชั่วโมง รถจักรยานยนต์', 250),
  other('ค่าประกันความเสียหายระหว่างฝึก', 100),
]

interface DemoRequestFee extends DemoFee {
  is_state_fee: boolean
}

const stateFee = (name: string, price: number): DemoRequestFee => ({
  ...fee(name, price),
  is_state_fee: true,
})
const ownFee = (name: string, price: number): DemoRequestFee => ({
  ...fee(name, price),
  is_state_fee: false,
})

export const demoRequestFees: readonly DemoRequestFee[] = [
  stateFee('ค่าคำขอ (กรมการขนส่งทางบก)', 5),
  stateFee('ค่าธรรมเนียมใบอนุญาตขับรถยนต์ส่วนบุคคลชั่วคราว (2 ปี)', 200),
  stateFee('ค่าธรรมเนียมใบอนุญาตขับรถจักรยานยนต์ส่วนบุคคลชั่วคราว (2 ปี)', 100),
  stateFee('ค่าธรรมเนียมใบอนุญาตขับรถยนต์ส่วนบุคคล (5 ปี)', 500),
  stateFee('ค่าธรรมเนียมใบอนุญาตขับรถจักรยานยนต์ส่วนบุคคล (5 ปี)', 250),
  stateFee('ใบอนุญาตขับรถระหว่างประเทศ (1 ปี)', 500),
  ownFee('ใบแทนหนังสือรับรองผลการอบรมและทดสอบ', 100),
  ownFee('คัดสำเนาใบเสร็จ / เอกสาร', 20),
  ownFee('ขอเปลี่ยนแปลงข้อมูลผู้เรียน', 50),
]

export interface DemoPromotion {
  code: string
  name: string
  type: LineKind | 'all'
  type_discount: 'percent' | 'amount'
  /** In percent or in baht, by `type_discount`. */
  value: number
  limit: number | null
  start: Day | null
  end: Day | null
}

/** The promotions as of `today`; SONGKRAN (the Thai New Year) is valid in April of this year, or of last year before April. */
export function demoPromotions(today: Day): DemoPromotion[] {
  const thisYear = Number(today.slice(0, 4))
  const april = today >= `${thisYear}-04-01` ? thisYear : thisYear - 1
  const open = { start: null, end: null }
  return [
    {
      code: 'STUDENT10',
      name: 'ส่วนลดนักเรียน–นักศึกษา 10%',
      type: 'course',
      type_discount: 'percent',
      value: 10,
      limit: null,
      ...open,
    },
    {
      code: 'FRIEND300',
      name: 'เพื่อนชวนเพื่อน ลด 300 บาท',
      type: 'course',
      type_discount: 'amount',
      value: 300,
      limit: 200,
      ...open,
    },
    {
      code: 'SONGKRAN',
      name: 'โปรสงกรานต์ ลด 15% (1–30 เม.ย.)',
      type: 'course',
      type_discount: 'percent',
      value: 15,
      limit: 100,
      start: day(`${april}-04-01`),
      end: day(`${april}-04-30`),
    },
    {
      code: 'COMBO500',
      name: 'สมัครรถยนต์คู่รถจักรยานยนต์ ลด 500',
      type: 'course',
      type_discount: 'amount',
      value: 500,
      limit: null,
      ...open,
    },
    {
      code: 'STAFF50',
      name: 'สวัสดิการครอบครัวพนักงาน 50%',
      type: 'all',
      type_discount: 'percent',
      value: 50,
      limit: 20,
      ...open,
    },
  ]
}
