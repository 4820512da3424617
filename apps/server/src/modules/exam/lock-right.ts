/** Locks exam rights. */
import { isOpenLine } from '@khapdee/domain/application/totals'
import type { ExamRight } from '@khapdee/domain/exam-right'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { Actor } from '../../kernel/access.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { createScope } from '../../kernel/scope.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { type OpenApplication, lockApplication } from '../application/open-application.ts'

export interface LockedRight {
  right_id: number
  /** Null for a right without an application. */
  line_id: number | null
  kind: ExamKind
  licence_type: ExamLicence
  branch_id: number
  customer_id: number
  state: ExamRight
  /** The first day of the right. */
  valid_from: Day
  /** When the theory exam was passed elsewhere; null if that is not recorded. */
  theory_passed_on: Day | null
  /** Whether the line that granted the right is open; true for a right without an application. */
  lineIsOpen: boolean
  customer: StoredCustomer
  /** The facts of the application that granted the right, which is locked. */
  app: GrantingApplication
}

/** The application of a right. One without an application owes nothing. */
type GrantingApplication = Pick<OpenApplication, 'balance' | 'open_refund' | 'lines'> & {
  application_id: number | null
}

const noApplication: GrantingApplication = {
  application_id: null,
  balance: zeroSatang,
  open_refund: null,
  lines: [],
}

/** A right is identified by its id, or by the id of one of its bookings. */
export interface RightKey {
  right_id?: number | undefined
  exam_id?: number | undefined
  /**
   * Whether a booking is also found in the branch of its session, if it is not that of the right.
   */
  atHost?: boolean
  /** The version that the caller saw; not checked if undefined. */
  version?: number | undefined
}

/**
 * Locks the customer of a right, for calls that register an application for it: customers are locked before applications and
 * rights.
 */
export const lockOwner = (
  ctx: UserContext,
  { right_id = 0, exam_id = 0 }: RightKey,
): Promise<unknown> =>
  ctx.tx
    .selectFrom('customer')
    .select('customer_id')
    .where('customer_id', 'in', (owner) =>
      owner
        .selectFrom('exam_right')
        .select('customer_id')
        .where((eb) =>
          eb.or([
            eb('right_id', '=', right_id),
            eb(
              'right_id',
              'in',
              eb.selectFrom('exam').select('right_id').where('exam_id', '=', exam_id),
            ),
          ]),
        ),
    )
    .forUpdate()
    .execute()

/** The customer of a locked right. */
const customerOf = (ctx: UserContext, customerId: number): Promise<StoredCustomer> =>
  ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()

/** Whether a booking is in a session of the caller's branches. */
async function isHosted(ctx: UserContext, examId: number): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('exam')
    .select('exam_id')
    .where('exam_id', '=', examId)
    .where('host_branch_id', 'in', [...ctx.scope.branchIds])
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The context in which an application of one branch is visible, to lock it for a booking in a
 * session of another branch.
 */
export const inBranch = (ctx: UserContext, branchId: number): UserContext => ({
  ...ctx,
  scope: createScope({
    ...ctx.actor,
    branches: [{ ...ctx.actor.branches[0], branch_id: branchId } as Actor['branches'][number]],
  }),
})

/**
 * Locks a right of the caller's branches and its application. The application is locked first, in
 * the same order as when lines end. A right without an application is protected by its own lock.
 * @throws NOT_FOUND, CONFLICT
 */
export async function lockRight(
  ctx: UserContext,
  { right_id, exam_id, atHost = false, version }: RightKey,
): Promise<LockedRight> {
  const rights = ctx.tx
    .selectFrom('exam_right')
    .$if(right_id !== undefined, (query) => query.where('right_id', '=', right_id ?? 0))
    .$if(right_id === undefined, (query) =>
      query.where('right_id', 'in', (eb) =>
        eb
          .selectFrom('exam')
          .select('right_id')
          .where('exam_id', '=', exam_id ?? 0),
      ),
    )
  const found = await rights.select(['application_id', 'branch_id']).executeTakeFirst()
  if (found === undefined) throw notFound()
  const isOwn = ctx.scope.branchIds.includes(found.branch_id)
  if (!isOwn && !(atHost && (await isHosted(ctx, exam_id ?? 0)))) throw notFound()
  const visible = isOwn ? ctx : inBranch(ctx, found.branch_id)
  const { application_id } = found
  const granting = application_id === null ? null : await lockApplication(visible, application_id)
  const app = granting ?? noApplication
  const right = await rights
    .selectAll()
    .forNoKeyUpdate()
    .$narrowType<{
      permission_date: Day
      valid_from: Day
      theory_passed_on: Day | null
      kind: ExamKind
      licence_type: ExamLicence
    }>()
    .executeTakeFirstOrThrow()
  if (version !== undefined && version !== right.version) throw conflict()
  const { line_id, kind, licence_type, branch_id, customer_id } = right
  return {
    right_id: right.right_id,
    line_id,
    kind,
    licence_type,
    branch_id,
    customer_id,
    state: {
      permission_date: right.permission_date,
      disabled: right.disabled_at !== null,
      used: right.used_at !== null,
      forfeited: right.forfeited_at !== null,
    },
    valid_from: right.valid_from,
    theory_passed_on: right.theory_passed_on,
    customer: granting?.customer ?? (await customerOf(ctx, customer_id)),
    lineIsOpen:
      line_id === null || app.lines.some((line) => line.line_id === line_id && isOpenLine(line)),
    app,
  }
}
