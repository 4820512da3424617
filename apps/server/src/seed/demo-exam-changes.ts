/**
 * Changes of single sessions and rights of the demo in the last days, made by the use cases: a session is full, one is
 * closed, one is cancelled and leaves candidates without a seat; rights are extended, disabled, enabled and granted without an
 * application; customers wait for seats; candidates of the running session owe for what they bought after they were booked.
 */
import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { insertRightEvents } from '../modules/booking/right-events.ts'
import { dismissItem } from '../modules/exam/dismiss-item.ts'
import { disableRight, enableRight, extendRight } from '../modules/exam/change-right.ts'
import { grantRight } from '../modules/exam/grant-right.ts'
import { cancelSession } from '../modules/exam-session/cancel-session.ts'
import { callOf } from './demo-acts.ts'
import { addFee } from './demo-amendments.ts'
import type { PlannedExam } from './demo-exam-plan.ts'
import { waitForDemoSeats, waitForDemoSession } from './demo-exam-waits.ts'
import type { DemoSession, SessionYear } from './demo-exam-sessions.ts'
import { isPresent, userOf } from './demo-rota.ts'
import {
  type DemoExams,
  candidatesOf,
  changeDemoSession,
  comingSessions,
  managerOf,
} from './demo-session-changes.ts'

/** Candidates of the running session who owe for a fee. */
const owing = 2
const branch = 'KKN'

/** The last day before `day` on which the manager works. */
function workdayBefore(day: Day): Day {
  const before = addDays(day, -1)
  return isPresent('manager', before) ? before : addDays(before, -1)
}

/** Cancels the session with most candidates: one gets a seat in a later session, the others are told later. */
async function cancelOne(
  year: SessionYear,
  exams: DemoExams,
  at: Date,
): Promise<DemoSession | null> {
  const [chosen] = comingSessions(exams, year.today, at)
  if (chosen === undefined) return null
  const { session, candidates } = chosen
  const version = await waitForDemoSession(year, chosen, at)
  const later = exams.sessions.find(
    (other) =>
      other.branch === session.branch &&
      other.kind === session.kind &&
      other.licence_types.join() === session.licence_types.join() &&
      other.day > session.day &&
      candidatesOf(exams, other).length < other.capacity,
  )
  const isFree = (exam: PlannedExam, day: Day) =>
    exam.right.permission_date >= day &&
    !exams.plan.exams.some(
      (other) => other.right.customer_id === exam.right.customer_id && other.exam_date === day,
    )
  const moved =
    later && candidates.length > 1 ? candidates.find((exam) => isFree(exam, later.day)) : undefined
  await cancelSession(year.actAs(managerOf(session), at, callOf(examSession.cancel)), {
    exam_session_id: session.exam_session_id,
    version,
    note: session.kind === 'practice' ? 'ปรับปรุงผิวสนามสอบ' : 'ไฟฟ้าดับทั้งอาคารตามประกาศ',
    moves: candidates.map((exam) => ({
      exam_id: exam.exam_id ?? 0,
      exam_session_id: exam === moved ? (later?.exam_session_id ?? null) : null,
    })),
  })
  for (const exam of candidates) exam.session = exam === moved ? (later ?? null) : null
  return session
}

/** Rights whose last day is in a range, without a booking and without events from `day` on; in the order of their last days. */
async function idleRights(
  { tx }: SessionYear,
  first: Day,
  last: Day,
  day: Day,
): Promise<{ right_id: number; code: string }[]> {
  return tx
    .selectFrom('exam_right as r')
    .innerJoin('branch as b', 'b.branch_id', 'r.branch_id')
    .select(['r.right_id', 'b.code'])
    .where('r.used_at', 'is', null)
    .where('r.forfeited_at', 'is', null)
    .where('r.disabled_at', 'is', null)
    .where('r.permission_date', '>=', first)
    .where('r.permission_date', '<=', last)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('exam as e')
            .whereRef('e.right_id', '=', 'r.right_id')
            .where('e.result', 'is', null)
            .where('e.cancelled_at', 'is', null),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('exam_right_event as v')
            .whereRef('v.right_id', '=', 'r.right_id')
            .where('v.at', '>=', `${day}T00:00:00+07:00`),
        ),
      ),
    )
    .orderBy('r.permission_date')
    .orderBy('r.right_id')
    .execute()
}

