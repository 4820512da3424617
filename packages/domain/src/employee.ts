/**
 * Fixed lists of values for employees. Source: glossary of the specification, sections 6, 12 and 13;
 * demo catalogue, section 10.
 */
import type { Tone } from './tone.ts'
import { headings } from './words.ts'

/** Employment status. */
export const employeeStatuses = {
  working: { label: 'ปฏิบัติงาน', tone: 'ok' },
  probation: { label: 'ทดลองงาน', tone: 'warn' },
  resigned: { label: 'พ้นสภาพ', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type EmployeeStatus = keyof typeof employeeStatuses

/** Type of employment. */
export const employeeTypes = {
  monthly: { label: 'รายเดือน' },
  daily: { label: 'รายวัน' },
} as const

export type EmployeeType = keyof typeof employeeTypes

export const bankAccountTypes = {
  savings: { label: 'ออมทรัพย์' },
  current: { label: 'กระแสรายวัน' },
  fixed: { label: 'ฝากประจำ' },
} as const

export type BankAccountType = keyof typeof bankAccountTypes

export const leaveKinds = {
  sick: { label: 'ลาป่วย' },
  personal: { label: 'ลากิจ' },
  annual: { label: 'ลาพักร้อน' },
  maternity: { label: 'ลาคลอด' },
  childbirth: { label: 'ลาช่วยเหลือคู่สมรสที่คลอดบุตร' },
  newborn_illness: { label: 'ลาดูแลบุตรที่ป่วยหลังคลอด' },
  unpaid: { label: 'ลาไม่รับค่าจ้าง' },
  absence: { label: 'ขาดงาน' },
  other: { label: headings.other },
} as const

export type LeaveKind = keyof typeof leaveKinds

/** Whether a person works for wages, or for fees without social security. */
export const payKinds = {
  employee: { label: 'ลูกจ้าง' },
  contractor: { label: 'จ้างทำของ' },
} as const
export type PayKind = keyof typeof payKinds

/** Monday first, in display order. */
export const weekdays = {
  monday: { label: 'จันทร์' },
  tuesday: { label: 'อังคาร' },
  wednesday: { label: 'พุธ' },
  thursday: { label: 'พฤหัสบดี' },
  friday: { label: 'ศุกร์' },
  saturday: { label: 'เสาร์' },
  sunday: { label: 'อาทิตย์' },
} as const

export type Weekday = keyof typeof weekdays

export const weekdayNames = Object.keys(weekdays) as Weekday[]

/** The departments of a driving school. */
export const departments = {
  management: 'ฝ่ายบริหาร',
  administration: 'ฝ่ายธุรการและทะเบียน',
  finance: 'ฝ่ายการเงินและบัญชี',
  personnel: 'ฝ่ายบุคคล',
  instruction: 'ฝ่ายครูฝึก',
  testing: 'ฝ่ายอบรมและทดสอบ',
  maintenance: 'ฝ่ายซ่อมบำรุง',
} as const

/** Suggested values; any other text is allowed. */
export const suggestedDepartments: readonly string[] = Object.values(departments)

/** The jobs of a driving school. */
export const positions = {
  branchManager: 'ผู้จัดการสาขา',
  clerk: 'เจ้าหน้าที่ธุรการ',
  registrar: 'เจ้าหน้าที่ทะเบียน',
  cashier: 'เจ้าหน้าที่การเงิน',
  accountant: 'เจ้าหน้าที่บัญชี',
  personnelOfficer: 'เจ้าหน้าที่บุคคล',
  headInstructor: 'หัวหน้าครูฝึก',
  theoryInstructor: 'ครูฝึกภาคทฤษฎี',
  carInstructor: 'ครูฝึกขับรถยนต์',
  motorcycleInstructor: 'ครูฝึกขับรถจักรยานยนต์',
  theoryExaminer: 'ผู้ทดสอบภาคทฤษฎี',
  practiceExaminer: 'ผู้ทดสอบภาคปฏิบัติ',
  mechanic: 'ช่างซ่อมบำรุง',
  cleaner: 'แม่บ้าน',
  gardener: 'คนสวน',
  guard: 'รปภ.',
} as const

/** Suggested values; any other text is allowed. */
export const suggestedPositions: readonly string[] = Object.values(positions)

/** Suggested relations of the emergency contact to the employee; any other text is allowed. */
export const contactRelations = ['บิดา', 'มารดา', 'คู่สมรส', 'พี่', 'น้อง', 'บุตร', 'ญาติ', 'เพื่อน'] as const
