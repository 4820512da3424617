/** The effects of a change of an exam session, and the problems of its new plan. */
import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import type { UserContext } from '../../kernel/context.ts'
import { assertNoProblem, overrides, refusedMessages } from '../timetable/problems.ts'
import { assertChair, auditedPanel, pastStart, problemsOn } from './resources.ts'
import type { StoredSession } from './session.queries.ts'

export type UpdateInput = InputOf<typeof examSession.update>

export const isRetimed = (before: StoredSession, input: UpdateInput): boolean =>
  before.date !== input.date ||
  before.start_time !== input.start_time ||
  before.end_time !== input.end_time

/** The values of a session in the audit trail. */
export const audited = (
  values: Pick<
    UpdateInput,
    | 'kind'
    | 'licence_types'
    | 'date'
    | 'start_time'
    | 'end_time'
    | 'capacity'
    | 'place_id'
    | 'vehicle_ids'
    | 'panel'
    | 'note'
  > & { status: string },
) => ({
  kind: values.kind,
  licence_types: values.licence_types,
  date: values.date,
  start_time: values.start_time,
  end_time: values.end_time,
  capacity: values.capacity,
  place_id: values.place_id,
  vehicle_ids: values.vehicle_ids.toSorted((a, b) => a - b),
  ...auditedPanel(values.panel.toSorted((a, b) => a.user_id - b.user_id)),
  note: values.note,
  status: values.status,
})

/** The stored session in the shape of an input. */
export const inputOf = (stored: StoredSession) =>
  ({
    ...stored,
    vehicle_ids: stored.vehicles.map(({ vehicle_id }) => vehicle_id),
  }) as StoredSession & Pick<UpdateInput, 'licence_types' | 'vehicle_ids'>

/** Whether a change affects the time, place, people, vehicles or exams of the session. */
export function isRescheduled(before: ReturnType<typeof inputOf>, input: UpdateInput): boolean {
  const planned = (values: Parameters<typeof audited>[0]) => {
    const { capacity: _, note: __, status: ___, ...rest } = audited(values)
    return rest
  }
  return !isDeepStrictEqual(planned(before), planned({ ...input, status: before.status }))
}

/**
 * Refuses a changed plan with problems. Problems caused by a holiday, leave or repair that was
 * entered after the planning do not count until the day, the time or the kind of exam changes.
 * @returns the accepted problems of the plan, in Thai
 * @throws VALIDATION; OUTSIDE_WORKING_TIME, NOT_LICENSED, NOT_READY unless the caller overrides
 * them with a reason
 */
export async function assertPlannable(
  ctx: UserContext,
  before: ReturnType<typeof inputOf>,
  values: UpdateInput & { branch_id: number },
): Promise<string[]> {
  await assertChair(ctx, values)
  const begins = before.date !== values.date || before.start_time !== values.start_time
  const problems = [
    ...(begins ? pastStart(ctx, values.date, values) : []),
    ...(await problemsOn(ctx, values.date, values)),
  ]
  const isSameExam =
    !isRetimed(before, values) &&
    values.kind === before.kind &&
    values.licence_types.join() === before.licence_types.join()
  const known = new Set(
    isSameExam ? refusedMessages(await problemsOn(ctx, before.date, before)) : [],
  )
  const hasOverride = overrides(ctx, values.override_reason)
  assertNoProblem(
    problems.filter(({ message }) => !known.has(message)),
    hasOverride,
  )
  const refused = refusedMessages(problems)
  if (hasOverride) return refused
  return refused.filter((message) => before.accepted_problems.includes(message))
}
