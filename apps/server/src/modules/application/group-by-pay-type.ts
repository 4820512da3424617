/** What is paid at once, one receipt for each way of paying. */
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, sumSatang } from '@khapdee/domain/money'

/** In which receipts of one moment are numbered. */
export const payOrder: readonly PayType[] = ['cash', 'transfer']

/** Groups of the lines that are paid; cash first. `paid` is in satang. */
export function groupByPayType<Line extends { paid: Satang; pay_type: PayType }>(
  lines: readonly Line[],
): { pay_type: PayType; lines: Line[]; paid: Satang }[] {
  return payOrder
    .map((pay_type) => {
      const own = lines.filter((line) => line.paid > 0 && line.pay_type === pay_type)
      return { pay_type, lines: own, paid: sumSatang(own.map((line) => line.paid)) }
    })
    .filter((group) => group.lines.length > 0)
}
