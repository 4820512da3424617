/** The panel, vehicles and place of a session: whether they exist, and the times that they are occupied. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import { examKinds } from '@khapdee/domain/evaluation'
import { type PanelRole, type Span, panelRoles } from '@khapdee/domain/exam-session'
import { type Day, timeInBangkok } from '@khapdee/domain/thai-date'
import { pastStartProblem } from '@khapdee/domain/timetable'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { type Subject, occupy } from '../timetable/occupancy.ts'
import { type FoundProblem, type Refusable, timetableProblems } from '../timetable/problems.ts'
import { sharedUse, staffOf } from './session.queries.ts'

type SessionInput = Pick<
  InputOf<typeof examSession.create>,
  'branch_id' | 'panel' | 'vehicle_ids' | 'place_id' | 'capacity'
>

export interface SessionPlace {
  place_id: number
  name: string
  capacity: number
  is_shared: boolean
}

const panelRoleOrder = Object.keys(panelRoles) as PanelRole[]

const unknown = (path: string) => invalid([{ path, message: messages.itemNotOffered }])

interface ReadOptions {
  /** The resources that the session already has and may keep. */
  before?: Omit<SessionInput, 'branch_id'>
  /**
   * Whether to lock the place until the transaction ends, so that concurrent sessions that share it
   * are counted one after another.
   */
  lock?: boolean
}

/**
 * Refuses people, vehicles and a place that the branch does not have.
 * @returns the place, or null without one
 * @throws VALIDATION
 */
export async function readResources(
  ctx: UserContext,
  input: SessionInput,
  {
    before = { panel: [], vehicle_ids: [], place_id: null, capacity: 0 },
    lock = true,
  }: ReadOptions = {},
): Promise<SessionPlace | null> {
  const { branch_id, panel, vehicle_ids, place_id } = input
  if (panel.length > 0) {
    const staff = await staffOf.rows(ctx.tx, branch_id)
    const known = new Set([
      ...staff.map(({ value }) => value),
      ...before.panel.map(({ user_id }) => user_id),
    ])
    const index = panel.findIndex(({ user_id }) => !known.has(user_id))
    if (index >= 0) throw unknown(`panel.${index}.user_id`)
  }
  const newVehicles = vehicle_ids.filter((vehicle) => !before.vehicle_ids.includes(vehicle))
  if (newVehicles.length > 0) {
    const found = await ctx.tx
      .selectFrom('vehicle')
      .select('vehicle_id')
      .where('vehicle_id', 'in', newVehicles)
      .where('branch_id', '=', branch_id)
      .where('is_delete', '=', false)
      .where('status', '<>', 'retired')
      .execute()
    if (found.length < newVehicles.length) throw unknown('vehicle_ids')
  }
  if (place_id === null) return null
  const places = ctx.tx
    .selectFrom('place')
    .select(['place_id', 'name', 'capacity', 'is_shared', 'is_activate', 'is_delete'])
    .where('place_id', '=', place_id)
    .where('branch_id', '=', branch_id)
  const place = await (lock ? places.forNoKeyUpdate() : places).executeTakeFirst()
  const isKept = before.place_id === place_id
  if (place === undefined || (!isKept && (place.is_delete || !place.is_activate))) {
    throw unknown('place_id')
  }
  // A session keeps its seats when its place becomes smaller.
  const maxCapacity = isKept ? Math.max(place.capacity, before.capacity) : place.capacity
  if (!place.is_shared && input.capacity > maxCapacity) {
    const message = `${place.name} รับได้ไม่เกิน ${place.capacity} คน`
    throw invalid([{ path: 'capacity', message }])
  }
  return place
}

/**
 * Refuses a practice session without a chair where the branch needs one.
 * @throws VALIDATION
 */
export async function assertChair(
  ctx: UserContext,
  { branch_id, kind, panel }: Pick<Planned, 'branch_id' | 'kind' | 'panel'>,
): Promise<void> {
  if (kind !== 'practice' || panel.some(({ role }) => role === 'chair')) return
  const { settings } = await ctx.tx
    .selectFrom('branch')
    .select('settings')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  if (!storedBranchSettings(settings).exam_practice_chair) return
  const message = `${entities.exam_session.label}${examKinds[kind].label}ต้องมี${panelRoles.chair.label}`
  throw invalid([{ path: 'panel', message }])
}

