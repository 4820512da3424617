/**
 * Executes a repeated call only once. The key is stored in the transaction of the call: a second call with
 * the same key waits until the first ends, and gets its answer.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { z } from 'zod'
import type { UserContext } from './context.ts'
import { AppError } from './errors.ts'

const keySchema = z.uuid()

const badKey = (code: string, message: string) => new AppError(code, message, 400)

/**
 * Reads the `Idempotency-Key` header, which must be a UUID.
 * @returns the key; null if the endpoint does not use keys, or an optional key is missing
 */
export function readKey(
  { idempotent }: Endpoint,
  header: string | string[] | undefined,
): string | null {
  if (idempotent === undefined) return null
  if (idempotent === 'optional' && header === undefined) return null
  const key = keySchema.safeParse(header)
  if (key.success) return key.data
  throw badKey('IDEMPOTENCY_KEY', 'คำขอไม่สมบูรณ์ กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง')
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/**
 * A hash of the decoded input, which is equal for repeated calls; a file in it is hashed by its bytes.
 * @param secret HMAC key, so that a password in the input cannot be guessed from the stored hash
 */
export const hashInput = (secret: string, input: unknown): string =>
  createHmac('sha256', secret)
    .update('khapdee:idempotency:')
    .update(
      JSON.stringify(input, (_, value: unknown) =>
        value instanceof Uint8Array ? sha256(value) : value,
      ),
    )
    .digest('hex')

/**
 * Registers the key for this call.
 * @returns the encoded answer of the earlier call with the same key, or null when this is the first
 * @throws IDEMPOTENCY_MISMATCH when the key was used for another call, body or user
 */
export async function claimKey(
  ctx: UserContext,
  claim: { key: string; call: string; bodyHash: string },
): Promise<Record<string, unknown> | null> {
  const { key, call, bodyHash } = claim
  const { user_id } = ctx.actor
  const { numInsertedOrUpdatedRows } = await ctx.tx
    .insertInto('idempotency_key')
    .values({ key, user_id, call, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return null
  const earlier = await ctx.tx
    .selectFrom('idempotency_key')
    .select(['user_id', 'call', 'body_hash', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst()
  const same =
    earlier?.user_id === user_id && earlier.call === call && earlier.body_hash === bodyHash
  if (same && earlier.answer !== null) return earlier.answer as Record<string, unknown>
  throw badKey('IDEMPOTENCY_MISMATCH', 'คำขอนี้ถูกใช้กับข้อมูลอื่นแล้ว กรุณาโหลดหน้านี้ใหม่')
}

/** Stores the answer that a repeated call will get. */
export async function storeAnswer(ctx: UserContext, key: string, body: string): Promise<void> {
  await ctx.tx.updateTable('idempotency_key').set({ answer: body }).where('key', '=', key).execute()
}
