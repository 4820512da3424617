/** Groups the paid lines of one call by pay type; each group gets a receipt. */
import { payTypeOrder } from '@khapdee/domain/application/line-payments'
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, sumSatang } from '@khapdee/domain/money'

/** The groups of lines with a paid amount, cash first; `paid` of a group is the sum of its lines, in satang. */
export function groupByPayType<Line extends { paid: Satang; pay_type: PayType }>(
  lines: readonly Line[],
): { pay_type: PayType; lines: Line[]; paid: Satang }[] {
  return payTypeOrder
    .map((pay_type) => {
      const paidLines = lines.filter((line) => line.paid > 0 && line.pay_type === pay_type)
      return { pay_type, lines: paidLines, paid: sumSatang(paidLines.map((line) => line.paid)) }
    })
    .filter((group) => group.lines.length > 0)
}
