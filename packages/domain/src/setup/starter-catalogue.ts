/**
 * The usual courses and fees of a Thai driving school, with prices to correct: offered to a new school, and used by the
 * demo school. Prices in satang. Source: demo catalogue, sections 2 to 6; `key` of a course is its code there.
 */
import { applicationKinds } from '../application/status.ts'
import type { Exam, ExamKind } from '../exams.ts'
import { type FeeClass, feeKinds, proposeFee } from '../fee-kinds.ts'
import { type ExamLicence, licenceOf, type licenceTypes } from '../licence-types.ts'
import { type Satang, satang } from '../money.ts'
import { vehicleWords } from '../words.ts'

const baht = (amount: number): Satang => satang(Math.round(amount * 100))

export interface StarterCourse {
  key: string
  name: string
  type: (typeof licenceTypes)[number]
  price: Satang
  theory_hours: number
  practice_hours: number
  exams: readonly Exam[]
  min_age: number | null
}

interface CourseOptions {
  exams?: readonly ExamKind[]
  /**
   * The licence types of the practice exams, if they differ from that of the course; the theory
   * exam is then valid for any type.
   */
  licences?: readonly ExamLicence[]
  minAge?: number
}

const course = (
  key: string,
  name: string,
  type: StarterCourse['type'],
  [theory, practice]: [theory: number, practice: number],
  price: number,
  { exams = [], licences, minAge }: CourseOptions = {},
): StarterCourse => ({
  key,
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
export const starterCourses: readonly StarterCourse[] = [
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
  course('TRK3', 'รถลากจูง ชนิดที่ 3 (ท.3) พร้อมสอบ (26 ชม.)', 'รถลากจูง ชนิดที่ 3 (บ.3/ท.3)', [8, 18], 23_400, { minAge: 20, exams: bothExams }),
  course('DG4', 'อบรมขับรถวัตถุอันตราย ชนิดที่ 4 (ท.4)', 'วัตถุอันตราย ชนิดที่ 4 (บ.4/ท.4)', [18, 0], 3600, { minAge: 25, exams: ['theory'] }),
  course('REN-1', 'อบรมต่ออายุใบอนุญาตขับรถ (2 ชม.)', special, [2, 0], 400),
  course('DEF-6', 'ขับขี่ปลอดภัยเชิงป้องกันอุบัติเหตุ (6 ชม.)', special, [3, 3], 1500, car),
]

interface StarterFee {
  name: string
  price: Satang
  detail: string
}

export interface StarterOtherFee extends StarterFee, FeeClass {}

const group =
  (detail: string) =>
  (name: string, price: number): StarterFee => ({ name, price: baht(price), detail })
const fee = group('')
/** An other fee with the kind that its name suggests. */
const classified =
  (detail: string) =>
  (name: string, price: number): StarterOtherFee => ({
    ...group(detail)(name, price),
    ...proposeFee(name),
  })
const exam = classified(feeKinds.exam.label)
const check = classified(applicationKinds.vehicle_check.label)
const other = classified('')

/** In the order of the catalogue: exams, vehicle checks, then everything else. */
export const starterOtherFees: readonly StarterOtherFee[] = [
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

export interface StarterRequestFee extends StarterFee {
  is_state_fee: boolean
}

const stateFee = (name: string, price: number): StarterRequestFee => ({
  ...fee(name, price),
  is_state_fee: true,
})
const ownFee = (name: string, price: number): StarterRequestFee => ({
  ...fee(name, price),
  is_state_fee: false,
})

export const starterRequestFees: readonly StarterRequestFee[] = [
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
