/**
 * Amends an application: adds lines, removes unpaid ones, replaces a course by another, corrects the customer or the
 * vehicle. The number stays, the revision is raised. Source: product specification, sections 4b and 4c.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import {
  type AmendmentProblem,
  amendmentMessage,
  amendmentProblem,
} from '@khapdee/domain/application/amendment'
import { lastRightDay } from '@khapdee/domain/exam-right'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { assertNotBeingRefunded } from '../refund-requests.ts'
import { changeVehicle, changeApplicant } from './amend-parties.ts'
import { assertMayHoldRights, assertOldEnough } from './applicant.ts'
import { type NewPayment, applyPayments } from './apply-payments.ts'
import { disableRights, releasePromotionUses } from './end-application.queries.ts'
import { type NewLine, insertRights } from './insert-lines.ts'
import {
  type OpenApplication,
  assertWithinCap,
  lockApplication,
  stateError,
} from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import { type PricedLine, type RequestedLine, priceLines, requestedLines } from './price-lines.ts'
import { deleteUnrequiredDocuments, insertRequiredDocuments } from './required-documents.ts'

type Input = InputOf<typeof application.amend>

/** The new lines, those of changes of course first; nothing is paid on them by this call. */
function newLines({ add, replace }: Input): RequestedLine[] {
  const unpaid = <Line extends object>(lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, paid: zeroSatang }))
  const added = requestedLines({
    course: unpaid(add.course),
    other_fee: unpaid(add.other_fee),
    request_fee: unpaid(add.request_fee),
  })
  const courses = requestedLines({
    course: unpaid(replace.map(({ by }) => by)),
    other_fee: [],
    request_fee: [],
  })
  return [
    ...courses.map((line, i) => ({ ...line, path: `replace.${i}.by` })),
    ...added.map((line) => ({ ...line, path: `add.${line.path}` })),
  ]
}

/** The lines with these ids. @throws NOT_FOUND */
const linesOf = (app: OpenApplication, ids: readonly number[]): OpenLine[] =>
  ids.map((id) => {
    const line = app.lines.find(({ line_id }) => line_id === id)
    if (line === undefined) throw notFound()
    return line
  })

/** @throws STATE, CONFLICT for a stale version */
function assertAmendable(app: OpenApplication, version: number): void {
  if (app.decision !== null && app.decision !== 'pending') {
    throw stateError('คำขอนี้มีผู้พิจารณาแล้ว แก้ไขรายการไม่ได้')
  }
  assertWithinCap(app)
  if (app.version !== version) throw conflict()
}

function problemError(problem: AmendmentProblem): AppError {
  const message = amendmentMessage(problem)
  switch (problem.problem) {
    case 'ended':
      return stateError(message)
    case 'not_removable':
      return invalid([{ path: `remove.${problem.index}`, message }])
    case 'not_replaceable':
    case 'repeated':
      return invalid([{ path: `replace.${problem.index}.line_id`, message }])
    case 'excess':
      return new AppError('REFUND_FIRST', message, 400, {
        errors: [{ path: `replace.${problem.index}.by.course_id`, message }],
      })
    case 'no_reason':
      return invalid([{ path: 'note', message }])
    default:
      return invalid([{ path: 'add', message }])
  }
}

/**
 * Refuses to remove or replace lines of which an exam right was used or a receipt waits for its void.
 * @throws EXAM_SAT, STATE
 */
async function assertUnused(ctx: UserContext, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  const { sat, voids } = await ctx.tx
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('exam_right')
            .where('line_id', 'in', lineIds)
            .where('used_at', 'is not', null),
        )
        .as('sat'),
      eb
        .exists(
          eb
            .selectFrom('payment_line as pl')
            .innerJoin('payment as p', 'p.payment_id', 'pl.payment_id')
            .where('pl.line_id', 'in', lineIds)
            .where('p.status', '=', 'delete_requested'),
        )
        .as('voids'),
    ])
    .executeTakeFirstOrThrow()
  if (sat) throw new AppError('EXAM_SAT', 'รายการนี้สอบไปแล้ว นำออกหรือเปลี่ยนหลักสูตรไม่ได้', 409)
  if (voids) throw stateError('ใบเสร็จของรายการนี้รออนุมัติลบ กรุณารอผลการพิจารณาก่อน')
}

/** Refuses to replace a course by itself, which would renew its exam rights. @throws VALIDATION */
function assertOtherCourses({ replace }: Input, replaced: readonly OpenLine[]): void {
  const index = replace.findIndex(({ by }, i) => by.course_id === replaced[i]?.course_id)
  if (index === -1) return
  throw invalid([{ path: `replace.${index}.by.course_id`, message: messages.otherCourse }])
}