/** Extends rights that have expired, disables some that are valid, and enables one of them again. */
async function changeRights(year: SessionYear, day: Day): Promise<void> {
  const { actAs, today } = year
  const at = (time: string) => new Date(`${day}T${time}:00+07:00`)
  const expired = await idleRights(year, addDays(today, -120), addDays(today, -2), day)
  for (const [n, { right_id, code }] of expired.slice(-4).entries()) {
    const ctx = actAs(userOf('manager', code), at(`10:${20 + n}`), callOf(examRight.extend))
    await extendRight(ctx, {
      right_id,
      days: n % 2 === 0 ? 30 : 60,
      note: 'ผู้สมัครลาป่วย มีใบรับรองแพทย์',
    })
  }
  const idle = await idleRights(year, addDays(today, 20), addDays(today, 70), day)
  // Those of the head office first, where most people look.
  const valid = idle
    .toSorted((a, b) => Number(b.code === 'KKN') - Number(a.code === 'KKN'))
    .slice(0, 3)
  for (const [n, { right_id, code }] of valid.entries()) {
    const ctx = actAs(userOf('manager', code), at(`11:${20 + n}`), callOf(examRight.disable))
    await disableRight(ctx, { right_id, note: 'เอกสารไม่ตรงกับตัวบุคคล รอตรวจสอบ' })
  }
  const [enabled] = valid
  if (enabled === undefined) return
  const ctx = actAs(userOf('manager', enabled.code), at('15:05'), callOf(examRight.enable))
  await enableRight(ctx, { right_id: enabled.right_id, note: 'ตรวจสอบเอกสารแล้วถูกต้อง' })
}

/**
 * Records leave of the chair of an already planned session, so that another employee has to chair
 * it.
 */
async function recordLeave(
  { tx, userIdOf }: SessionYear,
  session: DemoSession | undefined,
  at: Date,
): Promise<void> {
  if (session === undefined) return
  await tx
    .insertInto('user_leave')
    .values({
      user_id: session.chair,
      start: session.day,
      end: session.day,
      kind: 'personal',
      reason: 'พาบิดาไปพบแพทย์',
      created_by: userIdOf(managerOf(session)),
      createdAt: at.toISOString(),
    })
    .execute()
}

/**
 * Records two wished exam days that could not be booked when the applications were paid; the staff
 * has resolved one of them by phone.
 */
async function refuseWishes(year: SessionYear, day: Day): Promise<void> {
  const { actAs, today, tx } = year
  const at = (time: string) => new Date(`${day}T${time}:00+07:00`)
  const rights = (await idleRights(year, addDays(today, 20), addDays(today, 70), day)).slice(3, 5)
  const note = 'ยังไม่ได้จองสอบภาคทฤษฎี: รอบสอบนี้เต็มแล้ว'
  for (const [n, { right_id, code }] of rights.entries()) {
    const { line_id } = await tx
      .updateTable('exam_right')
      .set({ wish_refusal: note })
      .where('right_id', '=', right_id)
      .returning('line_id')
      .$narrowType<{ line_id: number }>()
      .executeTakeFirstOrThrow()
    const exam_date = addDays(today, 5 + n)
    await tx
      .updateTable('application_line')
      .set({ exam_date })
      .where('line_id', '=', line_id)
      .execute()
    await insertRightEvents([{ right_id, event: 'wish_refused', detail: { exam_date, note } }], {
      user_id: year.userIdOf(userOf('cashier', code)),
      at: at(`13:${10 + n}`).toISOString(),
    }).execute(tx)
  }
  const [settled] = rights
  if (settled === undefined) return
  const ctx = actAs(userOf('cashier', settled.code), at('14:05'), callOf(examBooking.dismiss))
  await dismissItem(ctx, { right_id: settled.right_id, note: 'ผู้สมัครจะโทรนัดวันสอบใหม่เอง' })
}

