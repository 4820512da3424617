/** Fixed lists for evaluations of exams and of the school. Source: product specification, section 6. */
import { vehicleWords } from './words.ts'

export const evaluationTypes = {
  theory: { label: 'ภาคทฤษฎี' },
  practice: { label: 'ภาคปฏิบัติ' },
  fitness: { label: 'ทดสอบสมรรถภาพ' },
  satisfaction: { label: 'ความพึงพอใจ' },
} as const

export type EvaluationType = keyof typeof evaluationTypes

const { theory, practice } = evaluationTypes

/** The kinds of exams that a course may have. */
export const examKinds = { theory, practice } as const

export const evaluationScales = {
  pass_fail: { label: 'ผ่าน / ไม่ผ่าน' },
  five: { label: 'ระดับ 1–5' },
} as const

export type EvaluationScale = keyof typeof evaluationScales

/** Suggested values, for exams first, then for satisfaction; any other text is allowed. */
export const evaluationCategories = [
  vehicleWords.car,
  vehicleWords.motorcycle,
  'รถบรรทุก',
  'ลากจูง',
  'ด้านครูฝึก',
  'ด้านหลักสูตรและเนื้อหา',
  'ด้านรถและอุปกรณ์',
  'ด้านสนามฝึกและสถานที่',
  'ด้านการให้บริการของเจ้าหน้าที่',
  'ด้านความปลอดภัย',
  'ภาพรวม',
] as const
