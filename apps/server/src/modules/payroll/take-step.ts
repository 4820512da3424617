/** Common parts of all steps of months: selecting the months, and recording the step. */
import { type Satang, bahtWithUnit, sumSatang } from '@khapdee/domain/money'
import {
  type PayrollStep,
  type StepProblem,
  payrollSteps,
  stepProblem,
} from '@khapdee/domain/payroll/steps'
import type { Day } from '@khapdee/domain/thai-date'
import { isLockedDay } from '@khapdee/domain/account-lock'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, forbidden, notFound, stateError } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { actorOf } from './step-actor.ts'
import { type StoredMonth, lockMonths } from './stored-months.ts'
import { visibleMonths } from '../employee/visible-pay.ts'

export interface StepInput {
  branch_id: number
  month: string
  user_ids?: number[] | undefined
  /** The sum of net pay that the user saw. */
  net?: Satang | undefined
  note?: string | undefined
}

/** The step that a month takes, which may depend on its status. */
type StepOf = (month: StoredMonth) => PayrollStep

interface Options {
  /** The pay day given in the call; by default that of the month. */
  payDate?: Day | null
  /** A further reason, in Thai, why a month does not take the step. */
  problemOf?: (month: StoredMonth) => string | null
}

/** The error for a person whose month may not take the step. */
function refusal({ name }: StoredMonth, { code, message }: StepProblem): AppError {
  if (code === 'permission') return forbidden()
  const words = `${name}: ${message}`
  if (code === 'own') return new AppError('OWN_PAY', words, 403)
  if (code === 'same_user') return new AppError('SAME_USER', words, 403)
  if (code === 'locked') return new AppError('DAY_LOCKED', words, 400)
  return stateError(words)
}

async function lockDayOf(ctx: UserContext, branchId: number): Promise<Day | null> {
  const { day } = await ctx.tx
    .selectNoFrom(sql<Day | null>`lock_day(${branchId})`.as('day'))
    .executeTakeFirstOrThrow()
  return day
}

/**
 * Locks the months of a branch that take a step. All given people must be able to take it; if none
 * are given, void months and those that cannot take it are skipped.
 * @throws NOT_FOUND for another branch, or a person whose month the caller does not see; FORBIDDEN,
 * OWN_PAY, SAME_USER, DAY_LOCKED or STATE for a month that may not take it, or when none may;
 * CONFLICT when the total differs from the one that the user saw
 */
export async function monthsForStep(
  ctx: UserContext,
  input: StepInput,
  stepOf: StepOf,
  { payDate = null, problemOf = () => null }: Options = {},
) {
  ctx.scope.assertWritable(input.branch_id)
  const named = input.user_ids === undefined ? null : [...new Set(input.user_ids)]
  const found = await lockMonths(
    ctx,
    joinByAnd([
      visibleMonths(ctx),
      sql`p.branch_id = ${input.branch_id} and p.month = ${input.month}`,
      named === null
        ? sql<SqlBool>`p.status <> 'void'`
        : sql<SqlBool>`p.user_id = any(${named}::int[])`,
    ]),
  )
  if (named !== null && found.length < named.length) throw notFound()
  const lockDay = await lockDayOf(ctx, input.branch_id)
  const actor = actorOf(ctx)
  const taken: StoredMonth[] = []
  const skipped: { month: StoredMonth; problem: StepProblem }[] = []
  for (const month of found) {
    const is_locked = lockDay !== null && isLockedDay(payDate ?? month.pay_date, lockDay)
    const other = problemOf(month)
    const problem =
      stepProblem({ ...month, is_locked }, stepOf(month), actor, input.note) ??
      (other === null ? null : ({ code: 'status', message: other } as const))
    if (problem === null) taken.push(month)
    else if (named === null) skipped.push({ month, problem })
    else throw refusal(month, problem)
  }
  if (taken.length === 0) {
    // The error of a rule that forbids the step is more useful than that of another status.
    const first = skipped.find(({ problem }) => problem.code !== 'status') ?? skipped[0]
    throw first === undefined
      ? stateError('ไม่มีเงินเดือนของงวดนี้ กรุณาจัดทำเงินเดือนก่อน')
      : refusal(first.month, first.problem)
  }
  const net = sumSatang(taken.map((month) => month.net))
  if (input.net !== undefined && input.net !== net) throw conflict()
  return {
    months: taken,
    result: {
      count: taken.length,
      net,
      skipped: skipped.map(({ month, problem }) => ({
        user_id: month.user_id,
        user: month.name,
        message: problem.message,
      })),
    },
  }
}

/** Records that months took a step: in their history and in the audit trail. */
export async function recordSteps(
  ctx: UserContext,
  months: readonly StoredMonth[],
  stepOf: StepOf,
  note = '',
): Promise<void> {
  const createdAt = ctx.clock.now().toISOString()
  await ctx.tx
    .insertInto('payroll_step')
    .values(
      months.map((month) => ({
        payroll_id: month.payroll_id,
        step: stepOf(month),
        note,
        created_by: ctx.actor.user_id,
        createdAt,
      })),
    )
    .execute()
  for (const month of months) {
    const who = { user_id: month.user_id, payroll_month: month.month }
    ctx.audit({
      entity: 'payroll_month',
      id: month.payroll_id,
      branch: month.branch_id,
      before: { ...who, payroll_status: month.status },
      after: {
        ...who,
        payroll_status: payrollSteps[stepOf(month)].to,
        ...(note !== '' && { note }),
      },
    })
  }
}

/** `ส่งตรวจสอบ 12 คน รวม 240,000.00 บาท` */
export const stepMessage = (
  step: PayrollStep,
  { count, net }: { count: number; net: Satang },
): string => `${payrollSteps[step].label} ${count} คน รวม ${bahtWithUnit(net)}`
