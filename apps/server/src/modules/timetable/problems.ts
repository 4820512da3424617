/** Finds the problems of a time slot from the data of its people, vehicles, place and branch. */
import type { LicenceKind } from '@khapdee/domain/employee-licence'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import {
  type TimeSlot,
  type TimetableProblem,
  closedDayProblem,
  isRefused,
  licenceProblem,
  openingProblem,
  placeProblem,
  vehicleProblems,
  workingTimeProblem,
} from '@khapdee/domain/timetable'
import type { Day } from '@khapdee/domain/thai-date'
import type { Reading, UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { type TimetableFacts, readFacts } from './facts.ts'

export interface Appointment extends TimeSlot {
  branch_id: number
  /** The kind of exam or lesson. */
  subject: ExamKind
  licence_types: readonly ExamLicence[]
  people: readonly { user_id: number; kind: LicenceKind }[]
  vehicle_ids: readonly number[]
  place_id: number | null
}

/** The person, vehicle or place that a problem is about. */
export interface ProblemSubject {
  kind: 'branch' | 'user' | 'vehicle' | 'place'
  id: number
  name: string
}

export interface FoundProblem extends TimetableProblem {
  subject: ProblemSubject
  /** Whether the branch refuses because of it; otherwise it is a warning. */
  is_refused: boolean
}

/** A problem without its subject. */
export type Refusable = Omit<FoundProblem, 'subject'>

/**
 * The problems of an appointment, refusals first. Ids of records that do not exist have no problems. The caller checks that
 * the ids exist, and that no person or resource is occupied.
 */
export async function timetableProblems(
  ctx: Reading,
  appointment: Appointment,
): Promise<FoundProblem[]> {
  const { branch_id, day, people, vehicle_ids, place_id } = appointment
  const facts = await readFacts(ctx, {
    branchIds: [branch_id],
    first: day,
    last: day,
    userIds: people.map(({ user_id }) => user_id),
    vehicleIds: vehicle_ids,
    placeIds: place_id === null ? [] : [place_id],
  })
  return problemsOf(facts, appointment)
}

/** As {@link timetableProblems}, with facts that cover the appointment. */
export function problemsOf(facts: TimetableFacts, appointment: Appointment): FoundProblem[] {
  const { branch_id, place_id } = appointment
  const branch = facts.branches.get(branch_id)
  if (branch === undefined) return []
  const found = [
    about(
      { kind: 'branch', id: branch_id, name: branch.name },
      openingProblem(
        { ...branch, holiday: branch.holidays.get(appointment.day) ?? null },
        appointment,
      ),
    ),
    ...appointment.people.flatMap((person) => personProblems(facts, appointment, person)),
    ...appointment.vehicle_ids
      .toSorted((a, b) => a - b)
      .flatMap((id) => vehicleProblemsOf(facts, appointment, id)),
    ...(place_id === null ? [] : placeProblemsOf(facts, place_id)),
  ].flat()
  return found
    .map((problem) => ({ ...problem, is_refused: isRefused(problem, branch.settings) }))
    .toSorted((a, b) => Number(b.is_refused) - Number(a.is_refused))
}

type SubjectProblem = TimetableProblem & { subject: ProblemSubject }

const about = (subject: ProblemSubject, problem: TimetableProblem | null): SubjectProblem[] =>
  problem === null ? [] : [{ ...problem, subject }]

/** The problems with one person of an appointment. */
export function personProblems(
  { people }: TimetableFacts,
  { day, subject, licence_types: licenceTypes }: Appointment,
  { user_id, kind }: Appointment['people'][number],
): SubjectProblem[] {
  const person = people.get(user_id)
  if (person === undefined) return []
  const named = { kind: 'user' as const, id: user_id, name: person.name }
  const leave = person.leaves.find(({ start, end }) => start <= day && day <= end) ?? null
  return [
    ...about(named, workingTimeProblem({ ...person, leave }, day)),
    ...about(named, licenceProblem(person, { kind, subject, licenceTypes }, day)),
  ]
}

/** The problems with one vehicle of an appointment. */
export function vehicleProblemsOf(
  { vehicles }: TimetableFacts,
  { day, licence_types }: Appointment,
  id: number,
): SubjectProblem[] {
  const vehicle = vehicles.get(id)
  if (vehicle === undefined) return []
  const named = { kind: 'vehicle' as const, id, name: vehicle.name }
  return vehicleProblems(vehicle, licence_types, day).flatMap((problem) => about(named, problem))
}

function placeProblemsOf({ places }: TimetableFacts, id: number): SubjectProblem[] {
  const place = places.get(id)
  return place === undefined
    ? []
    : about({ kind: 'place', id, name: place.name }, placeProblem(place))
}

/** The refusals of a branch, in Thai. */
export const refusedMessages = (problems: readonly Refusable[]): string[] =>
  problems.filter(({ is_refused }) => is_refused).map(({ message }) => message)

/** Whether the caller may and does override refusals, with a reason. */
export const overrides = (ctx: UserContext, reason: string): boolean =>
  reason !== '' && ctx.may('exam.override')

/**
 * Refuses an appointment with the code of the first refused problem and the messages of all refused ones.
 * @param hasOverride see {@link overrides}; the caller keeps the reason
 * @returns the problems that were not refused, as warnings
 * @throws NOT_LICENSED, NOT_READY or OUTSIDE_WORKING_TIME
 */
export function assertNoProblem(
  problems: readonly Refusable[],
  hasOverride: boolean,
): readonly Refusable[] {
  const first = problems.find(({ is_refused }) => is_refused)
  if (first === undefined || hasOverride) return problems
  throw new AppError(first.code, refusedMessages(problems).join(' · '), 400)
}

/**
 * Reads why days of a span cannot be used without a session: the branch is closed on them. Both days are inclusive.
 * @returns the problem with a day, or null
 */
export async function readClosedDayProblems(
  ctx: Reading,
  branch_id: number,
  { start, end }: { start: Day; end: Day },
): Promise<(day: Day) => Refusable | null> {
  const { branches } = await readFacts(ctx, {
    branchIds: [branch_id],
    first: start,
    last: end,
    userIds: [],
    vehicleIds: [],
    placeIds: [],
  })
  const branch = branches.get(branch_id)
  if (branch === undefined) return () => null
  return (day) => {
    const holiday = branch.holidays.get(day) ?? null
    const problem = closedDayProblem({ ...branch, holiday }, day)
    return problem === null ? null : { ...problem, is_refused: isRefused(problem, branch.settings) }
  }
}

/**
 * Refuses a day on which a branch is closed, as a session of that day would be.
 * @param hasOverride as for {@link assertNoProblem}
 * @throws OUTSIDE_WORKING_TIME
 */
export async function assertOpenDay(
  ctx: Reading,
  branch_id: number,
  day: Day,
  hasOverride: boolean,
): Promise<void> {
  const problem = (await readClosedDayProblems(ctx, branch_id, { start: day, end: day }))(day)
  if (problem !== null) assertNoProblem([problem], hasOverride)
}
