/**
 * The rules for scheduling people, vehicles, places and branches at a time: working time, licences
 * and the state of vehicles. Source: product specification, sections 6.1 and 6.2b.
 */
import { type LicenceKind, licenceKinds } from './employee-licence.ts'
import { type EmployeeStatus, type Weekday, weekdayNames, weekdays } from './employee.ts'
import { examKinds } from './evaluation.ts'
import type { ExamKind } from './exams.ts'
import { fieldTitles } from './field-titles.ts'
import { type ExamLicence, examLicences } from './licence-types.ts'
import { type Day, formatDay, formatDayRange, weekdayOf } from './thai-date.ts'
import { type TimeOfDay, formatTimeSpan } from './time-of-day.ts'
import { type VehicleStatus, dueKinds, vehicleStatuses } from './vehicle.ts'

/** The checks, by the error code of a refusal. */
export const timetableChecks = {
  NOT_LICENSED: { label: 'ใบอนุญาตของครูฝึกและผู้ทดสอบ', setting: 'strict_licences' },
  NOT_READY: { label: 'ความพร้อมของยานพาหนะและสถานที่', setting: 'strict_vehicles' },
  OUTSIDE_WORKING_TIME: { label: 'เวลาทำการและวันทำงาน', setting: 'strict_working_time' },
} as const

export type TimetableCheck = keyof typeof timetableChecks

/**
 * Why a person, vehicle, place or branch cannot be scheduled. `contradicts`: entered data conflicts
 * with it, so it is refused unless it is overridden. `missing`: the data was never entered, so it
 * is a warning unless the branch is strict.
 */
export interface TimetableProblem {
  code: TimetableCheck
  basis: 'contradicts' | 'missing'
  /** One Thai sentence that names the person, vehicle, place or branch. */
  message: string
}

/** A time span on one day. The end is later than the start, except after midnight. */
export interface TimeSlot {
  day: Day
  start: TimeOfDay
  end: TimeOfDay
}

/** The hours of a branch on one weekday. */
export interface OpeningHours {
  weekday: Weekday
  opens: TimeOfDay
  closes: TimeOfDay
}

/** Whether the branch requires data that was never entered, by check. */
export type Strictness = Readonly<
  Record<(typeof timetableChecks)[TimetableCheck]['setting'], boolean>
>

/** Whether the branch refuses because of the problem; otherwise the problem is a warning. */
export const isRefused = ({ code, basis }: TimetableProblem, strictness: Strictness): boolean =>
  basis === 'contradicts' || strictness[timetableChecks[code].setting]

/** The weekday of a day, by the name in opening hours and days off. */
export const weekdayNameOf = (day: Day): Weekday => weekdayNames[weekdayOf(day) - 1] ?? 'sunday'

interface BranchFacts {
  name: string
  /** Null: never entered. A weekday without hours is closed. */
  openingHours: readonly OpeningHours[] | null
  /** The name of the holiday on which the branch is closed on the day; null if it is open. */
  holiday: string | null
}

/** The problem with a day of a branch, whatever the time of day; null if the branch is open on it. */
export function closedDayProblem(branch: BranchFacts, day: Day): TimetableProblem | null {
  const problem = problemOf('OUTSIDE_WORKING_TIME')
  if (branch.holiday !== null) {
    return problem('contradicts', `${branch.name} หยุดวันที่ ${formatDay(day)} (${branch.holiday})`)
  }
  if (branch.openingHours === null) {
    return problem('missing', `ยังไม่ได้กำหนดเวลาทำการของ ${branch.name}`)
  }
  const weekday = weekdayNameOf(day)
  return branch.openingHours.some((open) => open.weekday === weekday)
    ? null
    : problem('contradicts', `${branch.name} ปิดทำการวัน${weekdays[weekday].label}`)
}

