/** Bills that several branches share. Source: product specification, section 7b.10. */
import { type Satang, bahtWithUnit, satang, sumSatang } from './money.ts'

/** Maximum number of branches of a bill. */
export const maxShares = 50

/** The message that petty cash belongs to one branch. */
export const pettyCashBillMessage = 'บิลของหลายสาขาจ่ายจากเงินสดย่อยไม่ได้'

/** The amount of a bill that its shares do not cover, in satang; negative if they exceed it. */
export const unshared = (value: Satang, shares: readonly { value: Satang }[]): Satang =>
  satang(value - sumSatang(shares.map((share) => share.value)))

/** Why a bill cannot be divided like this, in Thai; null if it can. */
export function billProblem(
  value: Satang,
  shares: readonly { branch_id: number; value: Satang }[],
): string | null {
  if (shares.length < 2) return 'กรุณาแบ่งยอดให้อย่างน้อยสองสาขา'
  if (new Set(shares.map(({ branch_id }) => branch_id)).size < shares.length)
    return 'แต่ละสาขาแบ่งยอดได้ครั้งเดียว'
  const rest = unshared(value, shares)
  if (rest === 0) return null
  return rest > 0
    ? `ยังแบ่งไม่ครบ ขาดอีก ${bahtWithUnit(rest)}`
    : `แบ่งเกินยอดบิล ${bahtWithUnit(satang(-rest))}`
}

/** Equal shares of an amount, to the satang; the first branches get the remainder. */
export function equalShares(value: Satang, count: number): Satang[] {
  const part = Math.floor(value / count)
  return Array.from({ length: count }, (_, i) => satang(part + (i < value % count ? 1 : 0)))
}
