/** Discounts by promotion codes, and the conditions under which a code can be used. */

import { type Satang, satang } from './money.ts'
import type { Day } from './thai-date.ts'
import { arabicDigits } from './thai-text.ts'

/** The kinds of line of an application. A promotion may be limited to one of them. */
export type LineKind = 'course' | 'other_fee' | 'request_fee'

/** A typed promotion code as it is stored: capitals, with Thai and full-width characters as ASCII. */
export const normalizePromotionCode = (typed: string): string =>
  arabicDigits(typed.normalize('NFKC')).trim().toUpperCase()

export interface PromotionDiscount {
  type_discount: 'percent' | 'amount'
  /** Percent with at most two decimals, or satang for 'amount'; never negative. */
  value: number
}

export interface PromotionTerms {
  type: LineKind | 'all'
  /** Null for every branch. */
  branch_id: number | null
  /** First and last day of use, inclusive; null means no limit on that side. */
  start: Day | null
  end: Day | null
  is_unlimit: boolean
  /** Maximum number of uses unless unlimited; null counts as 0. */
  limit: number | null
  usage: number
  is_activate: boolean
  is_delete: boolean
}

/** Reasons why a code cannot be used, with their Thai messages. */
export const promotionMessages = {
  PROMO_NOT_FOUND: 'ไม่พบรหัสส่วนลดนี้',
  PROMO_NOT_STARTED: 'รหัสส่วนลดยังไม่เริ่มใช้งาน',
  PROMO_EXPIRED: 'รหัสส่วนลดหมดอายุแล้ว',
  PROMO_USED_UP: 'รหัสส่วนลดถูกใช้ครบจำนวนแล้ว',
  PROMO_NOT_APPLY: 'รหัสส่วนลดนี้ใช้กับรายการที่เลือกไม่ได้',
} as const

export type PromotionProblem = keyof typeof promotionMessages

/**
 * A discount with its amount in satang, converted from one with its amount in baht, as promotions
 * are stored and sent.
 */
export const discountFromBaht = ({
  type_discount,
  value,
}: PromotionDiscount): PromotionDiscount => ({
  type_discount,
  value: type_discount === 'amount' ? satang(Math.round(value * 100)) : value,
})

/**
 * The discount in satang on a line that costs `cost`, at most `cost`. A percentage is rounded half-up
 * to whole baht. The result is exact for costs below nine billion baht.
 */
export function discountFor(promotion: PromotionDiscount, cost: Satang): Satang {
  const amount =
    promotion.type_discount === 'percent' ? percentOf(cost, promotion.value) : promotion.value
  return satang(Math.min(amount, cost))
}

/** `percent` of `cost`, rounded to whole baht, in satang. Uses integers, because 0.07 × 100 is not 7 in floats. */
function percentOf(cost: Satang, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  return Math.floor((cost * basisPoints + 500_000) / 1_000_000) * 100
}

/**
 * The reason why the promotion cannot be used on `today` for the line kind and branch, or null. An
 * inactive or deleted promotion, or one of another branch, is reported as not found to hide that it
 * exists.
 */
export function promotionProblem(
  promotion: PromotionTerms,
  { today, lineKind, branchId }: { today: Day; lineKind: LineKind; branchId: number },
): PromotionProblem | null {
  const { type, branch_id, start, end } = promotion
  if (!promotion.is_activate || promotion.is_delete) return 'PROMO_NOT_FOUND'
  if (branch_id !== null && branch_id !== branchId) return 'PROMO_NOT_FOUND'
  if (start !== null && today < start) return 'PROMO_NOT_STARTED'
  if (end !== null && today > end) return 'PROMO_EXPIRED'
  if (type !== 'all' && type !== lineKind) return 'PROMO_NOT_APPLY'
  if (!promotion.is_unlimit && promotion.usage >= (promotion.limit ?? 0)) return 'PROMO_USED_UP'
  return null
}
