/**
 * Exam sessions of the demo: a year of weekly ones, and more of them in the weeks around today. They are planned here and
 * inserted at once, because creating each by its use case takes a tenth of the first start.
 */
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Span, seriesDays, sessionName } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays, instantInBangkok, timeInBangkok } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { auditedPanel } from '../modules/exam-session/resources.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import type { IsClosed } from './demo-days.ts'
import { plannedDays, theoryWeeks, weekOf } from './demo-calendar.ts'
import { insertRows, takeIds } from './demo.queries.ts'
import { userOf } from './demo-rota.ts'

/** Sessions around today are more frequent from this many days before today to this many after it. */
const daysAround = { before: 21, after: 34 }
/** Sessions are created this many days before the first of them. */
const daysPlanned = 45
/** Sessions of this many days are created together. */
const daysPerPlan = 56

interface Series {
  /** The branches that hold it. */
  branches: readonly BranchCode[]
  /** Whether it is held around today only. */
  isRecent?: boolean
  /** Interval in weeks. */
  weeks: number
  kind: ExamKind
  licence_types: readonly ExamLicence[]
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
  start_time: string
  end_time: string
  capacity: number
  place: string
  note: string
}

const theory = {
  kind: 'theory',
  licence_types: ['any'],
  capacity: 15,
  place: 'ห้องเรียน 1',
  note: '',
} as const
const morning = { start_time: '09:00', end_time: '11:00' } as const
const afternoon = { start_time: '13:00', end_time: '15:00' } as const
const car = {
  kind: 'practice',
  licence_types: ['car'],
  start_time: '13:00',
  end_time: '16:00',
  capacity: 6,
  place: 'สนามสอบ',
  note: 'นำใบรับรองแพทย์ฉบับจริงมาด้วย',
} as const
const motorcycle = {
  kind: 'practice',
  licence_types: ['motorcycle', 'bigbike'],
  start_time: '09:00',
  end_time: '11:30',
  capacity: 8,
  place: 'สนามสอบ',
  note: '',
} as const
const large = ['KKN', 'UDN'] as const
const small = ['BPI', 'NMA'] as const

/** Examiners are off on Wednesdays. */
const series: readonly Series[] = [
  { ...theory, ...morning, branches: large, weeks: 1, weekday: 6 },
  { ...theory, ...morning, branches: small, weeks: theoryWeeks, weekday: 6 },
  { ...car, branches: large, weeks: 1, weekday: 1 },
  { ...car, branches: small, weeks: 2, weekday: 1 },
  { ...motorcycle, branches: large, weeks: 2, weekday: 5 },
  { ...motorcycle, branches: small, weeks: 4, weekday: 5 },
  { ...theory, ...afternoon, branches: ['KKN'], isRecent: true, weeks: 1, weekday: 2 },
  { ...car, branches: ['KKN'], isRecent: true, weeks: 1, weekday: 4 },
]

/** A session of the demo that is held or will be. */
export interface DemoSession extends Span {
  exam_session_id: number
  branch: BranchCode
  branch_id: number
  kind: ExamKind
  licence_types: readonly ExamLicence[]
  name: string
  day: Day
  capacity: number
  place_id: number | null
  vehicle_ids: readonly number[]
  /** Id of the chair of the panel. */
  chair: number
  note: string
}

/** The data from which the sessions of the demo are planned. */
export interface SessionYear {
  tx: Kysely<DB>
  actAs: ActAs
  branchIdOf: (code: string) => number
  userIdOf: (username: string) => number
  otherFeeIdOf: (name: string) => number
  isClosed: IsClosed
  today: Day
}

/** The rooms, the car, and the days without sessions of a branch. */
async function readBranch(
  { tx, branchIdOf, userIdOf, isClosed, today }: SessionYear,
  branch: BranchCode,
) {
  const branch_id = branchIdOf(branch)
  const last = addDays(today, daysAround.after)
  const places = await tx
    .selectFrom('place')
    .select(['place_id', 'name'])
    .where('branch_id', '=', branch_id)
    .execute()
  const cars = await tx
    .selectFrom('vehicle')
    .select('vehicle_id')
    .where('branch_id', '=', branch_id)
    .where('status', '=', 'ready')
    .where(sql<boolean>`'car' = any(licence_types)`)
    .where(sql<boolean>`least(noti_check, noti_compulsory, noti_tax) > ${last}::date`)
    .orderBy('vehicle_id')
    .limit(1)
    .execute()
  const chair = userIdOf(examinerOf(branch))
  const leaves = await tx
    .selectFrom('user_leave')
    .select(['start', 'end'])
    .where('user_id', '=', chair)
    .$narrowType<{ start: Day; end: Day }>()
    .execute()
  return {
    branch,
    branch_id,
    chair,
    placeIdOf: (name: string) => places.find((place) => place.name === name)?.place_id ?? null,
    vehicle_ids: cars.map(({ vehicle_id }) => vehicle_id),
    isOpen: (day: Day) =>
      !isClosed(branch_id, day) && !leaves.some(({ start, end }) => start <= day && day <= end),
  }
}

