/** Promotion codes on lines: what they take off, and counting their use. */
import { type Satang, satang } from '@khapdee/domain/money'
import {
  type LineKind,
  type PromotionProblem,
  type PromotionTerms,
  discountFor,
  promotionMessages,
  promotionProblem,
} from '@khapdee/domain/promotion'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

export interface UsedPromotion {
  promotion_id: number
  code: string
  name: string
}

interface StoredPromotion extends PromotionTerms, UsedPromotion {
  type_discount: 'percent' | 'amount'
  /** Percent, or baht. */
  value: number
}

const refuse = (problem: PromotionProblem, path: string) =>
  new AppError(problem, promotionMessages[problem], 400, {
    errors: [{ path, message: promotionMessages[problem] }],
  })

async function findPromotions(
  ctx: UserContext,
  codes: readonly string[],
  branchId: number,
): Promise<Map<string, StoredPromotion>> {
  const { rows } = await sql<StoredPromotion>`
    select promotion_id, code, name, type, branch_id, start, "end", is_unlimit, "limit", usage,
      is_activate, is_delete, type_discount, value
    from promotion
    where code = any(${codes}) and not is_delete and (branch_id is null or branch_id = ${branchId})`.execute(
    ctx.tx,
  )
  return new Map(rows.map((promotion) => [promotion.code, promotion]))
}

/**
 * What `code` takes off a line that costs `cost`.
 * @param path of the code in the body, for the message
 * @throws one of the PROMO_… problems
 */
function discountOf(
  ctx: UserContext,
  promotion: StoredPromotion | undefined,
  line: { kind: LineKind; cost: Satang },
  branchId: number,
  path: string,
): Satang {
  if (promotion === undefined) throw refuse('PROMO_NOT_FOUND', path)
  const problem = promotionProblem(promotion, {
    today: ctx.clock.today(),
    lineKind: line.kind,
    branchId,
  })
  if (problem !== null) throw refuse(problem, path)
  const inSatang = promotion.type_discount === 'amount'
  const value = inSatang ? satang(Math.round(promotion.value * 100)) : promotion.value
  return discountFor({ type_discount: promotion.type_discount, value }, line.cost)
}

/** The discount of one code, without using it. */
export async function checkPromotion(
  ctx: UserContext,
  code: string,
  line: { kind: LineKind; cost: Satang },
  branchId: number,
): Promise<UsedPromotion & { discount: Satang }> {
  const promotion = (await findPromotions(ctx, [code], branchId)).get(code)
  const discount = discountOf(ctx, promotion, line, branchId, 'promotion_code')
  if (promotion === undefined) throw refuse('PROMO_NOT_FOUND', 'promotion_code')
  return { promotion_id: promotion.promotion_id, code, name: promotion.name, discount }
}

/**
 * Counts the uses, one for each line. The limit is checked by the very statement that counts, so
 * of two clerks only one gets the last use.
 */
async function countUses(ctx: UserContext, uses: Map<number, { count: number; path: string }>) {
  for (const [promotionId, { count, path }] of [...uses].toSorted(([a], [b]) => a - b)) {
    const counted = await sql`
      update promotion set usage = usage + ${count}
      where promotion_id = ${promotionId} and is_activate and not is_delete
        and (is_unlimit or usage + ${count} <= "limit")`.execute(ctx.tx)
    if (counted.numAffectedRows !== 1n) throw refuse('PROMO_USED_UP', path)
  }
}

/** Sets the discount of every line that carries a code, and counts the codes' use. */
export async function applyPromotions<
  Line extends { kind: LineKind; cost: Satang; promotion_code: string; path: string },
>(
  ctx: UserContext,
  lines: readonly Line[],
  branchId: number,
): Promise<(Line & { discount: Satang; promotion: UsedPromotion | null })[]> {
  const codes = [...new Set(lines.map((line) => line.promotion_code).filter(Boolean))]
  const promotions = codes.length === 0 ? new Map() : await findPromotions(ctx, codes, branchId)
  const uses = new Map<number, { count: number; path: string }>()
  const priced = lines.map((line) => {
    if (line.promotion_code === '') return { ...line, discount: satang(0), promotion: null }
    const promotion: StoredPromotion | undefined = promotions.get(line.promotion_code)
    const path = `${line.path}.promotion_code`
    const discount = discountOf(ctx, promotion, line, branchId, path)
    if (promotion === undefined) throw refuse('PROMO_NOT_FOUND', path)
    const count = (uses.get(promotion.promotion_id)?.count ?? 0) + 1
    uses.set(promotion.promotion_id, { count, path })
    return { ...line, discount, promotion }
  })
  await countUses(ctx, uses)
  return priced
}
