/**
 * The last seat of a session, claimed concurrently through different calls, and one waiting list
 * processed by two servers.
 */
import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import {
  type Seated,
  grantTheory,
  insertSession,
  seatCandidate,
  seatRight,
  sessionInput,
} from '../../../test/make/exam-session.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'
import { createDb, createPool } from '../../db/client.ts'
import { checkInvariants } from '../../db/invariants.ts'
import type { DB } from '../../db/types.ts'
import { serveLists } from '../booking/serve-lists.ts'

let test: TestApp
/** The database as another server reads it, with separate connections. */
let elsewhere: Kysely<DB>
beforeAll(async () => {
  test = await startApp()
  elsewhere = createDb(createPool(test.url, { pipeline: true }), { namedStatements: true })
})
afterAll(async () => {
  await elsewhere.destroy()
  await test.close()
})

const registrar = 'registrar.kkn'

const book = (right_id: number, exam_session_id: number, exam_date: Day) =>
  test.call(
    examBooking.book,
    { right_id, exam_session_id, exam_date, override_reason: '' },
    registrar,
  )
const move = (exam_id: number, exam_session_id: number, exam_date: Day) =>
  test.call(
    examBooking.changeDate,
    { exam_id, exam_session_id, exam_date, note: '', override_reason: '' },
    registrar,
  )
const register = (exam_session_id: number, exam_date: Day) =>
  test.call(
    application.create,
    applicationInput(test.school, {
      course: [
        {
          course_id: test.school.course.car,
          ...lineInput(600_000, { paid: satang(600_000) }),
          exam_date,
          exam_session_id,
        },
      ],
    }),
    'cashier.kkn',
  )
/** Registers an exam application, whose fee grants the right that it books. */
const registerExam = (exam_session_id: number, exam_date: Day, other_fee_id: number) =>
  test.call(
    application.create,
    applicationInput(test.school, {
      type: 'exam',
      course: [],
      other_fee: [
        {
          other_fee_id,
          ...lineInput(20_000, { paid: satang(20_000) }),
          exam_date,
          exam_session_id,
        },
      ],
    }),
    'cashier.kkn',
  )
const cancelBooking = (exam_id: number) =>
  test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, registrar)
const accept = (exam_waiting_id: number) =>
  test.call(examWaiting.accept, { exam_waiting_id }, registrar)
const decline = (exam_waiting_id: number) =>
  test.call(examWaiting.decline, { exam_waiting_id }, registrar)
const cut = (exam_session_id: number, date: Day, capacity: number) => {
  const { branch_id: _, repeat: __, ...values } = sessionInput(test, { date, capacity })
  return test.call(
    examSession.update,
    {
      ...values,
      start_time: '13:00',
      end_time: '15:00',
      exam_session_id,
      version: 1,
      status: 'open',
      moves: [],
    },
    'manager.kkn',
  )
}

/** Removes a booking of a round, so that its right is booked again in the next. */
async function forget({ exam_id }: { exam_id: number }): Promise<void> {
  await sql`delete from occupancy where exam_id = ${exam_id}`.execute(test.db)
  await sql`delete from exam where exam_id = ${exam_id}`.execute(test.db)
}
/** Returns a booking to the session that it had before the round. */
async function restore({ exam_id }: Seated, home: number, day: Day): Promise<void> {
  await sql`update exam set exam_session_id = ${home}, exam_date = ${day} where exam_id = ${exam_id}`.execute(
    test.db,
  )
  await sql`update occupancy o set exam_session_id = ${home}, during = tstzrange(s.starts_at, s.ends_at)
    from exam_session s where s.exam_session_id = ${home} and o.exam_id = ${exam_id}`.execute(
    test.db,
  )
}

async function grantMany(count: number): Promise<number[]> {
  const rights = []
  for (let n = 0; n < count; n++) rights.push(await grantTheory(test))
  return rights
}

/** A full session of one seat with a waiting list. */
async function makeFullSession(day: Day, seated: number, waiting: readonly number[]) {
  const id = await insertSession(test, day)
  const { exam_id } = await seatRight(test, seated, id)
  const queue: number[] = []
  for (const right_id of waiting) {
    const input = { exam_session_id: id, right_id }
    queue.push((await test.call(examWaiting.join, input, registrar)).data.exam_waiting_id)
  }
  return { id, exam_id, queue }
}

