/** Exam sessions of the demo: each branch holds theory and practice on fixed weekdays, two weeks back and three ahead. */
import { examSession } from '@khapdee/contract/entities/exam-session'
import type { PanelRole } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { cancelSession } from '../modules/exam-session/change-session.ts'
import { createSessions } from '../modules/exam-session/create-sessions.ts'
import { type ActAs, callOf } from './demo-acts.ts'
import { type BranchCode, branchCodes } from './demo-branches.ts'
import { userOf } from './demo-rota.ts'

const daysBack = 14
const daysAhead = 21

interface Series {
  kind: ExamKind
  licence_types: ExamLicence[]
  weekdays: number[]
  start_time: string
  end_time: string
  capacity: number
  place: string
  note?: string
}

/** Every branch has all of them; examiners are off on Wednesdays, and branches may be closed on Sundays. */
const series: readonly Series[] = [
  {
    kind: 'theory',
    licence_types: ['any'],
    weekdays: [2, 6],
    start_time: '09:00',
    end_time: '11:00',
    capacity: 30,
    place: 'ห้องเรียน 1',
  },
  {
    kind: 'theory',
    licence_types: ['any'],
    weekdays: [4],
    start_time: '13:00',
    end_time: '15:00',
    capacity: 30,
    place: 'ห้องเรียน 1',
  },
  {
    kind: 'practice',
    licence_types: ['car'],
    weekdays: [1, 6],
    start_time: '13:00',
    end_time: '16:00',
    capacity: 12,
    place: 'สนามสอบ',
    note: 'นำใบรับรองแพทย์ฉบับจริงมาด้วย',
  },
  {
    kind: 'practice',
    licence_types: ['motorcycle', 'bigbike'],
    weekdays: [5],
    start_time: '09:00',
    end_time: '11:30',
    capacity: 15,
    place: 'สนามสอบ',
  },
]

/** Days, counted from today, on which the examiner of a branch is on leave. */
const examinerLeave: Partial<Record<BranchCode, readonly number[]>> = { KKN: [6] }

/** A car of the branch that stays ready until the last session. */
const carOf = (tx: Kysely<DB>, branchId: number, last: Day) =>
  tx
    .selectFrom('vehicle')
    .select('vehicle_id')
    .where('branch_id', '=', branchId)
    .where('status', '=', 'ready')
    .where(sql<boolean>`'car' = any(licence_types)`)
    .where(sql<boolean>`least(noti_check, noti_compulsory, noti_tax) > ${last}::date`)
    .orderBy('vehicle_id')
    .limit(1)
    .execute()

const panelOf = (userIdOf: (username: string) => number, branch: BranchCode) => [
  { user_id: userIdOf(`examiner.${branch.toLowerCase()}`), role: 'chair' as PanelRole },
]

/** Creates the sessions as the managers of the branches, and cancels the last one of the head office. */
export async function createDemoSessions(
  tx: Kysely<DB>,
  actAs: ActAs,
  branchIdOf: (code: BranchCode) => number,
  userIdOf: (username: string) => number,
  today: Day,
): Promise<void> {
  const [first, last] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  for (const branch of branchCodes) {
    const branch_id = branchIdOf(branch)
    const places = await tx
      .selectFrom('place')
      .select(['place_id', 'name'])
      .where('branch_id', '=', branch_id)
      .execute()
    const cars = await carOf(tx, branch_id, last)
    const except = (examinerLeave[branch] ?? []).map((days) => addDays(today, days))
    for (const [n, { weekdays, place, note = '', ...values }] of series.entries()) {
      const at = new Date(`${addDays(first, -7)}T10:${10 + n}:00+07:00`)
      const ctx = actAs(userOf('manager', branch), at, callOf(examSession.create))
      await createSessions(ctx, {
        ...values,
        branch_id,
        date: first,
        place_id: places.find(({ name }) => name === place)?.place_id ?? null,
        vehicle_ids: values.licence_types.includes('car') ? cars.map((car) => car.vehicle_id) : [],
        panel: panelOf(userIdOf, branch),
        note,
        override_reason: '',
        repeat: { weekdays, until: last, except, skip_holidays: true },
      })
    }
  }
  const { exam_session_id, version } = await tx
    .selectFrom('exam_session')
    .select(['exam_session_id', 'version'])
    .where('branch_id', '=', branchIdOf('KKN'))
    .where('kind', '=', 'practice')
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const at = new Date(`${addDays(today, -1)}T16:20:00+07:00`)
  const ctx = actAs('owner', at, callOf(examSession.cancel))
  await cancelSession(ctx, { exam_session_id, version, note: 'ปรับปรุงผิวสนามสอบ', moves: [] })
}
