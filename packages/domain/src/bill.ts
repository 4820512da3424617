/** Bills that several branches share. Source: product specification, section 7b.10. */
import { type Satang, bahtWithUnit, satang, sumSatang } from './money.ts'

/** The largest number of branches of a bill. */
export const maxShares = 50

/** Petty cash belongs to one branch. */
export const pettyCashBillMessage = 'บิลของหลายสาขาจ่ายจากเงินสดย่อยไม่ได้'

/** What the shares of a bill lack of its amount in satang; negative where they are more. */
export const unshared = (value: Satang, shares: readonly { value: Satang }[]): Satang =>
  satang(value - sumSatang(shares.map((share) => share.value)))

/** Why a bill cannot be divided like this, in Thai; null when it can. */
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

/** Equal shares of an amount, to the satang; the first branches get what remains. */
export function equalShares(value: Satang, count: number): Satang[] {
  const part = Math.floor(value / count)
  return Array.from({ length: count }, (_, i) => satang(part + (i < value % count ? 1 : 0)))
}
