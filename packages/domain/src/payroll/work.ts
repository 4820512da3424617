/**
 * Work that is paid by a rate of its person, such as a seat on the panel of an exam session: the
 * rate that pays it, its quantity, and the changes since a month was built. Source: product
 * specification, section 10.
 */
import { examKinds } from '../evaluation.ts'
import { type PanelRole, acceptsLicence, panelRoles } from '../exam-session.ts'
import type { ExamKind } from '../exams.ts'
import { type ExamLicence, examLicences } from '../licence-types.ts'
import type { Satang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import type { LineKind } from './built-in-lines.ts'
import type { MonthFacts, WorkRow } from './draft.ts'
import { type Hundredths, ratio, roundHalfUp } from './exact.ts'
import type { WorkUnit } from './items.ts'
import { type Month, lastDayOf, monthOf } from './month.ts'

/** The kinds of paid work. Each has one reader of the server; see `WorkSource`. */
export const workKinds = { exam_panel: { label: 'คุมสอบ' } } as const
export type WorkKind = keyof typeof workKinds

/** The scope of a rate: the work that it pays; null for every value. */
export interface WorkScope {
  kind: WorkKind
  role: PanelRole | null
  licence_type: ExamLicence | null
  subject: ExamKind | null
}

/** A dated rate of a person. It is valid until a later one with the same scope; 0 pays nothing. */
export interface WorkRate extends WorkScope {
  payroll_work_rate_id: number
  valid_from: Day
  unit: WorkUnit
  rate: Satang
  /** The item of payroll from which its line gets name and flags. */
  item: LineKind & { list_payroll_id: number }
}

/** A piece of work of a person. */
export interface WorkDone {
  /** Its kind and record, such as `exam_panel:12`; unique for a person. */
  key: string
  kind: WorkKind
  day: Day
  name: string
  /** Null for work without roles. */
  role: PanelRole | null
  subject: ExamKind
  licence_types: readonly ExamLicence[]
  minutes: number
  persons: number
}

/** Work that another month of the person pays. */
export interface PaidWork {
  day: Day
  unit: WorkUnit
}

/** `คุมสอบภาคปฏิบัติ รถยนต์ (ประธาน)` */
export const scopeName = ({ kind, role, licence_type, subject }: WorkScope): string =>
  [
    `${workKinds[kind].label}${subject === null ? '' : examKinds[subject].label}`,
    ...(licence_type === null ? [] : [examLicences[licence_type].label]),
    ...(role === null ? [] : [`(${panelRoles[role].label})`]),
  ].join(' ')

const covers = (rate: WorkScope, work: WorkDone): boolean =>
  rate.kind === work.kind &&
  (rate.role === null || rate.role === work.role) &&
  (rate.subject === null || rate.subject === work.subject) &&
  (rate.licence_type === null || acceptsLicence(work.licence_types, rate.licence_type))

/**
 * A scope with a role is more specific than one with a licence type, and that more than one with a
 * subject.
 */
const precision = ({ role, licence_type, subject }: WorkScope): number =>
  (role === null ? 0 : 4) + (licence_type === null ? 0 : 2) + (subject === null ? 0 : 1)

/**
 * The rate that pays a piece of work: the latest one with the most specific scope that is valid on
 * its day.
 * @returns null if none pays it
 */
export function rateOf(rates: readonly WorkRate[], work: WorkDone): WorkRate | null {
  const [best] = rates
    .filter((rate) => rate.valid_from <= work.day && covers(rate, work))
    .toSorted(
      (a, b) =>
        precision(b) - precision(a) ||
        (a.valid_from === b.valid_from
          ? b.payroll_work_rate_id - a.payroll_work_rate_id
          : a.valid_from < b.valid_from
            ? 1
            : -1),
    )
  return best === undefined || best.rate === 0 ? null : best
}

/** The quantity of a piece of work. A day and a month are counted once, with their first work. */
function quantityOf(unit: WorkUnit, work: WorkDone, before: readonly PaidWork[]): Hundredths {
  if (unit === 'time') return 100
  if (unit === 'person') return work.persons * 100
  if (unit === 'hour') return roundHalfUp(ratio(work.minutes * 100, 60))
  const isSame = ({ day }: PaidWork) =>
    unit === 'day' ? day === work.day : monthOf(day) === monthOf(work.day)
  return before.some((paid) => paid.unit === unit && isSame(paid)) ? 0 : 100
}

/**
 * The lines that pay work, one for each rate.
 * @param done work that no other month pays, of the month and of earlier ones that are closed
 * @param paid work that other months of the person pay
 */
export function workLinesOf(
  rates: readonly WorkRate[],
  done: readonly WorkDone[],
  paid: readonly PaidWork[],
): MonthFacts['work'] {
  const counted = new Map<number, { rate: WorkRate; rows: WorkRow[] }>()
  const before = [...paid]
  const inOrder = done.toSorted((a, b) =>
    a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? -1 : 1,
  )
  for (const work of inOrder) {
    const rate = rateOf(rates, work)
    if (rate === null) continue
    const { payroll_work_rate_id: id, unit } = rate
    const group = counted.get(id) ?? { rate, rows: [] }
    counted.set(id, group)
    const { key, day, name } = work
    group.rows.push({ key, day, name, unit, quantity: quantityOf(unit, work, before) })
    before.push({ day, unit })
  }
  return [...counted.values()].map(({ rate, rows }) => ({
    ...rate.item,
    name: `${rate.item.name} · ${scopeName(rate)}`,
    condition: 'multiply',
    title_value: rate.unit,
    per_value: rate.rate,
    source: `work:${rate.payroll_work_rate_id}`,
    rate: rate.rate,
    work: rows,
  }))
}

/**
 * Whether a month proposes the work of a day: its own work, and work of earlier months that were
 * closed without it.
 */
export const isDueIn = (month: Month, day: Day, closed: ReadonlySet<Month>): boolean =>
  day <= lastDayOf(month) && (monthOf(day) === month || closed.has(monthOf(day)))

/**
 * Work whose quantity has changed since the month was built; null where there was none, or is none
 * any more.
 */
export interface WorkChange {
  day: Day
  name: string
  before: Hundredths | null
  after: Hundredths | null
}

/** The differences between the work that a month pays and the work that it would pay now. */
export function workChanges(stored: readonly WorkRow[], now: readonly WorkRow[]): WorkChange[] {
  const byKey = new Map(now.map((row) => [row.key, row]))
  const changes: WorkChange[] = []
  for (const { key, day, name, quantity } of stored) {
    const next = byKey.get(key)
    byKey.delete(key)
    if (next?.quantity !== quantity || next.day !== day)
      changes.push({ day, name, before: quantity, after: next?.quantity ?? null })
  }
  for (const { day, name, quantity } of byKey.values())
    changes.push({ day, name, before: null, after: quantity })
  return changes.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
