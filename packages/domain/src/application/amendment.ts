/**
 * Amendments: lines are added to an application, removed from it, or replaced by another course. Source: product
 * specification, sections 4b and 4c.
 */
import { type Satang, bahtWithUnit, maxTotal, satang, zeroSatang } from '../money.ts'
import type { LineKind } from '../promotion.ts'
import { actionWords } from '../words.ts'
import {
  type ApplicationStatus,
  type LineStatus,
  type RequestDecision,
  isOpen,
  statusAllows,
  statusSentence,
} from './status.ts'
import { type LineMoney, applicationMoney, isOpenLine, lineNet } from './totals.ts'

/**
 * Maximum number of lines of an application, without removed ones. This many lines of `maxAmount`
 * add up to `maxTotal`.
 */
export const maxLines = 100

/** A line of an application that is to be amended. */
export interface AmendableLine extends LineMoney {
  line_id: number
  kind: LineKind
  status: LineStatus
}

/** The price of a new line. */
export type NewLineMoney = Pick<LineMoney, 'cost' | 'discount'>

/** The changes of an amendment; lines are given by their ids. */
export interface Amendment {
  add: readonly NewLineMoney[]
  remove: readonly number[]
  replace: readonly { line_id: number; by: NewLineMoney }[]
  /** Whether the amendment changes anything except lines, such as the customer or the vehicle. */
  changesOther?: boolean
  /** Whether a reason is given. */
  hasReason?: boolean
}

/**
 * Whether the application can be amended: while a line is open and, for a request fee, until the decision. An
 * application that was refunded in part can also be amended by a change of course, which reopens it.
 */
export function mayAmend(
  { status, decision }: { status: ApplicationStatus; decision: RequestDecision | null },
  lines: readonly AmendableLine[],
): boolean {
  if (decision !== null && decision !== 'pending') return false
  return statusAllows(status, 'amend') || (status !== 'cancelled' && lines.some(mayReplace))
}

/** Whether the line can be removed: nothing is paid on it. */
export const mayRemove = (line: LineMoney): boolean => isOpenLine(line) && line.paid === 0

/**
 * Whether the line can be replaced by another course: an open course, or one that was refunded in
 * part. A line ended without a refund cannot be replaced. The paid amount of the line moves to the
 * new course. If it is more than the price of the new course, the difference is refunded first,
 * which ends the line as `refunded`; it can still be replaced.
 */
export const mayReplace = ({
  kind,
  ...line
}: Pick<AmendableLine, 'kind' | keyof LineMoney>): boolean =>
  kind === 'course' && (isOpenLine(line) || (line.status === 'refunded' && line.paid > 0))

/** Whether the amendment needs a reason, because it changes more than adding lines. */
export const needsReason = ({
  remove,
  replace,
  changesOther = false,
}: Pick<Amendment, 'remove' | 'replace' | 'changesOther'>): boolean =>
  changesOther || remove.length + replace.length > 0

/** Why an amendment is impossible. */
export type AmendmentProblem =
  | {
      problem: 'no_change' | 'no_open_line' | 'too_many_lines' | 'total_too_large' | 'no_reason'
    }
  /** `status` is that of the application. */
  | { problem: 'ended'; status: ApplicationStatus }
  /** `index` is the position in `remove`. */
  | { problem: 'not_removable'; index: number }
  /** `index` is the position in `replace`. */
  | { problem: 'not_replaceable' | 'repeated'; index: number }
  /** `excess` is the paid amount of the replaced line above the price of the new course. */
  | { problem: 'excess'; index: number; excess: Satang }

