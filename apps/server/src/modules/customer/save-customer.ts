/** Creating and changing customers. */
import {
  customerFields,
  hasNoIdNumber,
  otherPersonField,
  personProblems,
} from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { privacyNotice } from '@khapdee/domain/privacy-notice'
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
import { findOrInsertCustomer, storedCustomerLocks } from './customer.queries.ts'
import {
  type Reserved,
  type Wanted,
  reservationArgs,
  readReserved,
} from '../../kernel/numbering.ts'
import type { NumberedTable } from '../../kernel/numbering.queries.ts'
import type { StoredCustomer } from './stored-customer.ts'
import { adaptDocuments } from '../required-documents.ts'
import { findGivenNumbers } from './find-customer.ts'
import { resolveMergedId } from './merged-id.ts'
import { recordNotice } from './privacy-notice.ts'
import type { z } from 'zod'

type CustomerFields = z.output<z.ZodObject<typeof customerFields>>
type IdentityNumbers = Pick<CustomerFields, 'idcard' | 'passport'>

/** Prefix of the error paths: `customer.` where the customer is part of an application. */
type PathPrefix = '' | 'customer.'

const fieldNames = Object.keys(customerFields) as (keyof CustomerFields)[]

/** Refuses fields without full name and ID or passport number, which only a walk-in may lack. @throws VALIDATION */
function assertPerson(fields: CustomerFields, prefix: PathPrefix): void {
  const problems = personProblems(fields)
  if (problems.length === 0) return
  throw invalid(problems.map(({ field, message }) => ({ path: `${prefix}${field}`, message })))
}

/** The field of each unique constraint. */
const uniqueFields: Readonly<Record<string, 'idcard' | 'passport'>> = {
  customer_idcard: 'idcard',
  customer_passport: 'passport',
}

/** Awaits a write. @throws DUPLICATE when another customer has the ID or passport number */
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
 * Changes a stored customer and returns it. An empty ID or passport number means no change, because
 * clerks see only the masked number; a number makes a walk-in an ordinary customer. Name, numbers
 * and phone are copied to the customer's applications, whose lists search them; the required
 * documents of these are adapted to birthday and nationality. A number other than the stored one
 * counts as a lookup, because the answer reveals that it differs, and whether another customer has
 * it.
 * @throws if a value changes: CONFLICT when `version` is stale, FORBIDDEN without
 * `customer.update`, VALIDATION or DUPLICATE for the ID or passport number, NUMBER_LOCKED after too
 * many unknown numbers
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
  const isStale = stored.version !== version
  // A caller who may not see the stored number must not learn whether a typed one equals it.
  const guessesNumber = !ctx.may('customer.reveal') && !hasNoIdNumber(fields)
  if (isStale && guessesNumber) throw conflict()
  if (Object.keys(changes.after).length === 0) return stored
  if (isStale) throw conflict()
  await findOtherNumbers(ctx, stored, next)
  if (!ctx.may('customer.update')) throw forbidden()
  const is_walk_in = stored.is_walk_in && hasNoIdNumber(next)
  if (!is_walk_in) assertPerson(next, prefix)
  const changed = await mapUniqueViolation(
    ctx.tx
      .updateTable('customer')
      .set({ ...next, is_walk_in, version: stored.version + 1, updatedAt: sql`now()` })
      .where('customer_id', '=', stored.customer_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
    prefix,
  )
  await updateApplicationCopies(ctx, changed)
  if ('birthday' in changes.after || 'is_foreigner' in changes.after) {
    await adaptDocuments(ctx, stored, changed)
  }
  ctx.audit({ entity: 'customer', id: stored.customer_id, ...changes })
  return changed
}

/**
 * Counts the numbers of a form as lookups if they differ from the stored ones, see {@link
 * findGivenNumbers}. @throws NUMBER_LOCKED
 */
const findOtherNumbers = (ctx: UserContext, stored: StoredCustomer, form: IdentityNumbers) =>
  findGivenNumbers(ctx, {
    idcard: form.idcard === stored.idcard ? '' : form.idcard,
    passport: form.passport === stored.passport ? '' : form.passport,
  })

/**
 * Refuses the form of one person for the record of another, which would replace that person's data:
 * a card was read, or a number typed, after the customer was chosen. A wrong number is corrected on
 * the page of the customer.
 * @throws VALIDATION; CONFLICT for a stale version, whose number may be outdated; NUMBER_LOCKED
 */
async function assertSamePerson(
  ctx: UserContext,
  stored: StoredCustomer,
  fields: CustomerFields,
  version: number | undefined,
): Promise<void> {
  const field = otherPersonField(fields, stored)
  if (field === null) return
  if (version !== undefined && version !== stored.version) throw conflict()
  await findOtherNumbers(ctx, stored, fields)
  throw invalid([{ path: `customer.${field}`, message: messages.otherPerson }])
}

/** Updates the copies of a customer's name and search text in the customer's applications. */
export async function updateApplicationCopies(
  ctx: UserContext,
  { customer_id, name, idcard, passport, phone_1, phone_2 }: StoredCustomer,
): Promise<void> {
  const search = sql<string>`application_search(
    application_code, ${name}, ${idcard}, ${passport}, ${phone_1}, ${phone_2})`
  await ctx.tx
    .updateTable('application')
    .set({ customer_name: name, search })
    .where('customer_id', '=', customer_id)
    .where(sql<SqlBool>`(customer_name, search) is distinct from (${name}, ${search})`)
    .execute()
}

/**
 * Locks the customer with the id. The customer must be visible to the caller, or have the ID or passport number of the
 * form. When the customer was merged meanwhile, the same rule applies to the kept record, which is locked instead.
 * @throws NOT_FOUND; NUMBER_LOCKED after too many unknown numbers
 */
