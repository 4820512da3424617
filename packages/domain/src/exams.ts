/** The exams for which a course or a fee grants rights. */
import { examKinds } from './evaluation.ts'
import { type ExamLicence, examLicenceOrder, examLicences } from './licence-types.ts'

export type ExamKind = keyof typeof examKinds

/** One exam: theory or practice, for one licence type. */
export interface Exam {
  kind: ExamKind
  licence_type: ExamLicence
}

/** Theory first. */
export const examKindOrder = Object.keys(examKinds) as ExamKind[]

/** Every possible exam: theory first, then by licence type. This is the order of all lists of exams. */
export const allExams: readonly Exam[] = examKindOrder.flatMap((kind) =>
  examLicenceOrder.map((licence_type) => ({ kind, licence_type })),
)

const isSame = (a: Exam, b: Exam) => a.kind === b.kind && a.licence_type === b.licence_type

/** The exams in the order of {@link allExams}, each once. */
export const sortedExams = (exams: readonly Exam[]): Exam[] =>
  allExams.filter((exam) => exams.some((given) => isSame(exam, given)))

/** The licence types of the exams of one kind. */
export const licencesOf = (exams: readonly Exam[], kind: ExamKind): ExamLicence[] =>
  sortedExams(exams).flatMap((exam) => (exam.kind === kind ? [exam.licence_type] : []))

/** The exams, with the licence types of one kind replaced by `licences`. */
export const withLicences = (
  exams: readonly Exam[],
  kind: ExamKind,
  licences: readonly ExamLicence[],
): Exam[] =>
  sortedExams([
    ...exams.filter((exam) => exam.kind !== kind),
    ...licences.map((licence_type) => ({ kind, licence_type })),
  ])

/** The name of an exam, such as `ภาคปฏิบัติ รถยนต์`. */
export const examName = ({ kind, licence_type }: Exam): string =>
  `${examKinds[kind].label} ${examLicences[licence_type].label}`
