/** The licences of the instructors and examiners of the demo school. */
import type { LicenceKind } from '@khapdee/domain/employee-licence'
import { positions } from '@khapdee/domain/employee'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { DemoUser } from './demo-staff.ts'

type Licence = readonly [kind: LicenceKind, subject: ExamKind, types: readonly ExamLicence[]]

const licences: Readonly<Record<string, readonly Licence[]>> = {
  [positions.theoryInstructor]: [
    ['instructor', 'theory', ['any']],
    ['examiner', 'theory', ['any']],
  ],
  [positions.carInstructor]: [['instructor', 'practice', ['car', 'truck2']]],
  [positions.motorcycleInstructor]: [['instructor', 'practice', ['motorcycle', 'bigbike']]],
  [positions.practiceExaminer]: [
    ['examiner', 'theory', ['any']],
    ['examiner', 'practice', ['any']],
  ],
}

/** Days until the last valid day, by user name; all others are valid for more than a year. */
const validDays: Readonly<Record<string, number>> = { 'motorcycle.udn': -12, 'motorcycle.bpi': 24 }

/** The licences of an employee. @param serial position of the employee among all */
export const licencesOf = ({ username, position }: DemoUser, serial: number, today: Day) =>
  (licences[position] ?? []).map(([kind, subject, types], n) => ({
    kind,
    subject,
    licence_types: [...types],
    number: `ขส. ${1200 + 10 * serial + n}/${Number(today.slice(0, 4)) + 542}`,
    valid_until: addDays(today, validDays[username] ?? 400 + 7 * serial),
  }))
