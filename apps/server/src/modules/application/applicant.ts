/** The requirements of an application for its customer. */
import { customerFields } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import { ageOn, day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'

/**
 * Refuses a customer who is younger than the minimum age of a course, or whose birthday is unknown.
 * @param path path of the error in the request body
 * @throws VALIDATION
 */
export function assertOldEnough(
  ctx: UserContext,
  customer: StoredCustomer,
  lines: readonly { min_age: number | null }[],
  path: string,
): void {
  const minAge = Math.max(0, ...lines.map((line) => line.min_age ?? 0))
  if (minAge === 0) return
  if (customer.birthday === null) {
    throw invalid([{ path, message: messages.required(titleOf(customerFields, 'birthday')) }])
  }
  if (ageOn(day(customer.birthday), ctx.clock.today()) < minAge) {
    throw invalid([{ path, message: `ผู้สมัครต้องมีอายุไม่ต่ำกว่า ${minAge} ปีบริบูรณ์` }])
  }
}

/**
 * Refuses lines that grant exam rights to a walk-in, who has no ID number and so cannot sit an exam.
 * @param pathOf returns the path of the error of a line
 * @throws VALIDATION
 */
export function assertMayHoldRights<Line extends { exams: readonly unknown[] }>(
  customer: StoredCustomer,
  lines: readonly Line[],
  pathOf: (line: Line) => string,
): void {
  if (!customer.is_walk_in) return
  const problems = lines
    .filter(({ exams }) => exams.length > 0)
    .map((line) => ({ path: pathOf(line), message: messages.walkInExam }))
  if (problems.length > 0) throw invalid(problems)
}

/**
 * Refuses a walk-in in the kinds of application that need an ID number, and in another branch than the walk-in’s.
 * @param path path of the error in the request body
 * @throws VALIDATION
 */
export function assertMayBeWalkIn(
  type: ApplicationKind,
  { is_walk_in, branch_id }: StoredCustomer,
  branchId: number,
  path: string,
): void {
  if (!is_walk_in) return
  const message = !applicationKinds[type].acceptsWalkIns
    ? messages.required(titleOf(customerFields, 'idcard'))
    : branch_id === branchId
      ? null
      : messages.walkInOfOtherBranch
  if (message !== null) throw invalid([{ path, message }])
}