type Branch = Awaited<ReturnType<typeof readBranch>>

/** The user who examines in a branch. */
export const examinerOf = (branch: BranchCode): string => `examiner.${branch.toLowerCase()}`

const sessionOf = (
  { branch, branch_id, chair, placeIdOf, vehicle_ids }: Branch,
  {
    kind,
    licence_types,
    capacity,
    note,
    start_time,
    end_time,
    place,
  }: Omit<Series, 'branches' | 'isRecent' | 'weeks' | 'weekday'>,
  day: Day,
): Omit<DemoSession, 'exam_session_id'> => ({
  branch,
  branch_id,
  kind,
  licence_types,
  name: sessionName(kind, day, start_time),
  day,
  starts_at: instantInBangkok(day, start_time),
  ends_at: instantInBangkok(day, end_time),
  capacity,
  place_id: placeIdOf(place),
  vehicle_ids: licence_types.includes('car') ? vehicle_ids : [],
  chair,
  note,
})

/** How long the session takes that runs when the demo data are loaded. */
const runningMinutes = 150
const halfHour = 1_800_000
const clockTimeOf = (at: number) => timeInBangkok(new Date(at))

/**
 * The times of the session that runs when the demo data are loaded: it began at the last half hour that is at least twenty
 * minutes ago, and ends on the same day. @param now the time of the load
 */
export function runningTimes(now: Date, today: Day): { start_time: string; end_time: string } {
  const midnight = new Date(`${today}T00:00:00+07:00`).getTime()
  const begun = Math.floor((now.getTime() - 20 * 60_000 - midnight) / halfHour) * halfHour
  const start = midnight + Math.max(0, begun)
  const end = Math.min(start + runningMinutes * 60_000, midnight + 24 * 3_600_000 - 60_000)
  return { start_time: clockTimeOf(start), end_time: clockTimeOf(end) }
}

const runningBranch: BranchCode = 'KKN'

/** The planned sessions of a branch, without those that overlap the running one. */
function planBranch(branch: Branch, today: Day, running: { start_time: string; end_time: string }) {
  const first = addDays(today, 1 - plannedDays)
  const last = addDays(today, daysAround.after)
  return series
    .filter(({ branches }) => branches.includes(branch.branch))
    .flatMap(({ isRecent = false, weeks, weekday, ...values }) =>
      daysOfWeek(isRecent ? addDays(today, -daysAround.before) : first, last, weekday)
        .filter((day) => weekOf(day) % weeks === 0)
        .filter(
          (day) =>
            branch.isOpen(day) &&
            (day !== today ||
              branch.branch !== runningBranch ||
              values.end_time <= running.start_time ||
              values.start_time >= running.end_time),
        )
        .map((day) => sessionOf(branch, values, day)),
    )
}

/** The days with a weekday from `first` to `last`. */
function daysOfWeek(first: Day, last: Day, weekday: number): Day[] {
  const [start] = seriesDays({ date: first, weekdays: [weekday], until: addDays(first, 6) })
  const days: Day[] = []
  for (let day = start ?? first; day <= last; day = addDays(day, 7)) days.push(day)
  return days
}