/** The message for each problem. */
export function amendmentMessage(problem: AmendmentProblem): string {
  switch (problem.problem) {
    case 'no_change':
      return `ยังไม่มีการแก้ไข หากต้องการเปลี่ยนเฉพาะหมายเหตุ กรุณาใช้ “${actionWords.editNote}”`
    case 'no_open_line':
      return 'ต้องมีรายการอย่างน้อย 1 รายการ หากไม่ใช้ใบสมัครนี้แล้วให้ยกเลิกใบสมัคร'
    case 'too_many_lines':
      return `ใบสมัครหนึ่งใบมีได้ไม่เกิน ${maxLines} รายการ`
    case 'total_too_large':
      return `ยอดรวมของใบสมัครต้องไม่เกิน ${bahtWithUnit(maxTotal)}`
    case 'ended':
      return `${statusSentence(problem.status)} แก้ไขรายการไม่ได้`
    case 'no_reason':
      return 'กรุณาระบุเหตุผลการแก้ไข'
    case 'not_removable':
      return 'รายการนี้ชำระเงินหรือสิ้นสุดแล้ว นำออกไม่ได้'
    case 'not_replaceable':
      return 'รายการนี้เปลี่ยนหลักสูตรไม่ได้'
    case 'repeated':
      return 'รายการนี้ซ้ำกัน'
    case 'excess':
      return `ชำระแล้วเกินราคาหลักสูตรใหม่ ${bahtWithUnit(problem.excess)} กรุณาคืนเงินส่วนเกินก่อน`
  }
}

/** The paid amount of a replaced line less the price of the new course; 0 or negative if nothing is left over. */
const excessOf = ({ paid }: LineMoney, newCourse: NewLineMoney): number => paid - lineNet(newCourse)

/**
 * The first problem of an amendment, or null.
 * @param lines the lines of the application that are not removed; `amendment` names some of them by their ids
 */
export function amendmentProblem(
  status: ApplicationStatus,
  lines: readonly AmendableLine[],
  amendment: Amendment,
): AmendmentProblem | null {
  const { add, remove, replace, changesOther = false, hasReason = false } = amendment
  if (add.length + remove.length + replace.length === 0 && !changesOther) {
    return { problem: 'no_change' }
  }
  if (status === 'cancelled' || (!isOpen(status) && replace.length === 0)) {
    return { problem: 'ended', status }
  }
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const touched = new Set<number>()
  for (const [index, line_id] of remove.entries()) {
    const line = byId.get(line_id)
    if (line === undefined || touched.has(line_id) || !mayRemove(line)) {
      return { problem: 'not_removable', index }
    }
    touched.add(line_id)
  }
  for (const [index, { line_id, by }] of replace.entries()) {
    const line = byId.get(line_id)
    if (touched.has(line_id)) return { problem: 'repeated', index }
    if (line === undefined || !mayReplace(line)) return { problem: 'not_replaceable', index }
    const excess = excessOf(line, by)
    if (excess > 0) return { problem: 'excess', index, excess: satang(excess) }
    touched.add(line_id)
  }
  const after = amendedLines(lines, amendment)
  const counted = after.filter((line) => line.status !== 'removed')
  if (!after.some(isOpenLine)) return { problem: 'no_open_line' }
  if (counted.length > maxLines) return { problem: 'too_many_lines' }
  if (applicationMoney(after).total > maxTotal) return { problem: 'total_too_large' }
  return needsReason(amendment) && !hasReason ? { problem: 'no_reason' } : null
}

/**
 * The money and state of all lines after an amendment: first the given lines, in their order, then
 * the new courses of `replace`, then `add`. The paid amount of a replaced line moves to the new
 * course; no money is received or refunded. A replaced line that was open is removed; a replaced
 * line that had ended keeps its state.
 */
export function amendedLines(
  lines: readonly AmendableLine[],
  { add, remove, replace }: Amendment,
): LineMoney[] {
  const removed = new Set(remove)
  const replaced = new Set(replace.map(({ line_id }) => line_id))
  const paidOn = new Map(lines.map(({ line_id, paid }) => [line_id, paid]))
  return [
    ...lines.map(({ cost, discount, paid, status, line_id }): LineMoney => {
      const isReplaced = replaced.has(line_id)
      const isRemoved = removed.has(line_id) || (isReplaced && status === 'open')
      return {
        cost,
        discount,
        paid: isReplaced ? zeroSatang : paid,
        status: isRemoved ? 'removed' : status,
      }
    }),
    ...replace.map(({ line_id, by }) => ({ ...by, paid: paidOn.get(line_id) ?? zeroSatang })),
    ...add.map((line) => ({ ...line, paid: zeroSatang })),
  ]
}