/** The problem with the opening hours of a branch; null if it is open during the whole slot. */
export function openingProblem(
  branch: BranchFacts,
  { day, start, end }: TimeSlot,
): TimetableProblem | null {
  const weekday = weekdayNameOf(day)
  const hours = branch.openingHours?.find((open) => open.weekday === weekday)
  const closed = closedDayProblem(branch, day)
  if (closed !== null || hours === undefined) return closed
  // A slot that ends after midnight ends outside the hours of its day.
  if (start >= hours.opens && end <= hours.closes && start < end) return null
  return problemOf('OUTSIDE_WORKING_TIME')(
    'contradicts',
    `${branch.name} เปิดทำการวัน${weekdays[weekday].label} ${formatTimeSpan(hours.opens, hours.closes)}`,
  )
}

/**
 * The problem with the start of a slot: a time of the present day that is past, to the minute;
 * otherwise null.
 */
export const pastStartProblem = (
  { day, start }: Pick<TimeSlot, 'day' | 'start'>,
  now: { day: Day; time: TimeOfDay },
): TimetableProblem | null =>
  day === now.day && start < now.time
    ? problemOf('OUTSIDE_WORKING_TIME')('contradicts', `เวลาเริ่ม ${start} น. ของวันนี้ผ่านไปแล้ว`)
    : null

interface PersonFacts {
  name: string
  status: EmployeeStatus
  isActive: boolean
  endDate: Day | null
  daysOff: readonly Weekday[]
  /** Leave that covers the day. Its kind is visible only to users who manage employees. */
  leave: { start: Day; end: Day } | null
}

/** The problem with the working time of a person on a day; null if the person works. */
export function workingTimeProblem(person: PersonFacts, day: Day): TimetableProblem | null {
  const contradicts = (reason: string) =>
    problemOf('OUTSIDE_WORKING_TIME')('contradicts', `${person.name} ${reason}`)
  const hasLeft = person.endDate === null ? person.status === 'resigned' : person.endDate < day
  if (hasLeft) return contradicts('พ้นสภาพแล้ว')
  if (!person.isActive && person.status !== 'resigned') return contradicts('ถูกปิดใช้งาน')
  if (person.leave !== null) {
    const { start, end } = person.leave
    return contradicts(`ลา ${formatDayRange(start, end)}`)
  }
  const weekday = weekdayNameOf(day)
  if (!person.daysOff.includes(weekday)) return null
  return contradicts(`หยุดประจำสัปดาห์วัน${weekdays[weekday].label}`)
}

export interface EmployeeLicence {
  kind: LicenceKind
  subject: ExamKind
  licence_types: readonly ExamLicence[]
  /** The last valid day; null for a licence without one. */
  valid_until: Day | null
}

/** The exam or lesson for which a person needs a licence. */
export interface LicenceNeed {
  kind: LicenceKind
  subject: ExamKind
  /** All of them; `any` is covered by every licence type. */
  licenceTypes: readonly ExamLicence[]
}

/** Whether the licence types include `type`; `any` on either side includes all. */
const includesType = (types: readonly ExamLicence[], type: ExamLicence) =>
  types.includes('any') || (type === 'any' ? types.length > 0 : types.includes(type))

/**
 * The problem with the licences of a person on a day; null if every needed licence type is covered. Licences of one
 * kind count as entered when the person has at least one of that kind.
 */