/** Rights that managers grant without an application, to customers who have none. */
const grants = [
  { kind: 'theory', days: 60, note: 'ย้ายมาจากโรงเรียนที่ปิดกิจการ ตามหนังสือส่งตัว' },
  { kind: 'practice', days: 75, note: 'ชดเชยรอบสอบที่ยกเลิกเพราะฝนตกหนัก' },
  { kind: 'practice', days: 90, note: 'บุตรพนักงาน ผู้บริหารอนุมัติ' },
] as const

/** Grants rights without an application; the theory exams of the practice rights were passed elsewhere. */
async function grantRights({ tx, actAs, today }: SessionYear, day: Day): Promise<void> {
  const customers = await tx
    .selectFrom('customer as c')
    .innerJoin('branch as b', 'b.branch_id', 'c.branch_id')
    .select(['c.customer_id', 'b.branch_id', 'b.code'])
    .where('c.is_walk_in', '=', false)
    .where('c.is_delete', '=', false)
    .where('c.createdAt', '<', new Date(`${day}T08:00:00+07:00`).toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('exam_right as r').whereRef('r.customer_id', '=', 'c.customer_id')),
      ),
    )
    .orderBy('c.customer_id', 'desc')
    .limit(grants.length)
    .execute()
  for (const [n, { customer_id, branch_id, code }] of customers.entries()) {
    const { kind, days, note } = grants[n % grants.length] ?? grants[0]
    const at = new Date(`${day}T15:${30 + n}:00+07:00`)
    await grantRight(actAs(userOf('manager', code), at, callOf(examRight.grant)), {
      customer_id,
      branch_id,
      kind,
      licence_type: 'car',
      permission_date: addDays(today, days),
      theory_passed_on: kind === 'practice' ? addDays(today, -days) : null,
      note,
    })
  }
}

/** Makes all changes, on the manager's last day at work. */
export async function changeDemoExams(
  year: SessionYear,
  exams: DemoExams,
  now: Date,
): Promise<void> {
  const { today } = year
  const day = workdayBefore(today)
  const at = (time: string) => new Date(`${day}T${time}:00+07:00`)
  // First, because it needs customers without any right, and later steps grant rights.
  await grantRights(year, day)
  const cancelled = await cancelOne(year, exams, at('16:20'))
  const others = comingSessions(exams, today, at('16:20')).filter(
    ({ session }) => session !== cancelled,
  )
  const [full, closed] = others
  if (full !== undefined && full.candidates.length > 0) {
    const { session, candidates } = full
    const values = { capacity: candidates.length, note: 'ลดจำนวนรับ ระบบ e-Exam ขัดข้องบางเครื่อง' }
    await changeDemoSession(year, { session, at: at('16:30') }, values)
  }
  if (closed !== undefined) {
    const { session } = closed
    await changeDemoSession(
      year,
      { session, at: at('16:35') },
      { status: 'closed', note: session.note },
    )
  }
  const planned = others.find(
    ({ session }) =>
      session !== full?.session && session !== closed?.session && session.kind === 'theory',
  )
  await recordLeave(year, planned?.session, at('16:45'))
  const awaited = others.filter(
    ({ session }) => ![full, closed, planned].some((other) => other?.session === session),
  )
  await refuseWishes(year, day)
  await changeRights(year, day)
  await waitForDemoSeats(year, awaited, { day, now })
  for (const { right } of exams.seated.slice(-owing)) {
    await addFee(
      year.actAs(userOf('cashier', branch), at('16:40'), callOf(application.amend)),
      right.application_id,
      year.otherFeeIdOf,
    )
  }
}
