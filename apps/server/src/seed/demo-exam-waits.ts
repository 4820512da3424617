/**
 * The waiting lists of the demo, by the use cases: a company's staff get rights to exams whose sessions are full, wait for
 * seats, and accept, decline or miss them; one of the sessions is cancelled, and in another a seat is offered when the demo is
 * loaded.
 */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { type Day, addDays, timeInBangkok, todayInBangkok } from '@khapdee/domain/thai-date'
import { bookExam } from '../modules/exam/book-exam.ts'
import { disableRight } from '../modules/exam/change-right.ts'
import { grantRight } from '../modules/exam/grant-right.ts'
import {
  acceptSeat,
  declineSeat,
  joinWaiting,
  leaveWaiting,
} from '../modules/exam-waiting/change-waiting.ts'
import { callOf } from './demo-acts.ts'
import type { DemoSession, SessionYear } from './demo-exam-sessions.ts'
import { demoGrantees } from './demo.queries.ts'
import { atWork, userOf } from './demo-rota.ts'
import { type Planned, changeDemoSession, isSettled, managerOf } from './demo-session-changes.ts'

/** The branch with most customers. */
const branch = 'KKN'
/** The customers who book the last seat of a session, and those who wait for one. */
const party = { seated: 1, waiting: 4 }
/** The customers who wait for the session that is cancelled. */
const displaced = 2
/** Minutes between the running offer and the load. */
const offeredBefore = 15
/** Minutes by which a session is prolonged. */
const prolonged = 15
/** Granted rights are valid for this many days after the session. */
const validAfter = 45

const minuteMs = 60_000

const clerkOf = ({ branch }: DemoSession, at: Date): string =>
  userOf(atWork('registrar', todayInBangkok(at)), branch)

/** Grants customers of a session's branch rights to its exam; returns their ids. */
async function grantParty(
  { tx, actAs }: SessionYear,
  session: DemoSession,
  count: number,
  at: Date,
): Promise<number[]> {
  const { branch_id, kind, licence_types, day } = session
  const customers = await demoGrantees.rows(tx, branch_id, kind, at.toISOString(), count)
  const ids: number[] = []
  for (const [n, { customer_id }] of customers.entries()) {
    const granted = new Date(at.getTime() + n * minuteMs)
    const ctx = actAs(managerOf(session), granted, callOf(examRight.grant))
    const { data } = await grantRight(ctx, {
      customer_id,
      branch_id,
      kind,
      licence_type: licence_types.find((type) => type !== 'any') ?? 'car',
      permission_date: addDays(day, validAfter),
      theory_passed_on: kind === 'practice' ? addDays(day, -validAfter) : null,
      note: 'อบรมหมู่คณะของบริษัทขนส่ง ตามหนังสือส่งตัว',
    })
    ids.push(data.right_id)
  }
  return ids
}

/** Puts a right on the waiting list of a session; returns the id of the entry. */
async function join(
  { actAs }: SessionYear,
  session: DemoSession,
  right_id: number,
  at: Date,
): Promise<number> {
  const ctx = actAs(clerkOf(session, at), at, callOf(examWaiting.join))
  const { exam_session_id } = session
  return (await joinWaiting(ctx, { exam_session_id, right_id })).data.exam_waiting_id
}

/**
 * Makes a session full that is cancelled later the same day, and lets customers wait for it.
 * @returns the version of the session
 */
export async function waitForDemoSession(
  year: SessionYear,
  { session, candidates }: Planned,
  cancelledAt: Date,
): Promise<number> {
  const at = (minutes: number) => new Date(cancelledAt.getTime() + (minutes - 60) * minuteMs)
  if (candidates.length === 0 || !isSettled({ session, candidates }, at(0))) return 1
  const { note } = session
  await changeDemoSession(year, { session, at: at(0) }, { capacity: candidates.length, note })
  const rights = await grantParty(year, session, displaced, at(5))
  for (const [n, right_id] of rights.entries()) await join(year, session, right_id, at(15 + n))
  return 2
}

/**
 * Fills the waiting list of the first suitable session on the day before and on a day. Of four
 * customers, the first lets the offer expire and gets another one shortly before the load; the
 * second declines, waits again and loses the right; the third accepts; the fourth leaves and waits
 * again.
 */
export async function waitForDemoSeats(
  year: SessionYear,
  sessions: readonly Planned[],
  { day, now }: { day: Day; now: Date },
): Promise<void> {
  const { actAs } = year
  const on = (which: Day) => (time: string) => new Date(`${which}T${time}:00+07:00`)
  const [before, at] = [on(addDays(day, -1)), on(day)]
  const found = sessions.find(
    (planned) =>
      planned.session.branch === branch &&
      planned.session.kind === 'theory' &&
      isSettled(planned, before('15:00')),
  )
  if (found === undefined) throw new Error('no session can be waited for')
  const { session, candidates } = found
  const clerk = (time: Date, call: Parameters<typeof callOf>[0]) =>
    actAs(clerkOf(session, time), time, callOf(call))
  const { seated, waiting } = party
  const rights = await grantParty(year, session, seated + waiting, before('14:30'))
  for (const [n, right_id] of rights.slice(0, seated).entries()) {
    await bookExam(clerk(before(`15:0${n}`), examBooking.book), {
      right_id,
      exam_date: session.day,
      exam_session_id: session.exam_session_id,
      override_reason: '',
    })
  }
  let [version, capacity] = [0, candidates.length + Math.min(seated, rights.length)]
  const change = (time: Date, { seats = 0, ...others }: { seats?: number; end_time?: string }) => {
    version++
    capacity += seats
    const note = 'จำกัดที่นั่งตามเครื่อง e-Exam ที่ใช้ได้'
    return changeDemoSession(year, { session, at: time }, { version, capacity, note, ...others })
  }
  await change(before('16:00'), {})
  const [first = 0, second = 0, third = 0, fourth = 0] = rights.slice(seated)
  await join(year, session, first, before('16:10'))
  const secondEntry = await join(year, session, second, before('16:20'))
  const thirdEntry = await join(year, session, third, before('16:30'))
  await change(before('16:40'), { seats: 1 })
  // The offer to the first has ended by now; the second has the seat.
  const fourthEntry = await join(year, session, fourth, at('16:50'))
  await declineSeat(clerk(at('16:55'), examWaiting.decline), { exam_waiting_id: secondEntry })
  await acceptSeat(clerk(at('17:00'), examWaiting.accept), { exam_waiting_id: thirdEntry })
  await leaveWaiting(clerk(at('17:05'), examWaiting.leave), {
    exam_waiting_id: fourthEntry,
    note: 'ผู้สมัครจะสอบรอบเดือนหน้าแทน',
  })
  await join(year, session, second, at('17:10'))
  await disableRight(actAs(managerOf(session), at('17:12'), callOf(examRight.disable)), {
    right_id: second,
    note: 'พบว่าใบรับรองแพทย์หมดอายุ รอเอกสารใหม่',
  })
  const again = await join(year, session, first, at('17:15'))
  await change(at('17:20'), { seats: 1 })
  // A change of the time withdraws the offer, so the seat is offered again.
  const end_time = timeInBangkok(new Date(Date.parse(session.ends_at) + prolonged * minuteMs))
  await change(at('17:25'), { end_time })
  await declineSeat(clerk(at('17:30'), examWaiting.decline), { exam_waiting_id: again })
  await change(at('17:35'), { end_time, seats: -1 })
  await join(year, session, first, at('17:40'))
  await join(year, session, fourth, at('17:45'))
  await change(new Date(now.getTime() - offeredBefore * minuteMs), { end_time, seats: 1 })
}
