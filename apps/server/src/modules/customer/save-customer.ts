/** Creating and changing customers. */
import { customerFields, identityProblem } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { type SqlBool, sql } from 'kysely'
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
import { customerByNumber } from './customer.queries.ts'
import type { StoredCustomer } from './stored-customer.ts'
import { resolveMergedId } from './merged-id.ts'
import { recordNotice } from './privacy-notice.ts'
import type { z } from 'zod'

type CustomerFields = z.output<z.ZodObject<typeof customerFields>>

/** Prefix of the error paths: `customer.` where the customer is part of an application. */
type PathPrefix = '' | 'customer.'

const fieldNames = Object.keys(customerFields) as (keyof CustomerFields)[]

function assertIdentity(fields: CustomerFields, prefix: PathPrefix): void {
  const problem = identityProblem(fields)
  if (problem !== null) {
    throw invalid([{ path: `${prefix}${problem.field}`, message: problem.message }])
  }
}

/** The field of each unique constraint. */
const uniqueFields: Readonly<Record<string, 'idcard' | 'passport'>> = {
  customer_idcard: 'idcard',
  customer_passport: 'passport',
}

async function mapUniqueViolation<T>(write: Promise<T>, prefix: PathPrefix): Promise<T> {
  try {
    return await write
  } catch (error) {
    const constraint = violatedConstraint(error)
    const field = uniqueFields[constraint ?? '']
    throw field === undefined
      ? error
      : duplicate(`${prefix}${field}`, titleOf(customerFields, field))
  }
}

/**
 * Changes a stored customer and returns it. An empty number means no change, because clerks see only the
 * masked number. Name, numbers and phone are copied to the customer's applications, whose lists search
 * them.
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
  const changed = await mapUniqueViolation(
    ctx.tx
      .updateTable('customer')
      .set({ ...next, version: stored.version + 1, updatedAt: sql`now()` })
      .where('customer_id', '=', stored.customer_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
    prefix,
  )
  await refreshSearchCopies(ctx, changed)
  ctx.audit({ entity: 'customer', id: stored.customer_id, ...changes })
  return changed
}

/** Updates the copies of a customer's name and search text in the customer's applications. */
export async function refreshSearchCopies(
  ctx: UserContext,
  { customer_id, name, idcard, passport, phone_1 }: StoredCustomer,
): Promise<void> {
  const search = sql<string>`application_search(
    application_code, ${name}, ${idcard}, ${passport}, ${phone_1})`
  await ctx.tx
    .updateTable('application')
    .set({ customer_name: name, search })
    .where('customer_id', '=', customer_id)
    .where(sql<SqlBool>`(customer_name, search) is distinct from (${name}, ${search})`)
    .execute()
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

/**
 * Locks the customer with the id from the form. The customer must be visible to the caller, or the form
 * must have the same ID or passport number. When the customer was merged meanwhile, the same rule
 * applies to the kept record, which is locked instead.
 * @throws NOT_FOUND
 */
async function lockById(
  ctx: UserContext,
  id: number,
  fields: CustomerFields,
): Promise<StoredCustomer> {
  const { idcard, passport } = fields
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
  if (found !== undefined) return found
  const kept = await resolveMergedId(ctx, id)
  if (kept === id) throw notFound()
  return lockById(ctx, kept, fields)
}

/**
 * The customer with one of these numbers, locked against a merge until the transaction ends. When the
 * record was merged after the lookup, the number is looked up again and finds the kept record.
 */
async function lockByNumber(
  ctx: UserContext,
  numbers: Pick<CustomerFields, 'idcard' | 'passport'>,
): Promise<StoredCustomer | undefined> {
  const { idcard, passport } = numbers
  const found =
    (idcard === '' ? undefined : await customerByNumber.first(ctx.tx, 'idcard', idcard)) ??
    (passport === '' ? undefined : await customerByNumber.first(ctx.tx, 'passport', passport))
  if (found === undefined) return undefined
  const locked = await ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', '=', found.customer_id)
    .where('is_delete', '=', false)
    .forKeyShare()
    .executeTakeFirst()
  return locked ?? lockByNumber(ctx, numbers)
}

/**
 * The customer of an application: the one with the id from the form, the one with these numbers, or a
 * new one. Two clerks who register the same new person at the same time get the same customer.
 */
export async function findOrCreateCustomer(
  ctx: UserContext,
  input: CustomerFields & {
    customer_id?: number | undefined
    version?: number | undefined
    privacy_notice?: boolean | undefined
  },
  branchId: number,
): Promise<StoredCustomer> {
  const customer = await chooseCustomer(ctx, input, branchId)
  return input.privacy_notice === true ? recordNotice(ctx, customer) : customer
}

async function chooseCustomer(
  ctx: UserContext,
  { customer_id, version, ...rest }: Parameters<typeof findOrCreateCustomer>[1],
  branchId: number,
): Promise<StoredCustomer> {
  const fields = Object.fromEntries(fieldNames.map((name) => [name, rest[name]])) as CustomerFields
  if (customer_id !== undefined) {
    const stored = await lockById(ctx, customer_id, fields)
    if (version === undefined) return stored
    return changeCustomer(ctx, stored, fields, version, 'customer.')
  }
  assertIdentity(fields, 'customer.')
  const customer =
    (await lockByNumber(ctx, fields)) ??
    (await insertCustomer(ctx, fields, branchId)) ??
    (await lockByNumber(ctx, fields))
  if (customer === undefined) throw conflict()
  return customer
}