/**
 * The people, vehicles and place that a session occupies. A shared place is not among them, because
 * it is limited by its capacity instead.
 */
export const subjectsOf = (
  { panel, vehicle_ids }: Pick<SessionInput, 'panel' | 'vehicle_ids'>,
  place: SessionPlace | null,
): Subject[] => [
  ...panel.map(({ user_id }) => ({ kind: 'user' as const, subject_id: user_id })),
  ...vehicle_ids.map((vehicle_id) => ({ kind: 'vehicle' as const, subject_id: vehicle_id })),
  ...(place !== null && !place.is_shared
    ? [{ kind: 'place' as const, subject_id: place.place_id }]
    : []),
]

/**
 * Why a shared place has no room for another session at a time, in Thai, or null.
 * @param sessionId the session itself, which does not count; 0 for a new one
 */
export async function sharedPlaceProblem(
  ctx: UserContext,
  place: SessionPlace | null,
  sessionId: number,
  span: Span,
): Promise<string | null> {
  if (place === null || !place.is_shared) return null
  const { starts_at, ends_at } = span
  const use = { place_id: place.place_id, exam_session_id: sessionId, starts_at, ends_at }
  const { sessions } = await sharedUse.one(ctx.tx, [use])
  return sessions < place.capacity
    ? null
    : `${place.name} ไม่ว่าง: ใช้พร้อมกันได้ไม่เกิน ${place.capacity} รอบ`
}

/** The panel in the audit trail: the ids of its people by role. */
export const auditedPanel = (panel: SessionInput['panel']) =>
  Object.fromEntries(
    panelRoleOrder.map((role) => [
      role,
      panel.filter((member) => member.role === role).map(({ user_id }) => user_id),
    ]),
  )

/** Stores the panel and the vehicles of a session; replaces those stored before. */
export async function writeResources(
  ctx: UserContext,
  sessionId: number,
  { panel, vehicle_ids }: Pick<SessionInput, 'panel' | 'vehicle_ids'>,
): Promise<void> {
  if (panel.length > 0) {
    await ctx.tx
      .insertInto('exam_session_panel')
      .values(panel.map((member) => ({ exam_session_id: sessionId, ...member })))
      .execute()
  }
  if (vehicle_ids.length > 0) {
    await ctx.tx
      .insertInto('exam_session_vehicle')
      .values(vehicle_ids.map((vehicle_id) => ({ exam_session_id: sessionId, vehicle_id })))
      .execute()
  }
}

/** Occupies the panel, the vehicles and the place for the span of a session. @throws NOT_FREE */
export async function occupyResources(
  ctx: UserContext,
  sessionId: number,
  subjects: readonly Subject[],
  span: Span,
): Promise<void> {
  await occupy(ctx, subjects, { exam_session_id: sessionId, exam_id: null, ...span })
}

type Planned = Pick<
  InputOf<typeof examSession.create>,
  | 'branch_id'
  | 'kind'
  | 'licence_types'
  | 'start_time'
  | 'end_time'
  | 'panel'
  | 'vehicle_ids'
  | 'place_id'
>

/** The problems of a session on a day, except occupied resources: working time, licences, the state of vehicles. */
export const problemsOn = (
  ctx: UserContext,
  day: Day,
  { branch_id, kind, licence_types, start_time, end_time, panel, vehicle_ids, place_id }: Planned,
): Promise<FoundProblem[]> =>
  timetableProblems(ctx, {
    branch_id,
    day,
    start: start_time,
    end: end_time,
    subject: kind,
    licence_types,
    people: panel.map(({ user_id }) => ({ user_id, kind: 'examiner' })),
    vehicle_ids,
    place_id,
  })

/** The problem of a session that would begin in the past, to the minute; empty without one. */
export function pastStart(
  ctx: UserContext,
  day: Day,
  { start_time }: Pick<Planned, 'start_time'>,
): Refusable[] {
  const now = { day: ctx.clock.today(), time: timeInBangkok(ctx.clock.now()) }
  const problem = pastStartProblem({ day, start: start_time }, now)
  return problem === null ? [] : [{ ...problem, is_refused: true }]
}
