/** Promotion codes on lines: their discounts and the count of their uses. */
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import {
  type LineKind,
  type PromotionProblem,
  type PromotionTerms,
  discountFor,
  discountFromBaht,
  promotionMessages,
  promotionProblem,
} from '@khapdee/domain/promotion'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

export interface UsedPromotion {
  promotion_id: number
  code: string
  name: string
}

interface StoredPromotion extends PromotionTerms, UsedPromotion {
  type_discount: 'percent' | 'amount'
  /** In percent or in baht, depending on `type_discount`. */
  value: number
}

const promotionError = (problem: PromotionProblem, path: string) =>
  new AppError(problem, promotionMessages[problem], 400, {
    errors: [{ path, message: promotionMessages[problem] }],
  })

/** The undeleted promotions of a branch, and those of all branches. */
const promotionsOf = (ctx: UserContext, branchId: number) =>
  ctx.tx
    .selectFrom('promotion')
    .select(['promotion_id', 'code', 'name', 'type', 'branch_id', 'start', 'end', 'is_unlimit'])
    .select(['limit', 'usage', 'is_activate', 'is_delete', 'type_discount', 'value'])
    .where(sql<SqlBool>`not is_delete and (branch_id is null or branch_id = ${branchId})`)
    .$narrowType<Pick<StoredPromotion, 'type' | 'start' | 'end' | 'type_discount'>>()

async function findPromotions(
  ctx: UserContext,
  codes: readonly string[],
  branchId: number,
): Promise<Map<string, StoredPromotion>> {
  const rows = await promotionsOf(ctx, branchId)
    .where('code', '=', sql<string>`any(${codes})`)
    .execute()
  return new Map(rows.map((promotion) => [promotion.code, promotion]))
}

/** The promotions that a line of their kind can use today in the branch, in order of their codes. */
export async function usablePromotions(ctx: UserContext, branchId: number) {
  const today = ctx.clock.today()
  const promotions = await promotionsOf(ctx, branchId)
    .where('is_activate', '=', true)
    .orderBy('code')
    .execute()
  return promotions.filter((promotion) => {
    const lineKind = promotion.type === 'all' ? 'course' : promotion.type
    return promotionProblem(promotion, { today, lineKind, branchId }) === null
  })
}

interface Discount {
  discount: Satang
  promotion: UsedPromotion
}

/**
 * The discount of a promotion on a line.
 * @param promotion undefined when the branch has no promotion with the code
 * @param path of the code in the request body, for the error
 * @throws PROMO_…
 */
function discountOf(
  ctx: UserContext,
  promotion: StoredPromotion | undefined,
  line: { kind: LineKind; cost: Satang },
  branchId: number,
  path: string,
): Discount {
  if (promotion === undefined) throw promotionError('PROMO_NOT_FOUND', path)
  const problem = promotionProblem(promotion, {
    today: ctx.clock.today(),
    lineKind: line.kind,
    branchId,
  })
  if (problem !== null) throw promotionError(problem, path)
  return { discount: discountFor(discountFromBaht(promotion), line.cost), promotion }
}

/** The discount of a code on a line, without counting a use. @throws PROMO_… */
export async function checkPromotion(
  ctx: UserContext,
  code: string,
  line: { kind: LineKind; cost: Satang },
  branchId: number,
): Promise<UsedPromotion & { discount: Satang }> {
  const found = (await findPromotions(ctx, [code], branchId)).get(code)
  const { discount, promotion } = discountOf(ctx, found, line, branchId, 'promotion_code')
  return { promotion_id: promotion.promotion_id, code, name: promotion.name, discount }
}

/**
 * Counts one use for each line. The promotions are updated in order of their ids, to avoid deadlocks. The update checks the limit, so that
 * concurrent calls cannot exceed it.
 */
async function countUses(ctx: UserContext, uses: Map<number, { count: number; path: string }>) {
  for (const [promotionId, { count, path }] of [...uses].toSorted(([a], [b]) => a - b)) {
    const counted = await ctx.tx
      .updateTable('promotion')
      .set({ usage: sql`usage + ${count}` })
      .where('promotion_id', '=', promotionId)
      .where(sql<SqlBool>`is_activate and not is_delete`)
      .where(sql<SqlBool>`(is_unlimit or usage + ${count} <= "limit")`)
      .executeTakeFirst()
    if (counted.numUpdatedRows !== 1n) throw promotionError('PROMO_USED_UP', path)
  }
}

/** Sets the discount of every line with a code, and counts the uses of the codes. @throws PROMO_… */
export async function applyPromotions<
  Line extends { kind: LineKind; cost: Satang; promotion_code: string; path: string },
>(
  ctx: UserContext,
  lines: readonly Line[],
  branchId: number,
): Promise<(Line & { discount: Satang; promotion: UsedPromotion | null })[]> {
  const codes = [...new Set(lines.map((line) => line.promotion_code).filter(Boolean))]
  if (codes.length === 0) {
    return lines.map((line) => ({ ...line, discount: zeroSatang, promotion: null }))
  }
  const promotions = await findPromotions(ctx, codes, branchId)
  const uses = new Map<number, { count: number; path: string }>()
  const priced = lines.map((line) => {
    const code = line.promotion_code
    if (code === '') return { ...line, discount: zeroSatang, promotion: null }
    const path = `${line.path}.promotion_code`
    const given = discountOf(ctx, promotions.get(code), line, branchId, path)
    const { promotion_id } = given.promotion
    uses.set(promotion_id, { count: (uses.get(promotion_id)?.count ?? 0) + 1, path })
    return { ...line, ...given }
  })
  await countUses(ctx, uses)
  return priced
}