/** Frees the last seat of a session whose waiting list has one entry, to which it is offered. @returns the entry */
async function offerLastSeat(
  exam_session_id: number,
  { leaving, waiting }: { leaving: number; waiting: number },
): Promise<number> {
  const { exam_id } = await seatRight(test, leaving, exam_session_id)
  const joined = await test.call(
    examWaiting.join,
    { exam_session_id, right_id: waiting },
    registrar,
  )
  await cancelBooking(exam_id)
  return joined.data.exam_waiting_id
}

/** Removes the rows of a round, so that its rights are used again. */
async function clear(id: number): Promise<void> {
  await sql`delete from exam_waiting where exam_session_id = ${id}`.execute(test.db)
  await sql`delete from occupancy where exam_session_id = ${id}`.execute(test.db)
  await sql`delete from exam where exam_session_id = ${id}`.execute(test.db)
}

const stateOf = async (exam_waiting_id: number) =>
  (
    await test.db
      .selectFrom('exam_waiting')
      .select('state')
      .where('exam_waiting_id', '=', exam_waiting_id)
      .executeTakeFirstOrThrow()
  ).state

/** How many of the seats of a session are booked, and how many are held by offers. */
async function seatsOf(exam_session_id: number) {
  const { seats_taken, offers, capacity } = (
    await test.call(examSession.get, { exam_session_id }, registrar)
  ).data
  return { seats_taken, offers, capacity }
}

