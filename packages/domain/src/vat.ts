/**
 * Value added tax that prices include. Licensed driving schools are exempt by default. Source: product specification,
 * section 7b.1; Revenue Code, sections 80 and 81(1)(ช).
 */
import { type Satang, satang } from './money.ts'

export const vatTitle = 'ภาษีมูลค่าเพิ่ม'
/** The title with the rate, as shown on receipts. */
export const vatWithRate = `${vatTitle} 7%`

/** The tax modes of a branch. */
export const vatModes = {
  exempt: { label: `ได้รับยกเว้น${vatTitle}` },
  vat7: { label: `รวม${vatWithRate} แล้ว` },
} as const
export type VatMode = keyof typeof vatModes

/** The tax modes of a fee: that of its branch, or a different one. */
export const feeVatModes = { branch: { label: 'ตามสาขา' }, ...vatModes } as const
export type FeeVatMode = keyof typeof feeVatModes

interface SoldItem {
  vat_mode: FeeVatMode
  /**
   * Money collected for others is not a sale of the school, so it includes no tax of the school.
   */
  is_pass_through: boolean
}

/** Whether the price of an item that a branch sells includes the tax. */
export const includesVat = (item: SoldItem, ofBranch: VatMode): boolean =>
  !item.is_pass_through && (item.vat_mode === 'branch' ? ofBranch : item.vat_mode) === 'vat7'

/** The tax in an amount that includes it: 7/107, to the nearest satang; a half cannot occur. Negative for a refund. */
export const vatIn = (amount: Satang): Satang => satang(Math.round((amount * 7) / 107))
