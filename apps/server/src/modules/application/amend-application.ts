/**
 * Amends an application: adds lines, removes unpaid ones, replaces a course by another, corrects the customer or the
 * vehicle. The number stays, the revision is raised. Source: product specification, sections 4b and 4c.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import {
  type AmendmentProblem,
  amendmentMessage,
  amendmentProblem,
} from '@khapdee/domain/application/amendment'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, stateError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import {
  type NamedLines,
  findNamedLines,
  idsOf,
  newLines,
  withLineIds,
  replacementPath,
} from './amend-lines.ts'
import { endRightsOfLines } from '../booking/bookings.ts'
import { type NamedRight, assertNamedRights, lockRightsOfLines } from '../booking/named-rights.ts'
import {
  type SettledExam,
  serveAddedLines,
  sessionsOfLines,
  bookPaidExams,
  wishedSessions,
} from '../booking/register-exams.ts'
import { lockCustomer } from '../customer/save-customer.ts'
import { changeVehicle, changeApplicant } from './amend-parties.ts'
import { addedDocuments, grantedRights, lastDaysOfRights } from './amend-rights.ts'
import { assertMayHoldRights, assertOldEnough } from './applicant.ts'
import { type NewPayment, applyPayments } from './apply-payments.ts'
import { releasePromotionUses } from './end-application.queries.ts'
import type { NewLine } from './insert-lines.ts'
import { type OpenApplication, assertWithinCap, lockApplication } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import { type PricedLine, type RequestedLine, lastDaysOfNamed, priceLines } from './price-lines.ts'

type Input = InputOf<typeof application.amend>

/** @throws STATE, CONFLICT for a stale version */
function assertAmendable(app: OpenApplication, version: number): void {
  if (app.decision !== null && app.decision !== 'pending') {
    throw stateError('คำขอนี้มีผู้พิจารณาแล้ว แก้ไขรายการไม่ได้')
  }
  assertWithinCap(app)
  if (app.version !== version) throw conflict()
}