describe('the last seat, claimed at once', () => {
  /**
   * Rounds are fast, because the rights are used again; so a race for seats has five times the
   * rounds of other races.
   */
  const inManyRounds = async (round: (n: number) => Promise<void>) => {
    for (let times = 0; times < 5; times++) await inRounds(round)
  }

  it(
    'has exactly one taker among bookings, moves, registrations, accepted offers and a lowered capacity',
    { timeout: raceTimeoutMs * 5 },
    async () => {
      const day = addDays(test.clock.today(), 4)
      const home = await insertSession(test, addDays(day, 30), { capacity: 5 })
      const [right = 0, seated = 0, leaving = 0, waiting = 0] = await grantMany(4)
      const mover = await seatCandidate(test, home)
      const exams = JSON.stringify([{ kind: 'theory', licence_type: 'car' }])
      const { other_fee_id } = await makeOtherFee(test.db, {
        price: 20_000,
        kind: 'exam',
        exam_use: 'first',
        exams,
      })
      const winners = new Set<string>()
      let round = 0
      await inManyRounds(async () => {
        // The last seat is that of an empty session, a seat that is removed at the same time, or
        // one that is offered to a waiting customer.
        const isEmpty = round % 2 === 0
        const isOffered = round % 4 === 3
        const id = await insertSession(test, day, { capacity: isEmpty ? 1 : 2 })
        if (!isEmpty) await seatRight(test, seated, id)
        const offer = isOffered ? await offerLastSeat(id, { leaving, waiting }) : 0
        const calls = {
          book: book(right, id, day),
          move: move(mover.exam_id, id, day),
          // A new registration costs more than the rest of the round.
          ...(round % 5 === 0 && { register: register(id, day) }),
          ...(round % 5 === 2 && { 'register exam': registerExam(id, day, other_fee_id) }),
          ...(isOffered && { accept: accept(offer) }),
          ...(!isEmpty && { cut: cut(id, day, 1) }),
        }
        round++
        const outcomes = (await race(...Object.values(calls))).split(' ')
        const taken = await seatsOf(id)
        expect(taken.seats_taken + taken.offers).toBeLessThanOrEqual(taken.capacity)
        const won = Object.keys(calls).filter((_, i) => outcomes[i] === 'ok')
        expect([won.length, outcomes]).toEqual([1, outcomes])
        expect(isOffered ? won : ['accept']).toEqual(['accept'])
        winners.add(won[0] ?? '')
        const lost = outcomes.filter((outcome) => outcome !== 'ok')
        expect(lost.filter((code) => code !== 'SESSION_FULL' && code !== 'CAPACITY_TAKEN')).toEqual(
          [],
        )
        await sql`delete from exam_waiting where exam_session_id = ${id}`.execute(test.db)
        const bookings = await test.db
          .selectFrom('exam')
          .select(['exam_id', 'right_id'])
          .where('exam_session_id', '=', id)
          .execute()
        for (const booking of bookings) {
          if (booking.exam_id === mover.exam_id) await restore(mover, home, addDays(day, 30))
          else if ([right, seated, leaving, waiting].includes(booking.right_id))
            await forget(booking)
        }
        await sql`update exam_right_event set detail = detail - 'counted' where right_id = ${mover.right_id}`.execute(
          test.db,
        )
      })
      expect(winners.size).toBeGreaterThan(2)
      const results = await checkInvariants(test.db)
      expect(results.filter(({ violations }) => violations > 0)).toEqual([])
    },
  )

  it(
    'is held for the customer to whom it is offered, against a booking and another waiting customer',
    { timeout: raceTimeoutMs },
    async () => {
      const day = addDays(test.clock.today(), 6)
      const [rival = 0, seated = 0, ...waiting] = await grantMany(4)
      await inRounds(async (n) => {
        const { id, exam_id, queue } = await makeFullSession(day, seated, waiting)
        const [first = 0, second = 0] = queue
        // The seat is offered by the call that frees it, so that no other customer gets it.
        expect(await race(cancelBooking(exam_id), book(rival, id, day))).toBe('ok SESSION_FULL')
        expect(await stateOf(first)).toBe('offered')
        const accepts = n % 2 === 0
        const outcomes = await race(
          accepts ? accept(first) : decline(first),
          book(rival, id, day),
          accept(second),
        )
        // After a decline the next customer may accept immediately, if the seat was offered by
        // then.
        expect(outcomes).toMatch(/^ok SESSION_FULL (STATE|ok)$/)
        const { seats_taken, offers } = await seatsOf(id)
        const isTaken = accepts || outcomes.endsWith('ok')
        expect([seats_taken, offers]).toEqual(isTaken ? [1, 0] : [0, 1])
        await clear(id)
      })
    },
  )

  it(
    'is held for the customer to whom it is offered, against a lowered capacity',
    { timeout: raceTimeoutMs },
    async () => {
      const day = addDays(test.clock.today(), 8)
      const [seated = 0, leaving = 0, waiting = 0] = await grantMany(3)
      await inRounds(async (n) => {
        const id = await insertSession(test, day, { capacity: 2 })
        await seatRight(test, seated, id)
        const exam_waiting_id = await offerLastSeat(id, { leaving, waiting })
        const accepts = n % 2 === 0
        const outcomes = await race(
          accepts ? accept(exam_waiting_id) : decline(exam_waiting_id),
          cut(id, day, 1),
        )
        // After a decline the seat may be removed, if it was free by then.
        expect(outcomes).toMatch(accepts ? /^ok CAPACITY_TAKEN$/ : /^ok (CAPACITY_TAKEN|ok)$/)
        const { seats_taken, offers, capacity } = await seatsOf(id)
        expect(seats_taken + offers).toBe(accepts ? 2 : 1)
        expect(capacity).toBe(outcomes.endsWith('ok') ? 1 : 2)
        await clear(id)
      })
    },
  )

  it(
    'is offered to only one customer by two servers, also when the former offer is declined meanwhile',
    { timeout: raceTimeoutMs },
    async () => {
      const day = addDays(test.clock.today(), 7)
      const [seated = 0, ...waiting] = await grantMany(4)
      const later = {
        now: () => new Date(test.clock.now().getTime() + 25 * 3_600_000),
        today: () => addDays(test.clock.today(), 1),
      }
      await inRounds(async () => {
        const { id, exam_id, queue } = await makeFullSession(day, seated, waiting)
        await cancelBooking(exam_id)
        await Promise.all([
          serveLists(test.db, later),
          serveLists(elsewhere, later),
          decline(queue[0] ?? 0),
        ])
        expect(await seatsOf(id)).toMatchObject({ seats_taken: 0, offers: 1 })
        const { rows } = await sql<{ offers: number }>`
          select count(*)::int as offers from exam_right_event
          where event = 'seat_offered' and (detail ->> 'exam_session_id')::int = ${id}
          group by right_id`.execute(test.db)
        expect(rows.length).toBeGreaterThan(1)
        expect(rows.filter(({ offers }) => offers !== 1)).toEqual([])
        await clear(id)
      })
    },
  )
})
