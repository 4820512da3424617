/**
 * The kinds of fees: the purpose of a fee, the applications that may contain it, and the exam
 * rights that it grants. Source: product specification, sections 4b and 6.2b.
 */
import type { ApplicationKind } from './application/status.ts'
import { type Exam, allExams, sortedExams } from './exams.ts'
import { licenceOf } from './licence-types.ts'
import type { LineKind } from './promotion.ts'
import { headings, actionWords } from './words.ts'

export const feeKinds = {
  exam: { label: 'ค่าสอบ' },
  vehicle_check: { label: 'ค่าตรวจสภาพรถ' },
  general: { label: headings.general },
} as const

export type FeeKind = keyof typeof feeKinds

/**
 * Label of a fee whose kind a migration proposed from its name, until a user confirms the kind by
 * saving the fee.
 */
export const unconfirmedKindLabel = 'ยังไม่ยืนยันประเภท'
/** The value of the filter `type` that lists the fees whose kind is not confirmed. */
export const unconfirmedFilter = 'unconfirmed'

/** The uses of exam fees. Only `first` grants exam rights. */
export const examUses = {
  first: { label: 'สอบครั้งแรก (ให้สิทธิ์สอบ)' },
  retake: { label: actionWords.retakeExam },
  extend: { label: actionWords.extendRight },
  move: { label: 'เปลี่ยนวันสอบ' },
  rental: { label: 'เช่ารถสอบ' },
} as const

export type ExamUse = keyof typeof examUses

/** The classification of a fee. */
export interface FeeClass {
  kind: FeeKind
  /** Null unless `kind` is `exam`. */
  exam_use: ExamUse | null
  /** Empty unless `exam_use` is `first`. */
  exams: readonly Exam[]
}

/** The kinds of fees that an application of each kind may contain. */
const allowedFeeKinds: Readonly<Record<ApplicationKind, readonly FeeKind[]>> = {
  course: ['exam', 'general'],
  exam: ['exam', 'general'],
  vehicle_check: ['vehicle_check', 'general'],
  other_fee: ['exam', 'vehicle_check', 'general'],
  request_fee: [],
}

/** The kinds of application that may contain a course. */
const kindsWithCourses: ReadonlySet<ApplicationKind> = new Set(['course', 'exam'])

/**
 * Whether an application of the kind may contain the item. Request fees need an approval, so only their own
 * applications contain them. Source: product specification, section 4c.8.
 * @param feeKind the kind of an `other_fee`; null for other items
 */
export function fitsApplication(
  application: ApplicationKind,
  line: LineKind,
  feeKind: FeeKind | null,
): boolean {
  if (line === 'course') return kindsWithCourses.has(application)
  if (line === 'request_fee') return application === 'request_fee'
  return allowedFeeKinds[application].includes(feeKind ?? 'general')
}

/** A field of a fee that contradicts another. */
export type FeeProblem =
  | 'exam_use_missing'
  | 'exam_use_unexpected'
  | 'exams_missing'
  | 'exams_unexpected'

/** The first contradiction in the classification of a fee, or null. */
export function feeProblem({ kind, exam_use, exams }: FeeClass): FeeProblem | null {
  if (kind === 'exam' && exam_use === null) return 'exam_use_missing'
  if (kind !== 'exam' && exam_use !== null) return 'exam_use_unexpected'
  if (exam_use === 'first' && exams.length === 0) return 'exams_missing'
  if (exam_use !== 'first' && exams.length > 0) return 'exams_unexpected'
  return null
}

const general: FeeClass = { kind: 'general', exam_use: null, exams: [] }

/** Patterns in the names of exam fees, in order of precedence. */
const examUsePatterns: readonly [ExamUse, RegExp][] = [
  ['retake', /สอบแก้ตัว|สอบซ่อม|สอบซ้ำ|สอบใหม่/],
  ['move', /เลื่อน.*สอบ/],
  ['extend', /(ต่ออายุ|ขยาย).*สิทธิ์/],
  ['rental', /เช่ารถ.*สอบ/],
  ['first', /ค่าสอบ|สมัครสอบ/],
]

const vehicleCheck = /ตรวจสภาพ|ตรวจและทดสอบรถ|พ\.ร\.บ|พรบ|ภาษีรถ/

/** The classification that the name of a fee suggests; `general` if it suggests nothing. */
export function proposeFee(name: string): FeeClass {
  if (vehicleCheck.test(name)) return { ...general, kind: 'vehicle_check' }
  const exam_use = examUsePatterns.find(([, pattern]) => pattern.test(name))?.[0]
  if (exam_use === undefined) return general
  return { kind: 'exam', exam_use, exams: exam_use === 'first' ? examsIn(name) : [] }
}

/** The exams that a name mentions: theory, practice, or both if it mentions neither. */
function examsIn(name: string): Exam[] {
  const theory = /ทฤษฎี|e-?exam|ข้อเขียน/i.test(name)
  const practice = /ปฏิบัติ/.test(name)
  const licence = licenceOf(name)
  return sortedExams(
    allExams.filter(
      ({ kind, licence_type }) =>
        licence_type === licence && (theory === practice || (kind === 'theory') === theory),
    ),
  )
}
