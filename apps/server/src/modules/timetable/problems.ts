/** Loads the facts about people, vehicles, a place and a branch, and finds what speaks against a time slot. */
import { branchSettings } from '@khapdee/contract/entities/branch'
import type { LicenceKind } from '@khapdee/domain/employee-licence'
import type { EmployeeStatus, LeaveKind, Weekday } from '@khapdee/domain/employee'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { personName } from '@khapdee/domain/person-name'
import type { Day } from '@khapdee/domain/thai-date'
import {
  type EmployeeLicence,
  type TimeSlot,
  type TimetableProblem,
  isRefused,
  licenceProblem,
  openingProblem,
  placeProblem,
  vehicleProblems,
  workingTimeProblem,
} from '@khapdee/domain/timetable'
import type { VehicleStatus } from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

export interface Appointment extends TimeSlot {
  branch_id: number
  /** The kind of exam or lesson. */
  subject: ExamKind
  licence_types: readonly ExamLicence[]
  people: readonly { user_id: number; kind: LicenceKind }[]
  vehicle_ids: readonly number[]
  place_id: number | null
}

export interface FoundProblem extends TimetableProblem {
  /** Whether the branch refuses because of it; otherwise it is a warning. */
  is_refused: boolean
}

/**
 * What speaks against an appointment, refusals first. Ids of records that do not exist or are deleted have no
 * problems: the caller checks ids, and that nobody and nothing is occupied.
 */
export async function timetableProblems(
  ctx: UserContext,
  appointment: Appointment,
): Promise<FoundProblem[]> {
  const { branch_id, day, place_id } = appointment
  const branch = await readBranch(ctx, branch_id, day)
  const people = await readPeople(ctx, appointment)
  const vehicles = await readVehicles(ctx, appointment.vehicle_ids)
  const place = place_id === null ? undefined : await readPlace(ctx, place_id)
  const { subject, licence_types: licenceTypes } = appointment
  const problems = [
    openingProblem(branch, appointment),
    ...people.flatMap((person) => [
      workingTimeProblem(person, day),
      licenceProblem(person, { kind: person.kind, subject, licenceTypes }, day),
    ]),
    ...vehicles.flatMap((vehicle) => vehicleProblems(vehicle, licenceTypes, day)),
    place === undefined ? null : placeProblem(place),
  ].filter((problem) => problem !== null)
  return problems
    .map((problem) => ({ ...problem, is_refused: isRefused(problem, branch.settings) }))
    .toSorted((a, b) => Number(b.is_refused) - Number(a.is_refused))
}

/**
 * Refuses an appointment with the code of the first refused problem and the messages of all refused ones.
 * @param hasOverride whether the caller may and does override refusals, with a reason that the caller keeps
 * @returns the problems that were not refused, as warnings
 * @throws NOT_LICENSED, NOT_READY or OUTSIDE_WORKING_TIME
 */
export function assertNoProblem(
  problems: readonly FoundProblem[],
  hasOverride: boolean,
): readonly FoundProblem[] {
  const refused = problems.filter(({ is_refused }) => is_refused)
  const [first] = refused
  if (first === undefined || hasOverride) return problems
  throw new AppError(first.code, refused.map(({ message }) => message).join(' · '), 400)
}

async function readBranch(ctx: UserContext, branchId: number, day: Day) {
  const { name, settings, holiday } = await ctx.tx
    .selectFrom('branch as b')
    .select(['b.name', 'b.settings'])
    .select((eb) =>
      eb
        .selectFrom('holiday as h')
        .select('h.name')
        .where('h.day', '=', day)
        .where('h.is_activate', '=', true)
        .where('h.is_delete', '=', false)
        .where((where) =>
          where.or([
            where('h.branch_id', '=', branchId),
            where.and([
              where('h.branch_id', 'is', null),
              where.not(
                where.exists(
                  where
                    .selectFrom('holiday_open_branch as o')
                    .select('o.branch_id')
                    .whereRef('o.holiday_id', '=', 'h.holiday_id')
                    .where('o.branch_id', '=', branchId),
                ),
              ),
            ]),
          ]),
        )
        .orderBy('h.branch_id')
        .limit(1)
        .as('holiday'),
    )
    .where('b.branch_id', '=', branchId)
    .executeTakeFirstOrThrow()
  const known = branchSettings.strip().parse(settings)
  return { name, holiday, settings: known, openingHours: known.opening_hours }
}

async function readPeople(ctx: UserContext, { people, day }: Appointment) {
  if (people.length === 0) return []
  const ids = people.map(({ user_id }) => user_id)
  const rows = await ctx.tx
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.prefix', 'u.fname', 'u.sname', 'u.status', 'u.is_active'])
    .select(['u.end_date', 'u.day_off'])
    .where('u.user_id', 'in', ids)
    .where('u.is_delete', '=', false)
    .$narrowType<{ status: EmployeeStatus; day_off: Weekday[]; end_date: Day | null }>()
    .execute()
  const leaves = await ctx.tx
    .selectFrom('user_leave')
    .select(['user_id', 'kind', 'start', 'end'])
    .where('user_id', 'in', ids)
    .where('start', '<=', day)
    .where('end', '>=', day)
    .$narrowType<{ kind: LeaveKind; start: Day; end: Day }>()
    .execute()
  const licences = await ctx.tx
    .selectFrom('user_licence')
    .select(['user_id', 'kind', 'subject', 'licence_types', 'valid_until'])
    .where('user_id', 'in', ids)
    .$narrowType<Omit<EmployeeLicence, 'licence_types'> & { licence_types: ExamLicence[] }>()
    .execute()
  return people.flatMap(({ user_id, kind }) =>
    rows
      .filter((row) => row.user_id === user_id)
      .map((row) => ({
        kind,
        name: personName(row),
        status: row.status,
        isActive: row.is_active,
        endDate: row.end_date,
        daysOff: row.day_off,
        leave: leaves.find((leave) => leave.user_id === user_id) ?? null,
        licences: licences.filter((licence) => licence.user_id === user_id),
      })),
  )
}

async function readVehicles(ctx: UserContext, ids: readonly number[]) {
  if (ids.length === 0) return []
  return ctx.tx
    .selectFrom('vehicle')
    .select([sql<string>`no || ' ' || province`.as('name'), 'status', 'licence_types'])
    .select(['noti_check', 'noti_tax', 'noti_compulsory'])
    .where('vehicle_id', 'in', [...ids])
    .where('is_delete', '=', false)
    .orderBy('vehicle_id')
    .$narrowType<{
      status: VehicleStatus
      licence_types: ExamLicence[]
      noti_check: Day | null
      noti_tax: Day | null
      noti_compulsory: Day | null
    }>()
    .execute()
}

const readPlace = (ctx: UserContext, placeId: number) =>
  ctx.tx
    .selectFrom('place')
    .select(['name', 'is_activate as isActive'])
    .where('place_id', '=', placeId)
    .where('is_delete', '=', false)
    .executeTakeFirst()
