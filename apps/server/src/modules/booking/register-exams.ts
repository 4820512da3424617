/**
 * Books the first exams of lines that are registered with an exam day, theory before practice. If
 * the application must be paid first, the exam day is stored as a wish, and the payment that
 * completes the application books it. Source: product specification, 6.2b.
 */
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { bookingProblem, unsettledProblem } from '@khapdee/domain/exam-booking'
import { type Exam, examKindOrder, examName, sortedExams } from '@khapdee/domain/exams'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { type RawBuilder, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertFree } from '../timetable/occupancy.ts'
import { assertAllowed, book, bookedEvent, insertBooking, shownTime } from './bookings.ts'
import { type BookableRight, readHistory } from './history.ts'
import { theoryOfExams, wishesOfApplication } from './bookings.queries.ts'
import { extendByLines } from './extensions.ts'
import { pendingExtensions } from './named-rights.queries.ts'
import { type RightEvent, type Stamp, insertRightEvents, stampOf } from './right-events.ts'
import {
  assertDayWithoutSession,
  assertMayWish,
  lockInOrder,
  lockSeat,
  seatCandidates,
} from './seats.ts'
import type { LockedSession, WantedExam } from './seats.queries.ts'

/** A new line that may have an exam day. */
interface ExamLine {
  /** Path of the line in the request body. */
  path: string
  exam_date: Day | null
  exam_session_id?: number | null | undefined
  exams: readonly Exam[]
  /** The right of another application that the line pays for and books. */
  right?: WantedExam | undefined
}

interface Registration {
  branch_id: number
  settings: BranchSettings
  /** Owed for the application after the call. */
  balance: Satang
}

/** The exam that a line books, in a locked session if the day has one. */
export interface ChosenExam<Line extends ExamLine = ExamLine> {
  line: Line
  exam: Exam
  exam_date: Day
  session: LockedSession | null
}

/** Runs a task. An error without fields is thrown again as an error of the line's exam day. */
async function atLine<T>({ path }: ExamLine, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof AppError) || error.errors !== undefined) throw error
    const { code, message, http } = error
    throw new AppError(code, message, http, { errors: [{ path: `${path}.exam_date`, message }] })
  }
}

/** Whether exam days are stored as wishes until the application is paid. */
const isWish = ({ settings, balance }: Registration): boolean =>
  unsettledProblem({
    balance,
    needsFullPayment: settings.exam_requires_full_payment,
    refundPending: false,
  }) !== null

/**
 * Refuses a wished session in which the exam could never be booked, and a wished day without sessions where a booking needs one
 * or on which the branch is closed.
 * @throws NOT_FOUND, STATE, NO_SESSION, OUTSIDE_WORKING_TIME
 */
async function checkWish(
  ctx: UserContext,
  exam: WantedExam,
  { exam_date, exam_session_id }: { exam_date: Day; exam_session_id?: number | null | undefined },
  settings: BranchSettings,
): Promise<void> {
  if (exam_session_id === undefined || exam_session_id === null) {
    const sessions = await seatCandidates(ctx, exam, { exam_date }, settings)
    if (sessions.length === 0) await assertDayWithoutSession(ctx, exam, { exam_date }, settings)
    return
  }
  await assertMayWish(ctx, exam, { exam_date, exam_session_id })
}

/** The sessions in which the first exams of lines with an exam day may be booked. */
export async function sessionsOfLines(
  ctx: UserContext,
  lines: readonly ExamLine[],
  { branch_id, settings }: Pick<Registration, 'branch_id' | 'settings'>,
): Promise<number[]> {
  const ids: number[] = []
  for (const line of lines) {
    const { exam_date, exam_session_id } = line
    const exam = line.right ?? sortedExams(line.exams)[0]
    if (exam_date === null || exam === undefined) continue
    const wanted = { exam_date, exam_session_id }
    ids.push(...(await seatCandidates(ctx, { branch_id, ...exam }, wanted, settings)))
  }
  return ids
}

/**
 * Locks the sessions of the first exams of lines with an exam day. While they are wishes, they are only checked, and none is
 * returned.
 * @throws the codes of {@link lockSeat}, at the line
 */
export async function chooseExams<Line extends ExamLine>(
  ctx: UserContext,
  lines: readonly Line[],
  registration: Registration,
): Promise<ChosenExam<Line>[]> {
  const { branch_id, settings } = registration
  const chosen: ChosenExam<Line>[] = []
  // At once, so that sessions are locked in the order of their ids.
  await lockInOrder(ctx, await sessionsOfLines(ctx, lines, registration))
  for (const line of lines) {
    const { exam_date } = line
    const exam = line.right ?? sortedExams(line.exams)[0]
    if (exam_date === null || exam === undefined) continue
    const wantedExam = { branch_id, ...exam }
    if (isWish(registration)) {
      await atLine(line, () => checkWish(ctx, wantedExam, { ...line, exam_date }, settings))
      continue
    }
    const wanted = { exam_date, exam_session_id: line.exam_session_id }
    const session = await atLine(line, () => lockSeat(ctx, wantedExam, wanted, settings))
    chosen.push({ line, exam, exam_date, session })
  }
  return chosen
}

