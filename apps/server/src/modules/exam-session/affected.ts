/**
 * Exam sessions with problems that were entered after they were planned (leave, holidays, repairs),
 * with proposed replacements. They are computed from the present data at each read, so none is
 * missed or outdated. Source: product specification, section 6.2b.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { AffectedSession, affectedSession } from '@khapdee/contract/entities/affected-session'
import type { ListQuery } from '@khapdee/contract/wire'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { limitAndOffset, metaOf } from '../../kernel/list.ts'
import { type TimetableFacts, readFacts } from '../timetable/facts.ts'
import {
  type Appointment,
  type FoundProblem,
  personProblems,
  problemsOf,
  vehicleProblemsOf,
} from '../timetable/problems.ts'
import {
  type PlannedSession,
  type Resource,
  busySubjects,
  plannedSessions,
  resourcesOfBranches,
} from './affected.queries.ts'
import { sharedUse } from './session.queries.ts'

/** Maximum number of replacements proposed for one person, vehicle or place. */
const maxProposals = 20

const appointmentOf = (session: PlannedSession): Appointment => ({
  branch_id: session.branch_id,
  day: session.date,
  start: session.start_time,
  end: session.end_time,
  subject: session.kind,
  licence_types: session.licence_types,
  people: session.panel.map(({ user_id }) => ({ user_id, kind: 'examiner' })),
  vehicle_ids: session.vehicles.map(({ vehicle_id }) => vehicle_id),
  place_id: session.place_id,
})

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

/** The facts about sessions, and about other people, vehicles and places on their days. */
const factsOf = (
  ctx: UserContext,
  sessions: readonly PlannedSession[],
  others: readonly Resource[] = [],
): Promise<TimetableFacts> => {
  const { today } = ctx.clock
  const ofKind = (kind: Resource['kind']) => others.flatMap((r) => (r.kind === kind ? r.id : []))
  const days = sessions.map(({ date }) => date).toSorted()
  return readFacts(ctx, {
    branchIds: unique(sessions.map(({ branch_id }) => branch_id)),
    first: days[0] ?? today(),
    last: days.at(-1) ?? today(),
    userIds: unique([
      ...sessions.flatMap(({ panel }) => panel.map(({ user_id }) => user_id)),
      ...ofKind('user'),
    ]),
    vehicleIds: unique([
      ...sessions.flatMap(({ vehicles }) => vehicles.map(({ vehicle_id }) => vehicle_id)),
      ...ofKind('vehicle'),
    ]),
    placeIds: unique(sessions.flatMap(({ place_id }) => place_id ?? [])),
  })
}

interface Affected {
  session: PlannedSession
  problems: FoundProblem[]
}

/** The sessions with problems that were not accepted, and these problems. */
const affectedOf = (facts: TimetableFacts, sessions: readonly PlannedSession[]): Affected[] =>
  sessions.flatMap((session) => {
    const problems = problemsOf(facts, appointmentOf(session)).filter(
      ({ basis, message }) =>
        basis === 'contradicts' && !session.accepted_problems.includes(message),
    )
    return problems.length === 0 ? [] : [{ session, problems }]
  })

type Subject = AffectedSession['problems'][number]
type Replacement = Subject['replacements'][number]

/** The problems of a session grouped by person, vehicle, place and branch, in the order of the problems. */
function subjectsOf(problems: readonly FoundProblem[]): Subject[] {
  const subjects = new Map<string, Subject>()
  for (const { subject, message } of problems) {
    const key = `${subject.kind} ${subject.id}`
    const known = subjects.get(key)
    if (known === undefined) {
      subjects.set(key, { ...subject, messages: [message], replacements: [] })
    } else known.messages.push(message)
  }
  return [...subjects.values()]
}

/** Proposes people, vehicles or places that are free and fit; those with missing data come last. */
function replacementsOf(
  { session, subject }: { session: PlannedSession; subject: Subject },
  { facts, resources }: { facts: TimetableFacts; resources: readonly Resource[] },
): Replacement[] {
  const appointment = appointmentOf(session)
  const own = new Set([
    ...appointment.people.map(({ user_id }) => `user ${user_id}`),
    ...appointment.vehicle_ids.map((id) => `vehicle ${id}`),
    `place ${session.place_id}`,
  ])
  const found: Replacement[] = []
  for (const resource of resources) {
    const { kind, id, name } = resource
    if (kind !== subject.kind || own.has(`${kind} ${id}`)) continue
    if (kind === 'place') {
      const { place_kind, capacity, is_shared } = resource
      if (session.place_kind !== place_kind || (!is_shared && capacity < session.capacity)) continue
      found.push({ value: id, name, note: '' })
      continue
    }
    const problems =
      kind === 'user'
        ? personProblems(facts, appointment, { user_id: id, kind: 'examiner' })
        : vehicleProblemsOf(facts, appointment, id)
    if (problems.some(({ basis }) => basis === 'contradicts')) continue
    found.push({ value: id, name, note: problems.map(({ message }) => message).join(' · ') })
  }
  return found.toSorted((a, b) => Number(a.note !== '') - Number(b.note !== ''))
}

