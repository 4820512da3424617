/** Creates exam sessions: one, or a weekly series of independent ones. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import {
  type Span,
  maxSeries,
  noDays,
  seriesDays,
  sessionDayProblem,
  sessionName,
} from '@khapdee/domain/exam-session'
import { type Day, instantInBangkok } from '@khapdee/domain/thai-date'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { assertNoProblem, refusedMessages, overrides } from '../timetable/problems.ts'
import {
  type SessionPlace,
  assertChair,
  auditedPanel,
  occupyResources,
  pastStart,
  problemsOn,
  readResources,
  sharedPlaceProblem,
  subjectsOf,
  writeResources,
} from './resources.ts'
import { readHolidays } from '../timetable/working-days.ts'
import { collisions, unseatedOf } from './session.queries.ts'

type Input = InputOf<typeof examSession.create>

/** The span of a session on a day. ISO 8601 */
export const spanOn = (
  onDay: Day,
  { start_time, end_time }: Pick<Input, 'start_time' | 'end_time'>,
): Span => ({
  starts_at: instantInBangkok(onDay, start_time),
  ends_at: instantInBangkok(onDay, end_time),
})

/** Refuses a day in the past or too far ahead. @throws VALIDATION */
export function assertSessionDay(ctx: UserContext, date: Day, path = 'date'): void {
  const message = sessionDayProblem(date, ctx.clock.today())
  if (message !== null) throw invalid([{ path, message }])
}

/**
 * The days of the requested sessions.
 * @throws VALIDATION for a day in the past or too far ahead, for a series without a day, or with
 * more than {@link maxSeries}
 */
async function daysOf(ctx: UserContext, { branch_id, date, repeat }: Input): Promise<Day[]> {
  assertSessionDay(ctx, date)
  if (repeat !== undefined && repeat.until > date)
    assertSessionDay(ctx, repeat.until, 'repeat.until')
  const holidays =
    repeat?.skip_holidays === true ? await readHolidays(ctx, branch_id, date, repeat.until) : []
  const except = [...(repeat?.except ?? []), ...holidays.map(({ day }) => day)]
  const days = seriesDays({ date, ...repeat, except })
  if (days.length === 0) throw invalid([{ path: 'repeat.until', message: noDays }])
  if (days.length > maxSeries) {
    throw invalid([{ path: 'repeat.until', message: `สร้างได้ครั้งละไม่เกิน ${maxSeries} รอบ` }])
  }
  return days
}

/** Maximum number of warnings in the message of a creation. */
const maxWarnings = 3

/** Maximum number of customers named in the message of a creation. */
const maxNamed = 5

/** The candidates whose bookings of the day have no session yet. */
function namedUnseated(unseated: readonly { customer: string }[]): string[] {
  if (unseated.length === 0) return []
  const names = unseated.slice(0, maxNamed).map(({ customer }) => customer)
  const more = unseated.length > maxNamed ? ' และอื่น ๆ' : ''
  return [`มีผู้จองที่ยังไม่มีรอบ ${unseated.length} คน: ${names.join(', ')}${more}`]
}

/** The reason for overriding the rules of the timetable, in the audit trail. */
export const auditedOverride = (override_reason: string) =>
  override_reason === '' ? {} : { override_reason }

async function insertSession(
  ctx: UserContext,
  input: Input,
  { onDay, place, accepted }: { onDay: Day; place: SessionPlace | null; accepted: string[] },
): Promise<number> {
  const { branch_id, kind, licence_types, capacity, place_id, note } = input
  const span = spanOn(onDay, input)
  const name = sessionName(kind, onDay, input.start_time)
  const now = ctx.clock.now().toISOString()
  const { exam_session_id } = await ctx.tx
    .insertInto('exam_session')
    .values({
      branch_id,
      kind,
      licence_types,
      name,
      ...span,
      capacity,
      place_id,
      note,
      accepted_problems: accepted,
      created_by: ctx.actor.user_id,
      updated_by: ctx.actor.user_id,
      createdAt: now,
      updatedAt: now,
    })
    .returning('exam_session_id')
    .executeTakeFirstOrThrow()
  await writeResources(ctx, exam_session_id, input)
  const problem = await sharedPlaceProblem(ctx, place, exam_session_id, span)
  if (problem !== null) throw new AppError('NOT_FREE', `${name}: ${problem}`, 409)
  await occupyResources(ctx, exam_session_id, subjectsOf(input, place), span)
  const { repeat: _, panel, override_reason, ...values } = input
  ctx.audit({
    entity: 'exam_session',
    id: exam_session_id,
    after: { ...values, date: onDay, ...auditedPanel(panel), ...auditedOverride(override_reason) },
    branch: branch_id,
  })
  return exam_session_id
}

/**
 * Creates a session, or all sessions of a series.
 * @throws NOT_FOUND for another branch; VALIDATION; NOT_FREE naming the occupied person, vehicle or
 * place and the session there; OUTSIDE_WORKING_TIME, NOT_LICENSED, NOT_READY unless the caller
 * overrides them with a reason
 */
export async function createSessions(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof examSession.create>> {
  ctx.scope.assertWritable(input.branch_id)
  const days = await daysOf(ctx, input)
  await assertChair(ctx, input)
  const place = await readResources(ctx, input)
  const exam_session_ids: number[] = []
  // One after another in the order of the days, so that two concurrent series do not deadlock.
  const warnings = new Set<string>()
  for (const onDay of days) {
    const problems = [...pastStart(ctx, onDay, input), ...(await problemsOn(ctx, onDay, input))]
    for (const { message } of assertNoProblem(problems, overrides(ctx, input.override_reason))) {
      warnings.add(message)
    }
    const accepted = refusedMessages(problems)
    exam_session_ids.push(await insertSession(ctx, input, { onDay, place, accepted }))
  }
  const unseated = []
  for (const id of exam_session_ids) {
    for (const { exam_id, customer } of await unseatedOf.rows(ctx.tx, id)) {
      unseated.push({ exam_session_id: id, exam_id, customer })
    }
  }
  const done = `สร้างรอบสอบเรียบร้อยแล้ว ${days.length} รอบ`
  return {
    message: [done, ...namedUnseated(unseated), ...[...warnings].slice(0, maxWarnings)].join(' · '),
    data: { exam_session_ids, unseated },
  }
}

/** The days of a series, each with its collisions. @throws as {@link createSessions} */
export async function previewSessions(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof examSession.preview>> {
  ctx.scope.assertWritable(input.branch_id)
  const days = await daysOf(ctx, input)
  await assertChair(ctx, input)
  const place = await readResources(ctx, input, { lock: false })
  const spans = days.map((onDay) => ({ day: onDay, ...spanOn(onDay, input) }))
  const taken = await collisions.rows(ctx.tx, ctx, subjectsOf(input, place), spans)
  const data = []
  const warnings = new Set<string>()
  for (const { day: date, ...span } of spans) {
    const full = await sharedPlaceProblem(ctx, place, 0, span)
    const found = [...pastStart(ctx, date, input), ...(await problemsOn(ctx, date, input))]
    const problems = [
      ...taken
        .filter((row) => row.day === date)
        .map(({ subject, session }) => `${subject} ไม่ว่าง: ${session} น.`),
      ...(full === null ? [] : [full]),
    ]
    const refused = refusedMessages(found)
    for (const { message, is_refused } of found) if (!is_refused) warnings.add(message)
    data.push({
      date,
      blocked:
        problems.length > 0 || (refused.length > 0 && !overrides(ctx, input.override_reason)),
      problems: [...problems, ...refused],
    })
  }
  return { data, warnings: [...warnings] }
}