export async function lockCustomer(
  ctx: UserContext,
  id: number,
  form: IdentityNumbers = { idcard: '', passport: '' },
): Promise<StoredCustomer> {
  const find = (isKnown: boolean) =>
    ctx.tx
      .selectFrom('customer')
      .selectAll()
      .where('customer_id', '=', id)
      .where('is_delete', '=', false)
      .$if(!isKnown, (query) => query.where(ctx.scope.visible('customer')))
      .forUpdate()
      .executeTakeFirst()
  const visible = await find(false)
  if (visible !== undefined) return visible
  const isGiven = (await findGivenNumbers(ctx, form)).some(({ customer_id }) => customer_id === id)
  const found = isGiven ? await find(true) : undefined
  if (found !== undefined) return found
  const mergedId = await resolveMergedId(ctx, id)
  if (mergedId === id) throw notFound()
  return lockCustomer(ctx, mergedId, form)
}

/**
 * Locks the stored customers with an id or the numbers of a form, and those of exam rights, in the
 * order of their ids. For calls that lock other records before {@link findOrCreateCustomer}:
 * customers are locked first, see `booking/seats.ts`.
 */
export const lockStoredCustomers = (
  ctx: UserContext,
  { customer_id = 0, idcard, passport }: IdentityNumbers & { customer_id?: number | undefined },
  rightIds: readonly number[],
): Promise<unknown> => storedCustomerLocks.rows(ctx.tx, { customer_id, idcard, passport }, rightIds)

/** A customer, and the document numbers and row ids that were reserved in the same statement. */
interface ChosenCustomer<Table extends NumberedTable> {
  customer: StoredCustomer
  /** Null when the caller must still reserve them. */
  reserved: Reserved<Table> | null
}

/** The statement is repeated when another transaction has inserted or merged the customer meanwhile. */
const maxAttempts = 3

/**
 * Finds the customer by ID or passport number or inserts one, and reserves `wanted` in the same statement.
 * @param noticeVersion the version of the privacy notice to record, or `''`; see {@link findOrInsertCustomer}
 */
async function findOrInsert<Table extends NumberedTable>(
  ctx: UserContext,
  fields: CustomerFields,
  wanted: Wanted<Table>,
  noticeVersion: string,
  is_walk_in: boolean,
): Promise<ChosenCustomer<Table>> {
  const now = ctx.clock.now().toISOString()
  const given = {
    ...fields,
    is_walk_in,
    branch_id: wanted.branchId,
    createdAt: now,
    updatedAt: now,
  }
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const { idcard, passport } = fields
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const row = await findOrInsertCustomer.first(
      ctx.tx,
      { idcard, passport, values },
      { ...reservationArgs(wanted), branchId: wanted.branchId },
      noticeVersion,
    )
    if (row === undefined) continue
    const { is_new, last: lastNumbers, ids, ...customer } = row
    if (is_new) {
      ctx.audit({
        entity: 'customer',
        id: customer.customer_id,
        branch: wanted.branchId,
        after: { ...fields },
      })
    }
    return {
      customer,
      reserved: lastNumbers === null ? null : readReserved(wanted, { last: lastNumbers, ids }),
    }
  }
  throw conflict()
}

/**
 * The customer of an application: the one with the id from the form, the one with the ID or
 * passport number of the form, or a new one; locked against a merge until the transaction ends. Two
 * clerks who register the same new person at the same time get the same customer.
 * @param wanted document numbers and row ids to reserve in the same statement. They are not
 * reserved when the customer was chosen by id or its privacy notice must be recorded: that locks
 * rows, and the counters must be locked last
 */
export async function findOrCreateCustomer<Table extends NumberedTable>(
  ctx: UserContext,
  input: CustomerFields & {
    customer_id?: number | undefined
    version?: number | undefined
    privacy_notice?: boolean | undefined
    is_walk_in?: boolean | undefined
  },
  wanted: Wanted<Table>,
): Promise<ChosenCustomer<Table>> {
  const { customer_id, version, privacy_notice, is_walk_in = false, ...rest } = input
  const fields = Object.fromEntries(fieldNames.map((name) => [name, rest[name]])) as CustomerFields
  const chosen =
    customer_id === undefined
      ? await customerByIdentityNumber(
          ctx,
          fields,
          wanted,
          privacy_notice === true ? privacyNotice.version : '',
          is_walk_in && hasNoIdNumber(fields),
        )
      : { customer: await customerById(ctx, fields, customer_id, version), reserved: null }
  if (privacy_notice !== true) return chosen
  return { ...chosen, customer: await recordNotice(ctx, chosen.customer) }
}

async function customerById(
  ctx: UserContext,
  fields: CustomerFields,
  id: number,
  version: number | undefined,
): Promise<StoredCustomer> {
  const stored = await lockCustomer(ctx, id, fields)
  await assertSamePerson(ctx, stored, fields, version)
  if (version === undefined) return stored
  return changeCustomer(ctx, stored, fields, version, 'customer.')
}

async function customerByIdentityNumber<Table extends NumberedTable>(
  ctx: UserContext,
  fields: CustomerFields,
  wanted: Wanted<Table>,
  noticeVersion: string,
  isWalkIn: boolean,
): Promise<ChosenCustomer<Table>> {
  if (!isWalkIn) assertPerson(fields, 'customer.')
  // The answer shows whether the customer is new. Users who may reveal numbers are exempt from the
  // count.
  if (!ctx.may('customer.reveal')) await findGivenNumbers(ctx, fields)
  return findOrInsert(ctx, fields, wanted, noticeVersion, isWalkIn)
}