/** The last days of the exam rights of replaced lines, by line id. A change of course does not extend them. */
async function lastDaysOfRights(
  ctx: UserContext,
  lineIds: readonly number[],
): Promise<Map<number, Day>> {
  if (lineIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('exam_right')
    .select((eb) => ['line_id', eb.fn.max('permission_date').as('last')])
    .where('line_id', 'in', lineIds)
    .groupBy('line_id')
    .$narrowType<{ last: Day }>()
    .execute()
  return new Map(rows.map(({ line_id, last }) => [line_id, last]))
}

/**
 * Locks the promotions whose uses are given back and counted, in order of id, as every other call locks them.
 */
async function lockPromotions(
  ctx: UserContext,
  leaving: readonly OpenLine[],
  codes: readonly string[],
): Promise<void> {
  const ids = leaving.flatMap(({ promotion_id }) => promotion_id ?? [])
  if (ids.length === 0 || codes.length === 0) return
  await ctx.tx
    .selectFrom('promotion')
    .select('promotion_id')
    .where((eb) => eb.or([eb('promotion_id', 'in', ids), eb('code', 'in', codes)]))
    .orderBy('promotion_id')
    .forNoKeyUpdate()
    .execute()
}

/** Reserves the ids of the rows that an amendment inserts. */
const reserveIds = (
  ctx: UserContext,
  branchId: number,
  ids: Record<'application_line' | 'payment' | 'exam_right', number>,
) => reserve(ctx.tx, { branchId, day: ctx.clock.today(), numbers: {}, ids })

/** The movements of what is paid on replaced lines, one for each change of course; none for an unpaid line. */
function movements(
  { application_code }: OpenApplication,
  changes: readonly { line: OpenLine; by: NewLine }[],
  { revision, nextId, note }: { revision: number; nextId: () => number; note: string },
): NewPayment[] {
  return changes.map(({ line, by }, i) => ({
    payment_id: nextId(),
    payment_code: `${application_code}/${revision}${i === 0 ? '' : `-${i + 1}`}`,
    kind: 'moved',
    pay_type: line.pay_type ?? 'cash',
    paid: zeroSatang,
    bank_reference: '',
    note,
    lines: [
      { line_id: line.line_id, paid: satang(-line.paid) },
      { line_id: by.line_id, paid: line.paid },
    ],
  }))
}

/** @throws as {@link amendApplication} */
async function priceNewLines(ctx: UserContext, app: OpenApplication, requested: RequestedLine[]) {
  if (requested.length === 0) return { lines: [] as PricedLine[], rightDays: 0 }
  const { header, lines } = await priceLines(ctx, requested, {
    branchId: app.branch_id,
    type: app.type,
  })
  const itemPath = ({ path, kind }: PricedLine) => `${path}.${kind}_id`
  assertMayHoldRights(app.customer, lines, itemPath)
  for (const line of lines) assertOldEnough(ctx, app.customer, [line], itemPath(line))
  return { lines, rightDays: header.settings.exam_right_days }
}

/**
 * Amends an application. New lines have the price and the promotions of today, others keep theirs. What was paid on
 * a replaced course moves to the new one. Returns the revision and the new balance in satang.
 * @throws NOT_FOUND, CONFLICT for a stale version, STATE, VALIDATION, PRICE_CHANGED and PROMO_…; REFUND_FIRST when
 *   more is paid than the new course costs; REFUND_PENDING for a line of an open refund request; EXAM_SAT when a right
 *   of the line was used
 */
export async function amendApplication(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof application.amend>> {
  const app = await lockApplication(ctx, input.application_id)
  assertAmendable(app, input.version)
  const removed = linesOf(app, input.remove)
  const replaced = linesOf(
    app,
    input.replace.map(({ line_id }) => line_id),
  )
  const leaving = [...removed, ...replaced.filter(({ status }) => status === 'open')]
  const touched = [...removed, ...replaced].map(({ line_id }) => line_id)
  assertNotBeingRefunded(app, touched)
  assertOtherCourses(input, replaced)
  await assertUnused(ctx, touched)
  const applicant = await changeApplicant(ctx, app, input)
  const vehicle = await changeVehicle(ctx, app, input.vehicle)
  const requested = newLines(input)
  const codes = requested.map((line) => line.promotion_code).filter(Boolean)
  await lockPromotions(ctx, leaving, codes)
  await releasePromotionUses.rows(
    ctx.tx,
    leaving.map(({ line_id }) => line_id),
  )
  const amended = { ...app, ...applicant.changed }
  const { lines: priced, rightDays } = await priceNewLines(ctx, amended, requested)
  const courses = priced.slice(0, replaced.length)
  const problem = amendmentProblem(app.status, app.lines, {
    add: priced.slice(replaced.length),
    remove: input.remove,
    replace: courses.map((by, i) => ({ line_id: input.replace[i]?.line_id ?? 0, by })),
    changesOther: applicant.before !== '' || vehicle.before !== '',
    hasReason: input.note !== '',
  })
  if (problem !== null) throw problemError(problem)

  const at = ctx.clock.now().toISOString()
  const stamp = { user_id: ctx.actor.user_id, at }
  const lastDays = await lastDaysOfRights(
    ctx,
    replaced.map(({ line_id }) => line_id),
  )
  await disableRights.rows(ctx.tx, touched, stamp)
  const exams = priced.flatMap((line) => line.exams)
  const paidLines = replaced.filter(({ paid }) => paid > 0)
  const { nextId } = await reserveIds(ctx, app.branch_id, {
    application_line: priced.length,
    payment: paidLines.length,
    exam_right: exams.length,
  })
  const added = priced.map((line, i): NewLine => {
    const from = replaced[i]
    return {
      ...line,
      line_id: nextId('application_line'),
      ...(from !== undefined && {
        paid: from.paid,
        pay_type: from.pay_type,
        replaces: from.line_id,
      }),
    }
  })
  const revision = app.revision + 1
  const moves = movements(
    app,
    paidLines.flatMap((line) => {
      const by = added.find(({ replaces }) => replaces === line.line_id)
      return by === undefined ? [] : [{ line, by }]
    }),
    { revision, nextId: () => nextId('payment'), note: input.note },
  )
  const { writes, money } = applyPayments(
    ctx,
    amended,
    {
      payments: moves,
      lines: [...removed, ...replaced].map(({ line_id, paid, pay_type, status }) => ({
        line_id,
        paid: satang(-paid),
        pay_type,
        ...(status === 'open' && { status: 'removed' as const }),
      })),
      amendment: { revision, added },
    },
    at,
  )
  const { application_id, branch_id, customer } = amended
  const leavingIds = new Set(leaving.map(({ line_id }) => line_id))
  const remaining = app.lines.filter(({ line_id }) => !leavingIds.has(line_id))
  const today = ctx.clock.today()
  const registered = {
    branchId: branch_id,
    customer,
    today: todayInBangkok(new Date(app.createdAt)),
  }
  const storedItems = (applicant.before === '' ? [] : remaining).map(itemOf)
  await ctx.deferWrite([
    ...writes,
    ...added.flatMap(({ line_id, exams: lineExams, replaces = 0 }) => {
      const permission_date = lastDays.get(replaces) ?? lastRightDay(today, rightDays)
      const valid_from = permission_date < today ? permission_date : today
      return insertRights(
        {
          application_id,
          branch_id,
          customer_id: customer.customer_id,
          rights: lineExams.map((exam) => ({ right_id: nextId('exam_right'), line_id, ...exam })),
          validity: { valid_from, permission_date },
        },
        stamp,
      )
    }),
    insertRequiredDocuments(application_id, { ...registered, lines: [...added, ...storedItems] }),
    deleteUnrequiredDocuments(application_id, {
      ...registered,
      lines: [...added, ...remaining.map(itemOf)],
    }),
    sql`
      insert into application_amendment (application_id, revision, note, customer_before, vehicle_before, created_by,
        "createdAt")
      values (${application_id}, ${revision}, ${input.note}, ${applicant.before}, ${vehicle.before}, ${stamp.user_id}, ${at})`,
  ])
  ctx.audit({
    entity: 'application',
    id: application_id,
    before: {
      revision: app.revision,
      ...amounts(app),
      ...applicant.audit?.before,
      ...vehicle.audit?.before,
    },
    after: {
      revision,
      ...amounts(money),
      ...applicant.audit?.after,
      ...vehicle.audit?.after,
      ...(added.length > 0 && { added_lines: added.map(auditedLine) }),
      ...(leaving.length > 0 && { removed_lines: leaving.map(auditedLine) }),
      ...(input.note !== '' && { note: input.note }),
    },
  })
  return {
    message: `${actionWords.amend}เรียบร้อยแล้ว (${headings.revision} ${revision})`,
    data: { application_id, revision, balance: money.balance },
  }
}

const itemOf = ({ kind, course_id, other_fee_id, request_fee_id }: OpenLine) => ({
  kind,
  item_id: course_id ?? other_fee_id ?? request_fee_id ?? 0,
})

const amounts = ({ net, balance }: { net: Satang; balance: Satang }) => ({ net, balance })

const auditedLine = ({ name, cost, discount, paid }: OpenLine | NewLine) => ({
  name,
  net: satang(cost - discount),
  paid,
})