/** Whether the theory exam is the one that belongs to a practice exam. */
const belongsTo = (theory: Exam, practice: Exam): boolean =>
  theory.kind === 'theory' &&
  (theory.licence_type === practice.licence_type ||
    theory.licence_type === 'any' ||
    practice.licence_type === 'any')

/**
 * Refuses exams that the customer cannot take at the chosen times.
 * @param permission_date the last day of the new rights
 * @throws THEORY_FIRST, NOT_FREE, at the line
 */
export async function assertMayTakeExams(
  ctx: UserContext,
  chosen: readonly ChosenExam[],
  customer_id: number,
  { settings, permission_date }: { settings: BranchSettings; permission_date: Day },
): Promise<void> {
  for (const { line, exam, exam_date, session } of chosen) {
    const known =
      exam.kind === 'practice'
        ? await theoryOfExams.one(ctx.tx, [{ customer_id, licence_type: exam.licence_type }])
        : { theory_passed: false, theory: null }
    const theories = [
      ...chosen.flatMap((other) =>
        belongsTo(other.exam, exam)
          ? { day: other.exam_date, ends_at: other.session?.ends_at ?? null }
          : [],
      ),
      ...(known.theory === null ? [] : [known.theory]),
    ]
    const [theory = null] = theories.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const facts = {
      right: { permission_date, disabled: false, used: false, forfeited: false },
      kind: exam.kind,
      balance: zeroSatang,
      needsFullPayment: false,
      refundPending: false,
      needsTheory: settings.exam_theory_first,
      theoryPassed: known.theory_passed,
      theory,
      retakeFrom: null,
    }
    await atLine(line, async () => {
      const startsAt = session?.starts_at ?? null
      assertAllowed(ctx, bookingProblem(facts, exam_date, ctx.clock.today(), startsAt), '')
      if (session !== null)
        await assertFree(ctx, [{ kind: 'customer', subject_id: customer_id }], session)
    })
  }
}

/** A chosen exam with the ids of its new right and booking. */
interface NewExam extends ChosenExam {
  exam_id: number
  right_id: number
}

/** The statements that insert the bookings of new rights, and the events of the rights' ledgers. */
export function insertChosenExams(
  exams: readonly NewExam[],
  { branch_id, customer_id }: { branch_id: number; customer_id: number },
  stamp: Stamp,
): { writes: RawBuilder<unknown>[]; events: RightEvent[] } {
  const bookings = exams.map((exam) => ({
    ...exam,
    branch_id,
    override_reason: '',
    fee_line_id: null,
  }))
  return {
    writes: bookings.flatMap((booking) => [
      insertBooking(booking, stamp),
      ...(booking.session === null
        ? []
        : [
            sql`
              insert into occupancy (kind, subject_id, during, exam_session_id, exam_id)
              values ('customer', ${customer_id}, tstzrange(${booking.session.starts_at}, ${booking.session.ends_at}),
                ${booking.session.exam_session_id}, ${booking.exam_id})`,
          ]),
    ]),
    events: bookings.map(bookedEvent),
  }
}

/**
 * Books the exams of new lines with an exam day, unless they are wishes: the first exams that they
 * grant, and those of the rights to which they refer. Extends the rights of new fees unless the
 * fees must be paid first.
 * @param overrideReason why a rule is not applied to the bookings; empty if all are
 * @returns Thai sentences about the bookings and extensions
 * @throws the codes of {@link book}, at the line
 */
export async function serveAddedLines(
  ctx: UserContext,
  app: { application_id: number },
  added: readonly (ExamLine & { line_id: number })[],
  { balance, needsFullPayment, overrideReason = '' }: ServedBalance,
): Promise<string[]> {
  const isPaid = balance <= 0 || !needsFullPayment
  await raiseVersions(ctx, added)
  const outcomes = isPaid ? await extendByLines(ctx, app.application_id, stampOf(ctx)) : []
  for (const wish of await readWishes(ctx, app.application_id)) {
    const line = added.find(({ line_id }) => line_id === wish.line_id)
    if (line === undefined) continue
    const right = rightOfWish(wish, balance)
    const history = await readHistory(ctx, right)
    // A paid fee books its exam unless another amount is owed for the right.
    const isWished = wish.fee_line_id === null ? unsettledProblem(history.facts) !== null : !isPaid
    if (isWished) {
      await atLine(line, () =>
        checkWish(
          ctx,
          right,
          { ...wish, exam_session_id: wish.wanted_session_id },
          history.settings,
        ),
      )
      continue
    }
    const { session } = await atLine(line, () =>
      book(ctx, right, { ...wantedOf(wish), override_reason: overrideReason }, history),
    )
    outcomes.push(`${actionWords.bookExam} ${shownTime(wish.exam_date, session)}`)
  }
  return outcomes
}

/**
 * Raises the versions of the rights to which new lines refer, so that a fee is not sold again by a
 * user who has not seen the first one.
 */