export function licenceProblem(
  person: { name: string; licences: readonly EmployeeLicence[] },
  need: LicenceNeed,
  day: Day,
): TimetableProblem | null {
  const problem = problemOf('NOT_LICENSED')
  const kind = licenceKinds[need.kind].label
  const entered = person.licences.filter((licence) => licence.kind === need.kind)
  if (entered.length === 0) {
    return problem('missing', `ยังไม่ได้บันทึกใบอนุญาต${kind}ของ ${person.name}`)
  }
  const ofSubject = entered.filter(({ subject }) => subject === need.subject)
  const isValid = ({ valid_until }: EmployeeLicence) => valid_until === null || day <= valid_until
  const covers = (licences: readonly EmployeeLicence[], type: ExamLicence) =>
    licences.some(({ licence_types }) => includesType(licence_types, type))
  const uncovered = need.licenceTypes.filter((type) => !covers(ofSubject.filter(isValid), type))
  if (uncovered.length === 0) return null
  const subject = examKinds[need.subject].label
  const notLicensed = uncovered.filter((type) => !covers(ofSubject, type))
  if (notLicensed.length > 0) {
    return problem(
      'contradicts',
      `${person.name} ไม่มีใบอนุญาต${kind}${subject} ${labelsOf(notLicensed)}`,
    )
  }
  const lastDays = ofSubject
    .filter((licence) => uncovered.some((type) => covers([licence], type)))
    .flatMap(({ valid_until }) => valid_until ?? [])
    .toSorted()
  const [lastDay = day] = lastDays.slice(-1)
  return problem(
    'contradicts',
    `ใบอนุญาต${kind}${subject}ของ ${person.name} หมดอายุวันที่ ${formatDay(lastDay)}`,
  )
}

interface VehicleFacts {
  /** The plate. */
  name: string
  status: VehicleStatus
  /** Empty: never entered. */
  licence_types: readonly ExamLicence[]
  noti_check: Day | null
  noti_tax: Day | null
  noti_compulsory: Day | null
}

/** The due days after which a vehicle may not be used. Insurance beyond the compulsory one is voluntary. */
const bindingDueDays = ['noti_check', 'noti_compulsory', 'noti_tax'] as const
/** New vehicles need no inspection, so only these due days are reported as missing. */
const expectedDueDays = ['noti_compulsory', 'noti_tax'] as const

/**
 * The problems with a vehicle on a day: its state, its due days and its licence types, at least one
 * of which must be in `licenceTypes`. Conflicts with entered data come first; if there are none,
 * missing data.
 */
export function vehicleProblems(
  vehicle: VehicleFacts,
  licenceTypes: readonly ExamLicence[],
  day: Day,
): TimetableProblem[] {
  const problem = problemOf('NOT_READY')
  const { name, status } = vehicle
  if (status !== 'ready') {
    return [problem('contradicts', `${name} ${vehicleStatuses[status].label}`)]
  }
  const overdue = bindingDueDays.filter((kind) => {
    const due = vehicle[kind]
    return due !== null && due < day
  })
  const fits = licenceTypes.some((type) => includesType(vehicle.licence_types, type))
  const hasTypes = vehicle.licence_types.length > 0
  const contradictions = [
    ...overdue.map((kind) =>
      problem('contradicts', `${name} ${dueKinds[kind]} ${formatDay(vehicle[kind] ?? day)}`),
    ),
    ...(hasTypes && !fits
      ? [problem('contradicts', `${name} ไม่ได้ใช้สำหรับ${labelsOf(licenceTypes)}`)]
      : []),
  ]
  if (contradictions.length > 0) return contradictions
  const missing = [
    ...(hasTypes ? [] : [fieldTitles.licenceType]),
    ...expectedDueDays.flatMap((kind) => (vehicle[kind] === null ? [dueKinds[kind]] : [])),
  ]
  if (missing.length === 0) return []
  return [problem('missing', `ยังไม่ได้บันทึกข้อมูลของ ${name} (${missing.join(', ')})`)]
}

/** The problem with a place; null if it is active. */
export const placeProblem = (place: { name: string; isActive: boolean }): TimetableProblem | null =>
  place.isActive ? null : problemOf('NOT_READY')('contradicts', `${place.name} ปิดใช้งาน`)

const labelsOf = (types: readonly ExamLicence[]): string =>
  types.map((type) => examLicences[type].label).join(', ')

const problemOf =
  (code: TimetableCheck) =>
  (basis: TimetableProblem['basis'], message: string): TimetableProblem => ({
    code,
    basis,
    message,
  })
