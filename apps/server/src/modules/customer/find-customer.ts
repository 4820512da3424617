/** Looks up one customer: for a registration in all branches, for a merge in the caller's own branches. */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { customer, FoundCustomer } from '@khapdee/contract/entities/customer'
import { completeNumberIn, normalizeIdCard } from '@khapdee/domain/id-card'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { normalizePhone } from '@khapdee/domain/phone'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { lookUpCompleteNumber, withLookupLimit } from '../number-lookup.ts'
import { customerPage } from './customer-list.queries.ts'
import { customerByNumber, customersByPhone } from './customer.queries.ts'
import { type StoredCustomer, toCustomerRow } from './stored-customer.ts'

type Search = InputOf<typeof customer.check>
type Found = OutputOf<typeof customer.check>

export interface NumberSearch {
  column: 'idcard' | 'passport'
  text: string
}

const maxFound = 10

/** The customer with a complete ID or passport number, and whether they are known to one of the caller's branches. */
export function findByNumber(ctx: UserContext, { column, text }: NumberSearch) {
  const number = column === 'idcard' ? normalizeIdCard(text) : text.trim().toUpperCase()
  return lookUpCompleteNumber(
    ctx,
    number,
    () => customerByNumber.first(ctx.tx, ctx.scope.branchIds, column, number),
    (found) => found !== undefined,
  )
}

/**
 * Finds the customer with a complete number given in a writing call, whose answer reveals that a customer has it. A customer of
 * other branches is audited, also when the call is refused; see {@link findByNumber}.
 */
export async function findGivenNumber(ctx: UserContext, number: NumberSearch) {
  const found = await findByNumber(ctx, number)
  if (found !== undefined && !found.is_visible) {
    const after = { number_found: number.column }
    ctx.audit({ entity: 'customer', id: found.customer_id, after, disclosed: true })
  }
  return found
}

/** Finds the customers with the numbers of a form like {@link findGivenNumber}; empty numbers find nobody. */
export async function findGivenNumbers(
  ctx: UserContext,
  { idcard, passport }: { idcard: string; passport: string },
): Promise<{ customer_id: number }[]> {
  const found = []
  for (const number of [numberOf({ idcard }), numberOf({ passport })]) {
    const person = number === null ? undefined : await findGivenNumber(ctx, number)
    if (person !== undefined) found.push(person)
  }
  return found
}

/** The newest visible customers that the list finds by the text, at most ten. */
async function findByText(ctx: UserContext, text: string): Promise<StoredCustomer[]> {
  const query = { page: 1, perPage: maxFound, text: normalizeThai(text) }
  const page = await withLookupLimit(
    ctx,
    text,
    () => customerPage.rows(ctx.tx, ctx, query),
    ([row]) => (row?.count ?? 0) > 0,
  )
  const ids = page.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id]))
  if (ids.length === 0) return []
  return ctx.tx
    .selectFrom('customer')
    .selectAll()
    .where('customer_id', 'in', ids)
    .orderBy('customer_id', 'desc')
    .execute()
}

/**
 * Adds the amount that each visible customer owes in the caller's branches, if the caller may see
 * applications.
 */
async function withBalances(ctx: UserContext, { data, others }: Found): Promise<Found> {
  const ids = [data, ...others].flatMap((row) => (row?.is_visible ? row.customer_id : []))
  if (ids.length === 0 || !ctx.may('application.view')) return { data, others }
  const owed = await ctx.tx
    .selectFrom('application as a')
    .select(['a.customer_id', sql<Satang>`sum(a.balance)::bigint`.as('balance')])
    .where('a.customer_id', 'in', ids)
    .where('a.over_cap', '=', false)
    .where(ctx.scope.visible('application', 'a'))
    .groupBy('a.customer_id')
    .execute()
  const balances = new Map(owed.map(({ customer_id, balance }) => [customer_id, balance]))
  const withBalance = (row: FoundCustomer) =>
    row.is_visible ? { ...row, balance: balances.get(row.customer_id) ?? zeroSatang } : row
  return { data: data && withBalance(data), others: others.map(withBalance) }
}

/** The visible customers with a phone number, or found by a text; numbers are masked. */
async function findInOwnBranches(ctx: UserContext, { phone, text }: Search): Promise<Found> {
  const found = phone
    ? await customersByPhone.rows(ctx.tx, ctx, normalizePhone(phone), maxFound)
    : text
      ? await findByText(ctx, text)
      : []
  const [first, ...others] = found.map((row) => ({ ...toCustomerRow(ctx, row), is_visible: true }))
  return { data: first ?? null, others }
}

/** The ID or passport number of a search; null when it has neither. */
export function numberOf({ idcard, passport }: Search): NumberSearch | null {
  if (idcard) return { column: 'idcard', text: idcard }
  return passport ? { column: 'passport', text: passport } : null
}

/**
 * Finds the customer of a new application. Only a complete ID or passport number, also one given as text, finds a
 * customer of other branches; this is audited.
 * @throws NUMBER_LOCKED after too many unsuccessful lookups
 */
export async function checkCustomer(ctx: UserContext, search: Search): Promise<Found> {
  const number = numberOf(search)
  const searched = number ?? numberOf(completeNumberIn(search.text ?? '') ?? {})
  const found = searched && (await findByNumber(ctx, searched))
  if (!found) {
    return number
      ? { data: null, others: [] }
      : withBalances(ctx, await findInOwnBranches(ctx, search))
  }
  if (!found.is_visible) ctx.audit({ entity: 'customer', id: found.customer_id })
  const row = toCustomerRow(ctx, found, { unmasked: ctx.may('customer.reveal') })
  return withBalances(ctx, { data: { ...row, is_visible: found.is_visible }, others: [] })
}

/** Finds the other record for a merge, in the caller's branches; numbers are masked. @throws NUMBER_LOCKED */
export async function findOther(ctx: UserContext, search: Search): Promise<Found> {
  const number = numberOf(search)
  if (number === null) return findInOwnBranches(ctx, search)
  const found = await findByNumber(ctx, number)
  const data = found?.is_visible ? { ...toCustomerRow(ctx, found), is_visible: true } : null
  return { data, others: [] }
}