const raiseVersions = (ctx: UserContext, added: readonly { line_id: number }[]) =>
  ctx.tx
    .updateTable('exam_right')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('right_id', 'in', (eb) =>
      eb
        .selectFrom('application_line')
        .select(eb.fn.coalesce('right_id', eb.lit(0)).as('right_id'))
        .where(
          'line_id',
          'in',
          added.map(({ line_id }) => line_id),
        ),
    )
    .execute()

interface ServedBalance {
  /** Owed for the application after the call. */
  balance: Satang
  needsFullPayment: boolean
  overrideReason?: string
}

/** The results for the exam days that became bookable by a payment. */
export interface SettledExam {
  /** `BOOKED`, also for an extension, or the code of the refusal. */
  code: string
  message: string
}

/** Whether lines of an application book or extend a right once it is paid. */
export async function hasUnservedLines(ctx: UserContext, applicationId: number): Promise<boolean> {
  const [wishes, extensions] = await Promise.all([
    wishesOfApplication.rows(ctx.tx, applicationId),
    pendingExtensions.rows(ctx.tx, applicationId),
  ])
  return wishes.length > 0 || extensions.length > 0
}

/** The wishes of an application that is about to be paid. */
async function readWishes(ctx: UserContext, applicationId: number) {
  const wishes = await wishesOfApplication.rows(ctx.tx, applicationId)
  // Theory first, because practice may follow a theory exam that is booked with it.
  return wishes.toSorted((a, b) => examKindOrder.indexOf(a.kind) - examKindOrder.indexOf(b.kind))
}

type Wish = Awaited<ReturnType<typeof readWishes>>[number]

const wantedOf = ({ exam_date, wanted_session_id, fee_line_id }: Wish) => ({
  exam_date,
  exam_session_id: wanted_session_id,
  override_reason: '',
  fee_line_id,
})

/** The right of a wish. For a fee it belongs to the application that granted the right. */
const rightOfWish = (
  { permission_date, disabled, used, forfeited, granted_balance, ...wish }: Wish,
  balance: Satang,
): BookableRight => ({
  right_id: wish.right_id,
  kind: wish.kind,
  licence_type: wish.licence_type,
  branch_id: wish.branch_id,
  customer_id: wish.customer_id,
  state: { permission_date, disabled, used, forfeited },
  app: { balance: wish.fee_line_id === null ? balance : granted_balance },
})

/** Stores why wishes could not be booked, so that the worklist has them until they are booked or dismissed. */
async function storeRefusals(
  ctx: UserContext,
  refused: readonly (SettledExam & { right_id: number; exam_date: Day })[],
): Promise<void> {
  if (refused.length === 0) return
  await writeTogether(ctx.tx, [
    sql`
      update exam_right r set wish_refusal = refused.message, version = r.version + 1
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as refused (right_id int, message text)
      where r.right_id = refused.right_id`,
    insertRightEvents(
      refused.map(({ right_id, exam_date, message }) => ({
        right_id,
        event: 'wish_refused',
        detail: { exam_date, note: message },
      })),
      stampOf(ctx),
    ),
  ])
}

/**
 * The sessions in which {@link bookPaidExams} may book. A call that locks other sessions or takes
 * document numbers before it locks these sessions first; see `seats.ts`.
 */
export async function wishedSessions(
  ctx: UserContext,
  { application_id }: { application_id: number },
): Promise<number[]> {
  const ids: number[] = []
  for (const wish of await readWishes(ctx, application_id)) {
    const right = rightOfWish(wish, zeroSatang)
    const { settings } = await readHistory(ctx, right, application_id)
    ids.push(...(await seatCandidates(ctx, right, wantedOf(wish), settings)))
  }
  return ids
}

/**
 * Extends the rights of the fees of a locked application that is paid in full now, and books its wishes. A wish that cannot
 * be booked does not prevent the payment. The rights that its lines name are locked, see `lockRightsOfLines`.
 * @returns the first refusal, else `BOOKED`; null without wishes and extensions
 */
export async function bookPaidExams(
  ctx: UserContext,
  app: { application_id: number },
): Promise<SettledExam | null> {
  await lockInOrder(ctx, await wishedSessions(ctx, app))
  const extended = await extendByLines(ctx, app.application_id, stampOf(ctx))
  const refused: (SettledExam & { right_id: number; exam_date: Day })[] = []
  const booked: string[] = []
  for (const wish of await readWishes(ctx, app.application_id)) {
    const right = rightOfWish(wish, zeroSatang)
    try {
      const history = await readHistory(ctx, right, app.application_id)
      const { session } = await book(ctx, right, wantedOf(wish), history)
      booked.push(shownTime(wish.exam_date, session))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const message = `ยังไม่ได้จอง${examName(wish)}: ${error.message}`
      refused.push({ ...wish, code: error.code, message })
    }
  }
  await storeRefusals(ctx, refused)
  const [first] = refused
  if (first === undefined && booked.length === 0 && extended.length === 0) return null
  const done = [
    ...extended,
    ...(booked.length === 0 ? [] : [`${actionWords.bookExam} ${booked.join(', ')} แล้ว`]),
  ]
  return {
    code: first?.code ?? 'BOOKED',
    message: [...done, ...refused.map(({ message }) => message)].join(' · '),
  }
}
