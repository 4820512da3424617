/** What the lines on the screen come to; the server computes it again. */
import { type ApplicationTotals, applicationTotals } from '@khapdee/domain/application/totals'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import { type LineValues, amountOf } from './line-values.ts'

export interface Preview extends ApplicationTotals {
  /** What is paid now, by the way of paying. */
  byPayType: Record<PayType, Satang>
  /** The way all lines are paid; null when they differ. */
  payType: PayType | null
}

export function previewOf(lines: readonly LineValues[]): Preview {
  const money = lines.map(({ cost, discount, paid }) => ({
    cost: amountOf(cost),
    discount,
    paid: amountOf(paid),
  }))
  const first = lines[0]?.pay_type ?? 'cash'
  return {
    ...applicationTotals(money, { open: true }),
    byPayType: paidByPayType(lines),
    payType: lines.every((line) => line.pay_type === first) ? first : null,
  }
}

/** What is paid on the lines, by the way of paying. */
export function paidByPayType(
  lines: readonly Pick<LineValues, 'pay_type' | 'paid'>[],
): Record<PayType, Satang> {
  const by = (type: PayType) =>
    sumSatang(lines.filter((line) => line.pay_type === type).map((line) => amountOf(line.paid)))
  return { cash: by('cash'), transfer: by('transfer') }
}

export const bankReferenceLabel = 'เลขอ้างอิงการโอน'

/** The choices of a pay type field. */
export const payTypeChoices = (Object.keys(payTypes) as PayType[]).map((value) => ({
  value,
  name: payTypes[value].label,
}))