/** Inserts sessions with their occupied resources, and audits them as if their managers had created each. */
async function insertSessions(
  { tx, actAs, userIdOf }: SessionYear,
  planned: readonly Omit<DemoSession, 'exam_session_id'>[],
  createdAt: (session: Omit<DemoSession, 'exam_session_id'>) => Date,
): Promise<DemoSession[]> {
  const { ids } = await takeIds.one(tx, 'exam_session', planned.length)
  const sessions = planned.map((session, i) => ({ ...session, exam_session_id: ids[i] ?? 0 }))
  const rows = sessions.map((session) => {
    const { branch, day: _, vehicle_ids: __, chair: ___, ...row } = session
    const manager = userOf('manager', branch)
    const at = createdAt(session)
    const user_id = userIdOf(manager)
    const panel = [{ user_id: session.chair, role: 'chair' as const }]
    actAs(manager, at, callOf(examSession.create)).audit({
      entity: 'exam_session',
      id: session.exam_session_id,
      branch: session.branch_id,
      after: auditedSession(session, panel),
    })
    return { ...row, created_by: user_id, updated_by: user_id, createdAt: at, updatedAt: at }
  })
  const occupied = sessions.flatMap(
    ({ exam_session_id, chair, vehicle_ids, place_id, ...span }) => {
      const during = `[${span.starts_at},${span.ends_at})`
      const of = (kind: string, subject_id: number) => ({
        kind,
        subject_id,
        during,
        exam_session_id,
      })
      return [
        of('user', chair),
        ...vehicle_ids.map((id) => of('vehicle', id)),
        ...(place_id === null ? [] : [of('place', place_id)]),
      ]
    },
  )
  const panels = sessions.map(({ exam_session_id, chair }) => ({
    exam_session_id,
    user_id: chair,
    role: 'chair',
  }))
  const vehicles = sessions.flatMap(({ exam_session_id, vehicle_ids }) =>
    vehicle_ids.map((vehicle_id) => ({ exam_session_id, vehicle_id })),
  )
  await insertRows(tx, 'exam_session', rows)
  await insertRows(tx, 'exam_session_panel', panels)
  await insertRows(tx, 'exam_session_vehicle', vehicles)
  await insertRows(tx, 'occupancy', occupied)
  return sessions
}

/** A session in the audit trail, as its creation writes it. */
function auditedSession(
  {
    branch_id,
    kind,
    licence_types,
    day,
    starts_at,
    ends_at,
    capacity,
    place_id,
    vehicle_ids,
    note,
  }: DemoSession,
  panel: { user_id: number; role: 'chair' }[],
) {
  return {
    branch_id,
    kind,
    licence_types,
    date: day,
    start_time: timeInBangkok(starts_at),
    end_time: timeInBangkok(ends_at),
    capacity,
    place_id,
    vehicle_ids,
    note,
    ...auditedPanel(panel),
  }
}

/** Inserts the weekly sessions of the year, which the managers have created some weeks before. */
export async function insertWeeklySessions(year: SessionYear, now: Date): Promise<DemoSession[]> {
  const running = runningTimes(now, year.today)
  const planned = []
  for (const branch of branchCodes) {
    planned.push(...planBranch(await readBranch(year, branch), year.today, running))
  }
  const first = addDays(year.today, 1 - plannedDays)
  const ordered = planned.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
  return insertSessions(year, ordered, ({ day, branch }) => {
    const plan = Math.floor((Date.parse(day) - Date.parse(first)) / 86_400_000 / daysPerPlan)
    const created = addDays(first, plan * daysPerPlan - daysPlanned)
    return new Date(`${created}T10:${10 + branchCodes.indexOf(branch)}:00+07:00`)
  })
}

/**
 * Inserts the session that runs at the end of the load, and a later one of today in each other
 * branch that has none. They are inserted after the registrations of the year, so that those have
 * only one session to choose.
 */
export async function insertSessionsOfToday(
  year: SessionYear,
  now: Date,
  weekly: readonly DemoSession[],
): Promise<{ running: DemoSession; others: DemoSession[] }> {
  const { today } = year
  const planned = []
  for (const code of branchCodes) {
    const branch = await readBranch(year, code)
    const isRunning = code === runningBranch
    if (!isRunning && weekly.some((session) => session.branch === code && session.day === today)) {
      continue
    }
    const times = isRunning ? runningTimes(now, today) : { start_time: '14:00', end_time: '16:00' }
    planned.push(sessionOf(branch, { ...theory, ...times }, today))
  }
  const at = new Date(`${addDays(today, -12)}T10:40:00+07:00`)
  const sessions = await insertSessions(year, planned, () => at)
  const running = sessions.find(({ branch }) => branch === runningBranch)
  if (running === undefined) throw new Error('no session runs')
  return { running, others: sessions.filter((session) => session !== running) }
}