function toError(problem: AmendmentProblem): AppError {
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
 * Locks the promotions whose uses are released and counted, in order of their ids: all calls lock them in this order, to
 * avoid deadlocks.
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

/** The payments of kind `moved`: each moves what is paid on a replaced line to the new course. */
function movedPayments(
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
async function priceNewLines(
  ctx: UserContext,
  app: OpenApplication,
  requested: RequestedLine[],
  inheritedLastDays: ReadonlyMap<string, Day>,
) {
  if (requested.length === 0) return { lines: [] as PricedLine[], settings: null }
  const { header, lines } = await priceLines(ctx, requested, {
    branchId: app.branch_id,
    type: app.type,
    inheritedLastDays,
  })
  const itemPath = ({ path, kind }: PricedLine) => `${path}.${kind}_id`
  assertMayHoldRights(app.customer, lines, itemPath)
  for (const line of lines) assertOldEnough(ctx, app.customer, [line], itemPath(line))
  return { lines, settings: header.settings }
}

/**
 * Releases the promotion uses of the leaving lines, and then prices the new lines.
 * @throws as {@link amendApplication}
 */
async function priceAmendment(
  ctx: UserContext,
  app: OpenApplication,
  input: Input,
  {
    leaving,
    replaced,
    named,
  }: Pick<NamedLines, 'leaving' | 'replaced'> & { named: ReadonlyMap<number, NamedRight> },
) {
  const requested = newLines(input)
  const codes = requested.map((line) => line.promotion_code).filter(Boolean)
  await lockPromotions(ctx, leaving, codes)
  await releasePromotionUses.rows(ctx.tx, idsOf(leaving))
  const lastDays = await lastDaysOfRights(ctx, idsOf(replaced))
  const inheritedLastDays = new Map([
    ...lastDaysOfNamed(requested, named),
    ...replaced.flatMap(({ line_id }, i) => {
      const last = Object.values(lastDays.get(line_id) ?? {})
        .toSorted()
        .at(-1)
      return last === undefined ? [] : [[replacementPath(i), last] as const]
    }),
  ])
  return { ...(await priceNewLines(ctx, app, requested, inheritedLastDays)), lastDays }
}

/** @throws as {@link toError} */
function assertPossible(
  app: OpenApplication,
  input: Input,
  priced: readonly PricedLine[],
  changesOther: boolean,
): void {
  const courses = priced.slice(0, input.replace.length)
  const problem = amendmentProblem(app.status, app.lines, {
    add: priced.slice(input.replace.length),
    remove: input.remove,
    replace: courses.map((by, i) => ({ line_id: input.replace[i]?.line_id ?? 0, by })),
    changesOther,
    hasReason: input.note !== '',
  })
  if (problem !== null) throw toError(problem)
}

/**
 * The sessions in which an amendment may book: those of the new lines, and of the wished exam days
 * that can be booked because the amendment leaves no balance.
 */
const laterSessions = async (
  ctx: UserContext,
  app: OpenApplication,
  { lines, settings }: { lines: readonly PricedLine[]; settings: BranchSettings | null },
  named: ReadonlyMap<number, NamedRight>,
): Promise<number[]> => {
  const wished = app.balance > 0 ? await wishedSessions(ctx, app) : []
  if (settings === null) return wished
  const added = lines.map((line) => ({ ...line, right: named.get(line.right_id ?? 0) }))
  return [...wished, ...(await sessionsOfLines(ctx, added, { ...app, settings }))]
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
  // First, because customers are locked before applications.
  if (input.customer_id !== undefined) await lockCustomer(ctx, input.customer_id, input)
  // The applications that granted rights are locked together with this one.
  const named = await lockRightsOfLines(
    ctx,
    input.application_id,
    input.add.other_fee.flatMap(({ right_id }) => right_id ?? []),
  )
  const app = await lockApplication(ctx, input.application_id)
  assertAmendable(app, input.version)
  const { removed, replaced, leaving, ids } = await findNamedLines(ctx, app, input)
  const applicant = await changeApplicant(ctx, app, input)
  const vehicle = await changeVehicle(ctx, app, input.vehicle)
  const isOtherCustomer = applicant.before !== ''
  const amended = { ...app, ...applicant.changed }
  const {
    lines: priced,
    settings,
    lastDays,
  } = await priceAmendment(ctx, amended, input, {
    leaving,
    replaced,
    named,
  })
  assertPossible(app, input, priced, isOtherCustomer || vehicle.before !== '')
  if (isOtherCustomer && app.lines.some(({ right_id }) => right_id !== null)) {
    const message = 'มีค่าธรรมเนียมของสิทธิ์สอบ เปลี่ยนผู้สมัครไม่ได้'
    throw invalid([{ path: 'customer_id', message }])
  }
  const { customer_id } = amended.customer
  if (settings !== null) await assertNamedRights(ctx, priced, named, { customer_id, settings })

  const at = ctx.clock.now().toISOString()
  const stamp = { user_id: ctx.actor.user_id, at }
  await endRightsOfLines(
    ctx,
    ids,
    input.note,
    stamp,
    await laterSessions(ctx, app, { lines: priced, settings }, named),
  )
  const paidLines = replaced.filter(({ paid }) => paid > 0)
  const { nextId } = await reserveIds(ctx, app.branch_id, {
    application_line: priced.length,
    payment: paidLines.length,
    exam_right: priced.flatMap((line) => line.exams).length,
  })
  const added = withLineIds(priced, replaced, () => nextId('application_line'))
  const revision = app.revision + 1
  const changes = paidLines.flatMap((line) => {
    const by = added.find(({ replaces }) => replaces === line.line_id)
    return by === undefined ? [] : [{ line, by }]
  })
  const { writes, money } = applyPayments(
    ctx,
    amended,
    {
      payments: movedPayments(app, changes, {
        revision,
        nextId: () => nextId('payment'),
        note: input.note,
      }),
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
  const { application_id } = app
  const nextRightId = () => nextId('exam_right')
  const allWrites = [
    ...writes,
    ...grantedRights(ctx, amended, added, {
      lastDays,
      rightDays: settings?.exam_right_days ?? 0,
      leaving: ids,
      nextId: nextRightId,
      stamp,
    }),
    addedDocuments(amended, added, { leaving, isOtherCustomer }),
    sql`
      insert into application_amendment (application_id, revision, note, customer_before, vehicle_before, created_by,
        "createdAt")
      values (${application_id}, ${revision}, ${input.note}, ${applicant.before}, ${vehicle.before}, ${stamp.user_id}, ${at})`,
  ]
  const settles = app.balance > 0 && money.balance === 0
  let exam: SettledExam | null = null
  const isServed = added.some(
    ({ exam_date, right_id }) => exam_date !== null || (right_id ?? null) !== null,
  )
  if (settles || isServed) {
    await writeTogether(ctx.tx, allWrites)
    if (settings !== null) {
      await serveAddedLines(ctx, app, added, {
        balance: money.balance,
        needsFullPayment: settings.exam_requires_full_payment,
      })
    }
    // The exam days of the other lines, which could not be booked before the payment.
    exam = settles ? await bookPaidExams(ctx, app) : null
  } else await ctx.deferWrite(allWrites)
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
    message: [
      `${actionWords.amend}เรียบร้อยแล้ว (${headings.revision} ${revision})`,
      ...(exam === null ? [] : [exam.message]),
    ].join(' · '),
    data: { application_id, revision, balance: money.balance },
  }
}

const amounts = ({ net, balance }: { net: Satang; balance: Satang }) => ({ net, balance })

const auditedLine = ({ name, cost, discount, paid }: OpenLine | NewLine) => ({
  name,
  net: satang(cost - discount),
  paid,
})