/** The shared places that have no room for another session at the times of sessions of their branch. */
async function fullPlaces(
  ctx: UserContext,
  sessions: readonly PlannedSession[],
  resources: readonly Resource[],
): Promise<{ exam_session_id: number; place_id: number }[]> {
  const places = resources.filter(({ kind, is_shared }) => kind === 'place' && is_shared)
  const capacityOf = new Map(places.map(({ id, capacity }) => [id, capacity]))
  const uses = sessions.flatMap(({ exam_session_id, branch_id, starts_at, ends_at }) =>
    places
      .filter((place) => place.branch_id === branch_id)
      .map(({ id }) => ({ place_id: id, exam_session_id, starts_at, ends_at })),
  )
  if (uses.length === 0) return []
  const found = await sharedUse.rows(ctx.tx, uses)
  return found.filter(({ place_id, sessions: used }) => used >= (capacityOf.get(place_id) ?? 0))
}

/** Adds replacements to the problems of sessions. */
async function propose(
  ctx: UserContext,
  affected: readonly Affected[],
): Promise<Map<number, Subject[]>> {
  const sessions = affected.map(({ session }) => session)
  const branchIds = unique(sessions.map(({ branch_id }) => branch_id))
  const all = await resourcesOfBranches.rows(ctx.tx, branchIds)
  const facts = await factsOf(ctx, sessions, all)
  const wanted = all
    .filter(({ is_shared }) => !is_shared)
    .map(({ kind, id }) => ({ kind, subject_id: id }))
  const taken = await busySubjects.rows(
    ctx.tx,
    wanted,
    sessions.map(({ exam_session_id, starts_at, ends_at }) => ({
      exam_session_id,
      starts_at,
      ends_at,
    })),
  )
  const full = await fullPlaces(ctx, sessions, all)
  const busy = new Set([
    ...taken.map((row) => `${row.exam_session_id} ${row.kind} ${row.subject_id}`),
    ...full.map((row) => `${row.exam_session_id} place ${row.place_id}`),
  ])
  const proposed = new Map<number, Subject[]>()
  for (const { session, problems } of affected) {
    const { exam_session_id, branch_id } = session
    const resources = all.filter(
      (resource) =>
        resource.branch_id === branch_id &&
        !busy.has(`${exam_session_id} ${resource.kind} ${resource.id}`),
    )
    const subjects = subjectsOf(problems)
    for (const subject of subjects) {
      const found = replacementsOf({ session, subject }, { facts, resources })
      subject.replacements.push(...found.slice(0, maxProposals))
    }
    proposed.set(exam_session_id, subjects)
  }
  return proposed
}

type BranchQuery = Pick<ListQuery, 'branch'>

/** The planned sessions with problems that were not accepted, earliest first. */
async function readAffected(
  ctx: UserContext,
  query: BranchQuery & { exam_session_id?: number | undefined },
): Promise<Affected[]> {
  const planned = await plannedSessions.rows(ctx.tx, ctx, query, ctx.clock.today())
  return affectedOf(await factsOf(ctx, planned), planned)
}

/** Counts the sessions of {@link listAffected}. */
export async function countAffected(
  ctx: UserContext,
  query: BranchQuery,
): Promise<Answer<typeof affectedSession.count>> {
  const affected = await readAffected(ctx, query)
  return { data: { affected: affected.length } }
}

/** A page of the planned sessions with problems that were not accepted, earliest first. */
export async function listAffected(
  ctx: UserContext,
  query: InputOf<typeof affectedSession.gettable>,
): Promise<Answer<typeof affectedSession.gettable>> {
  const affected = await readAffected(ctx, query)
  const { limit, offset } = limitAndOffset(query)
  const page = affected.slice(offset, offset + limit)
  const mayReplace = ctx.may('exam.session')
  const proposed = mayReplace && page.length > 0 ? await propose(ctx, page) : null
  return {
    data: page.map(({ session, problems }) => ({
      exam_session_id: session.exam_session_id,
      name: session.name,
      branch: session.branch,
      date: session.date,
      seats_taken: session.seats_taken,
      problems: proposed?.get(session.exam_session_id) ?? subjectsOf(problems),
      version: session.version,
      can: { replace: mayReplace, keep: ctx.may('exam.override') },
    })),
    meta: metaOf(query, affected.length),
    filter: { branch: branchOptions(ctx) },
  }
}
