/**
 * Executes a repeated call only once. The key is stored in the transaction of the call: a second call with
 * the same key waits until the first ends, and gets its answer.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { UserContext } from './context.ts'
import { AppError } from './errors.ts'

const keySchema = z.uuid()

const badKey = (code: string, message: string) => new AppError(code, message, 400)

/**
 * Reads the `Idempotency-Key` header, which must be a UUID.
 * @returns the key; null if the endpoint does not use keys, or an optional key is missing
 * @param input the decoded input, which may make an optional key required
 * @throws IDEMPOTENCY_KEY for a missing required key or one that is not a UUID
 */
export function readKey(
  { idempotent, movesMoneyWith }: Endpoint,
  header: string | string[] | undefined,
  input: unknown,
): string | null {
  if (idempotent === undefined) return null
  const movesMoney =
    movesMoneyWith !== undefined &&
    (input as Readonly<Record<string, unknown>>)[movesMoneyWith] !== undefined
  if (idempotent === 'optional' && !movesMoney && header === undefined) return null
  const key = keySchema.safeParse(header)
  if (key.success) return key.data
  throw badKey('IDEMPOTENCY_KEY', 'คำขอไม่สมบูรณ์ กรุณาโหลดหน้านี้ใหม่แล้วลองอีกครั้ง')
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const keyedHash = (secret: string, content: string): string =>
  createHmac('sha256', secret).update('khapdee:idempotency:').update(content).digest('hex')

/** A replacer for `JSON.stringify`: replaces files by their hash. */
const hashFiles = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? sha256(value) : value

/** A replacer for `JSON.stringify`: sorts the fields of objects, and replaces files by their hash. */
function canonical(name: string, content: unknown): unknown {
  const value = hashFiles(name, content)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * A hash of the fields as they were sent, which is equal for repeated calls: also when an update of server or web app
 * between them added a field with a default, or changed the order of fields. A file is hashed by its bytes.
 * @param secret HMAC key, so that a password cannot be guessed from the stored hash
 */
export const hashInput = (secret: string, sent: unknown): string =>
  keyedHash(secret, JSON.stringify(sent, canonical))

/**
 * The hash that the previous version stored: of the decoded input, in the order of the schema. A call that was saved
 * before the update is recognised by it. It can go once the keys of that version have expired, 48 hours after the update.
 */
export const hashLegacyInput = (secret: string, input: unknown): string =>
  keyedHash(secret, JSON.stringify(input, hashFiles))

/** A call with its key and the hash of its input. */
interface Claim {
  key: string
  call: string
  bodyHash: string
}

/**
 * Registers the key for this call; waits for an earlier call with the key to end.
 * @throws {@link KeyTaken} when that call has been committed; the transaction is to be rolled back
 */
export async function claimKey(ctx: UserContext, { key, call, bodyHash }: Claim): Promise<void> {
  const { user_id } = ctx.actor
  const { numInsertedOrUpdatedRows } = await ctx.tx
    .insertInto('idempotency_key')
    .values({ key, user_id, call, body_hash: bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new KeyTaken()
}

/** The key belongs to a call that has been committed. */
export class KeyTaken extends Error {}

/**
 * The encoded answer of the earlier call with the same key.
 * @param legacyHash see {@link hashLegacyInput}
 * @throws IDEMPOTENCY_MISMATCH when the key was used for another call, body or user
 */
export async function earlierAnswer(
  ctx: UserContext,
  claim: Claim,
  legacyHash: string,
): Promise<string> {
  const earlier = await ctx.services.db
    .selectFrom('idempotency_key')
    .select(['user_id', 'call', 'body_hash', 'answer'])
    .where('key', '=', claim.key)
    .executeTakeFirst()
  const same =
    earlier?.user_id === ctx.actor.user_id &&
    earlier.call === claim.call &&
    [claim.bodyHash, legacyHash].includes(earlier.body_hash)
  if (same && earlier.answer !== null) return JSON.stringify(earlier.answer)
  throw badKey('IDEMPOTENCY_MISMATCH', 'คำขอนี้ถูกใช้กับข้อมูลอื่นแล้ว กรุณาตรวจสอบรายการล่าสุดก่อนบันทึกอีกครั้ง')
}

/** Builds the statement that stores the answer for repetitions of the call. */
export const storeAnswer = (key: string, body: string): RawBuilder<unknown> =>
  sql`update idempotency_key set answer = ${body} where key = ${key}`
