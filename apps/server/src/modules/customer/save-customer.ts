/** Storing what a clerk knows about a customer. */
import { customerFields, identityProblem } from '@khapdee/contract/entities/customer'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  conflict,
  duplicate,
  forbidden,
  invalid,
  notFound,
  violatedConstraint,
} from '../../kernel/errors.ts'
import { type StoredCustomer, findByNumber } from './customer.queries.ts'
import type { z } from 'zod'

type CustomerFields = z.output<z.ZodObject<typeof customerFields>>

/** Where a customer's errors lie in the body: `customer.` inside an application, nothing alone. */
type PathPrefix = '' | 'customer.'

const fieldNames = Object.keys(customerFields) as (keyof CustomerFields)[]

function assertIdentity(fields: CustomerFields, prefix: PathPrefix): void {
  const problem = identityProblem(fields)
  if (problem !== null) {
    throw invalid([{ path: `${prefix}${problem.field}`, message: problem.message }])
  }
}

async function unlessTaken<T>(write: Promise<T>, prefix: PathPrefix): Promise<T> {
  try {
    return await write
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'customer_idcard') throw duplicate(`${prefix}idcard`, 'เลขประจำตัวประชาชน')
    if (constraint === 'customer_passport') throw duplicate(`${prefix}passport`, 'เลขที่หนังสือเดินทาง')
    throw error
  }
}

/**
 * Changes a stored customer. A number left empty stays as it is: clerks see it masked. His name
 * and phone are copied to his applications, so that lists still find them.
 * @throws CONFLICT when `version` is stale; VALIDATION or DUPLICATE about the numbers
 */
export async function changeCustomer(
  ctx: UserContext,
  stored: StoredCustomer,
  fields: CustomerFields,
  version: number,
  prefix: PathPrefix = '',
): Promise<StoredCustomer> {
  const next: CustomerFields = {
    ...fields,
    idcard: fields.idcard || stored.idcard,
    passport: fields.passport || stored.passport,
  }
  const changes = changesOf(stored, next)
  if (Object.keys(changes.after).length === 0) return stored
  if (stored.version !== version) throw conflict()
  if (!ctx.may('customer.update')) throw forbidden()
  assertIdentity(next, prefix)
  const changed = await unlessTaken(
    ctx.tx
      .updateTable('customer')
      .set({ ...next, version: stored.version + 1, updatedAt: sql`now()` })
      .where('customer_id', '=', stored.customer_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
    prefix,
  )
  await sql`
    update application set customer_name = ${changed.name},
      search = application_search(application_code, ${changed.name}, ${changed.idcard}, ${changed.passport}, ${changed.phone_1})
    where customer_id = ${changed.customer_id}`.execute(ctx.tx)
  ctx.audit({ entity: 'customer', id: stored.customer_id, ...changes })
  return changed
}

async function insertCustomer(
  ctx: UserContext,
  fields: CustomerFields,
  branchId: number,
): Promise<StoredCustomer | undefined> {
  const now = ctx.clock.now().toISOString()
  const created = await ctx.tx
    .insertInto('customer')
    .values({
      ...fields,
      branch_id: branchId,
      // The notice hangs at the counter and is handed out at registration.
      privacy_notice_at: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created !== undefined) {
    ctx.audit({ entity: 'customer', id: created.customer_id, after: { ...fields } })
  }
  return created
}

/** Locks the customer that the form names: one he can see, or whose number he has typed. */
async function lockNamed(
  ctx: UserContext,
  id: number,
  { idcard, passport }: CustomerFields,
): Promise<StoredCustomer> {
  const found = await ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', id)
    .where('is_delete', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('idcard', '<>', ''), eb('idcard', '=', idcard)]),
        eb.and([eb('passport', '<>', ''), eb('passport', '=', passport)]),
        ctx.scope.visible('customer'),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/**
 * The customer an application is for: the one the form names, the one with these numbers, or a
 * new one. Two clerks registering the same new person at once get the same customer.
 */
export async function findOrCreateCustomer(
  ctx: UserContext,
  input: CustomerFields & { customer_id?: number | undefined; version?: number | undefined },
  branchId: number,
): Promise<StoredCustomer> {
  const { customer_id, version, ...rest } = input
  const fields = Object.fromEntries(fieldNames.map((name) => [name, rest[name]])) as CustomerFields
  if (customer_id !== undefined) {
    const stored = await lockNamed(ctx, customer_id, fields)
    if (version === undefined) return stored
    return changeCustomer(ctx, stored, fields, version, 'customer.')
  }
  assertIdentity(fields, 'customer.')
  const find = async () =>
    (fields.idcard === '' ? undefined : await findByNumber(ctx, 'idcard', fields.idcard)) ??
    (fields.passport === '' ? undefined : await findByNumber(ctx, 'passport', fields.passport))
  const customer = (await find()) ?? (await insertCustomer(ctx, fields, branchId)) ?? (await find())
  if (customer === undefined) throw conflict()
  return customer
}
