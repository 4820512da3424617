import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import {
  createSession,
  grantTheory,
  seatCandidate,
  sessionInput,
} from '../../../test/make/exam-session.ts'
import { makePlace } from '../../../test/make/place.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const as = 'manager.kkn'
const tomorrow = () => addDays(test.clock.today(), 1)

const create = (values: Partial<InputOf<typeof examSession.create>>) =>
  test.call(examSession.create, sessionInput(test, values), as)

/** Changes the first version of a session as it was created by `sessionInput`. */
function update(exam_session_id: number, change: Partial<InputOf<typeof examSession.update>>) {
  const { branch_id: _, repeat: __, ...values } = sessionInput(test)
  const input = { ...values, exam_session_id, version: 1, status: 'open' as const, moves: [] }
  return test.call(examSession.update, { ...input, ...change }, as)
}

const cancel = (exam_session_id: number, moves: InputOf<typeof examSession.cancel>['moves'] = []) =>
  test.call(examSession.cancel, { exam_session_id, version: 1, note: 'ไฟดับ', moves }, as)

const book = (right_id: number, exam_session_id: number) =>
  test.call(
    examBooking.book,
    { right_id, exam_date: tomorrow(), exam_session_id, override_reason: '' },
    'registrar.kkn',
  )

const sorted = (outcomes: string) => outcomes.split(' ').toSorted().join(' ')

/** Runs rounds of a race, and returns the outcomes that are not among `allowed`, and the violated invariants. */
async function unexpected(
  allowed: readonly string[],
  round: () => Promise<string>,
): Promise<unknown[]> {
  const outcomes: string[] = []
  await inRounds(async () => void outcomes.push(await round()))
  const results = await checkInvariants(test.db)
  return [
    ...outcomes.filter((outcome) => !allowed.includes(outcome)),
    ...results.filter(({ violations }) => violations > 0),
  ]
}

describe('a booking of the last seat', () => {
  it('and the removal of that seat never both succeed', { timeout: raceTimeoutMs }, async () => {
    expect(
      await unexpected(['CAPACITY_TAKEN ok', 'SESSION_FULL ok'], async () => {
        const id = await createSession(test, { capacity: 2 })
        await seatCandidate(test, id)
        const right = await grantTheory(test)
        return sorted(await race(update(id, { capacity: 1 }), book(right, id)))
      }),
    ).toEqual([])
  })

  it(
    'and the cancellation of its session never both succeed',
    { timeout: raceTimeoutMs },
    async () => {
      expect(
        await unexpected(['CONFLICT ok', 'MOVES_INCOMPLETE ok', 'STATE ok'], async () => {
          const id = await createSession(test)
          const right = await grantTheory(test)
          return sorted(await race(cancel(id), book(right, id)))
        }),
      ).toEqual([])
    },
  )

  it(
    'and the change of its day never both succeed with the booking on the old day',
    { timeout: raceTimeoutMs },
    async () => {
      expect(
        await unexpected(['CONFLICT ok', 'STATE ok', 'ok ok'], async () => {
          const id = await createSession(test)
          const right = await grantTheory(test)
          return sorted(await race(update(id, { date: addDays(tomorrow(), 1) }), book(right, id)))
        }),
      ).toEqual([])
    },
  )

  it(
    'is given to the candidate of only one of two cancelled sessions',
    { timeout: raceTimeoutMs },
    async () => {
      expect(
        await unexpected(['SESSION_FULL ok'], async () => {
          const last = await createSession(test, { capacity: 1 })
          const cancelled = [await createSession(test), await createSession(test)]
          const calls = []
          for (const id of cancelled) {
            const { exam_id } = await seatCandidate(test, id)
            calls.push(() => cancel(id, [{ exam_id, exam_session_id: last }]))
          }
          return sorted(await race(...calls.map((call) => call())))
        }),
      ).toEqual([])
    },
  )
})

describe('a candidate who requests another session', () => {
  it('while it is cancelled is moved once', { timeout: raceTimeoutMs }, async () => {
    expect(
      await unexpected(
        // Once the candidate's request has moved the booking, it is no longer a booking of the
        // cancelled session.
        ['NOT_FOUND ok', 'ok ok', 'CONFLICT ok'],
        async () => {
          const id = await createSession(test)
          const [one, other] = [await createSession(test), await createSession(test)]
          const { exam_id } = await seatCandidate(test, id)
          const input = { exam_id, exam_date: tomorrow(), exam_session_id: one, note: '' }
          return sorted(
            await race(
              test.call(examBooking.changeDate, { ...input, override_reason: '' }, 'registrar.kkn'),
              cancel(id, [{ exam_id, exam_session_id: other }]),
            ),
          )
        },
      ),
    ).toEqual([])
  })
})

describe.each<{ what: string; make: () => Promise<Partial<InputOf<typeof examSession.create>>> }>([
  {
    what: 'person',
    make: async () => {
      const { user_id } = await makeEmployee(test, test.school.branch.KKN)
      return { panel: [{ user_id, role: 'chair' }] }
    },
  },
  {
    what: 'vehicle',
    make: async () => {
      const { vehicle_id } = await makeVehicle(test.db, { branch_id: test.school.branch.KKN })
      return { vehicle_ids: [vehicle_id] }
    },
  },
  {
    what: 'place',
    make: async () => {
      const { place_id } = await makePlace(test.db, {
        branch_id: test.school.branch.KKN,
        is_shared: false,
      })
      return { place_id }
    },
  },
])('a $what', ({ make }) => {
  it(
    'is in only one of two concurrent sessions that claim it, and the refusal of the other names the first',
    { timeout: raceTimeoutMs },
    async () => {
      expect(
        await unexpected(['NOT_FREE ok'], async () => {
          const wanted = await make()
          const stored = await createSession(test)
          const answers = await Promise.all([create(wanted), update(stored, wanted)])
          const refused = answers.find(({ status }) => status !== 200)
          expect(refused?.body.message).toMatch(/^.+ ไม่ว่าง: สอบภาคทฤษฎี .* น\.$/)
          return answers
            .map(({ status, body }) => (status === 200 ? 'ok' : String(body.code)))
            .toSorted()
            .join(' ')
        }),
      ).toEqual([])
    },
  )
})

describe('a person and a vehicle', () => {
  it('are named in the refusal, with the session that occupies them', async () => {
    const { user_id } = await makeEmployee(test, test.school.branch.KKN, {
      fname: 'วิชัย',
      sname: 'คุมสนาม',
    })
    const panel = [{ user_id, role: 'chair' as const }]
    const answers = await Promise.all([create({ panel }), create({ panel, start_time: '10:00' })])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.message).toMatch(/^วิชัย คุมสนาม ไม่ว่าง: สอบภาคทฤษฎี .* – 12:00 น\.$/)
  })
})
