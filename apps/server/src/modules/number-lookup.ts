/**
 * Limits how often a user looks up complete ID and passport numbers that do not exist, so that hidden digits cannot be
 * guessed. Source: product specification, section 4c.18.
 */
import { createHmac } from 'node:crypto'
import { isCompleteIdNumber, normalizeIdCard } from '@khapdee/domain/id-card'
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { recordMiss } from './number-lookup.queries.ts'

const hashOf = ({ services, actor }: UserContext, number: string): string =>
  createHmac('sha256', services.config.secret)
    .update(`number ${actor.user_id} ${number}`)
    .digest('hex')

/**
 * Looks up a complete number. The miss is recorded before the lookup and deleted after a hit, so that concurrent
 * lookups exceed the limit by no more than the number of connections.
 * @throws NUMBER_LOCKED after too many misses
 */
async function countedLookup<T>(
  ctx: UserContext,
  number: string,
  find: () => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T> {
  const numberHash = hashOf(ctx, number)
  const userId = ctx.actor.user_id
  const { minutes } = await recordMiss.one(ctx.tx, { userId, numberHash })
  if (minutes > 0) {
    const message = `ค้นหาด้วยเลขเต็มไม่พบเกินกำหนด กรุณาลองใหม่ใน ${minutes} นาที`
    throw new AppError('NUMBER_LOCKED', message, 429)
  }
  const result = await find()
  if (isFound(result)) {
    await ctx.tx
      .deleteFrom('number_miss')
      .where('user_id', '=', userId)
      .where('number_hash', '=', numberHash)
      .execute()
  } else {
    ctx.keepOnFailure((db) => recordMiss.one(db, { userId, numberHash }))
  }
  return result
}

/**
 * Looks up a complete ID or passport number. Callers who may reveal numbers are not limited.
 * @throws NUMBER_LOCKED
 */
export const lookUpCompleteNumber = <T>(
  ctx: UserContext,
  number: string,
  find: () => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T> => (ctx.may('customer.reveal') ? find() : countedLookup(ctx, number, find, isFound))

/**
 * Searches for a text. A text that is a complete ID or passport number is looked up by {@link lookUpCompleteNumber}.
 * @throws NUMBER_LOCKED
 */
export async function withLookupLimit<T>(
  ctx: UserContext,
  text: string | undefined,
  find: () => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T> {
  const number = normalizeIdCard(text ?? '')
  return isCompleteIdNumber(number) ? lookUpCompleteNumber(ctx, number, find, isFound) : find()
}

/** Records a search as a miss when its result is not known yet, such as that of an export. @throws NUMBER_LOCKED */
export const recordLookup = (ctx: UserContext, text: string | undefined): Promise<void> =>
  withLookupLimit(
    ctx,
    text,
    async () => {},
    () => false,
  )
