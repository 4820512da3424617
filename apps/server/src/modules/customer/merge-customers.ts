/**
 * Merges two records of one person. A registration locks the record of its customer. When that
 * record was merged meanwhile, the registration also locks the kept record, and still holds the
 * first lock. To avoid a deadlock, a merge never waits for a record that is already merged: merges
 * run one at a time, read before they lock, and do not update records that were merged earlier.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { customerFields } from '@khapdee/contract/entities/customer'
import type { MergePreview, customerMerge } from '@khapdee/contract/entities/customer-merge'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { sql } from 'kysely'
import { lockByName } from '../../kernel/advisory-lock.ts'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts'
import { mergeWaits } from '../booking/waiting.ts'
import { adaptDocuments } from '../required-documents.ts'
import { doubleBooking, releaseOverlaps } from '../timetable/occupancy.ts'
import { findGivenNumber, numberOf } from './find-customer.ts'
import { type StoredCustomer, toCustomerRow } from './stored-customer.ts'
import { customerReferences } from './merge.queries.ts'
import {
  editableFieldsOf,
  laterNotice,
  mergeChoices,
  mergeProblems,
  mergeRefusal,
  mergedFields,
} from './merge-rules.ts'
import { updateApplicationCopies } from './save-customer.ts'

interface Pair {
  /** The record that is kept. */
  customer: StoredCustomer
  /** The record that is merged into it. */
  other: StoredCustomer
}

/**
 * Reads both records, and with `lock` locks them in order of id.
 * @throws NOT_FOUND when one is not visible
 */
async function readPair(
  ctx: UserContext,
  { customer_id, other_id }: { customer_id: number; other_id: number },
  { lock = false } = {},
): Promise<Pair> {
  const rows = await ctx.tx
    .selectFrom('customer as c')
    .selectAll('c')
    .where('c.customer_id', 'in', [customer_id, other_id])
    .where(ctx.scope.visible('customer', 'c'))
    .orderBy('c.customer_id')
    .$if(lock, (query) => query.forUpdate())
    .execute()
  const find = (id: number) => rows.find((row) => row.customer_id === id)
  const [customer, other] = [find(customer_id), find(other_id)]
  if (customer === undefined || other === undefined) throw notFound()
  return { customer, other }
}

async function lockPair(ctx: UserContext, ids: Parameters<typeof readPair>[1]): Promise<Pair> {
  await lockByName(ctx.tx, 'merge customers')
  // Fails for a merged record, which is not visible, before waiting for its lock.
  await readPair(ctx, ids)
  return readPair(ctx, ids, { lock: true })
}

/**
 * Counts the records of all branches that a merge moves, and lists the document numbers of those in the
 * caller's branches.
 */
async function readMoves(ctx: UserContext, id: number): Promise<MergePreview['moves']> {
  const rows = await customerReferences.rows(ctx.tx, id, ctx.scope.branchIds)
  const movedOf = (name: string) => {
    const { count = 0, codes = [] } = rows.find((row) => row.name === name) ?? {}
    return { count, codes }
  }
  return {
    applications: movedOf('applications'),
    payments: movedOf('payments'),
    documents: movedOf('documents'),
    exam_rights: movedOf('exam_rights'),
  }
}

/**
 * Returns both records, the fields that differ, the records that a merge would move, and the reason why
 * the merge would be refused, or null.
 * @throws NOT_FOUND
 */
export async function previewMerge(
  ctx: UserContext,
  ids: InputOf<typeof customerMerge.preview>,
): Promise<MergePreview> {
  const { customer, other } = await readPair(ctx, ids)
  return {
    customer: toCustomerRow(ctx, customer),
    other: toCustomerRow(ctx, other),
    fields: mergeChoices(customer, other),
    moves: await readMoves(ctx, other.customer_id),
    refusal:
      mergeRefusal(customer, other)?.message ??
      (await doubleBooking(ctx, customer.customer_id, other.customer_id)),
  }
}

/** Marks the other record as deleted and merged. */
async function markMerged(ctx: UserContext, { customer, other }: Pair): Promise<void> {
  await ctx.tx
    .updateTable('customer')
    .set({
      is_delete: true,
      merged_into: customer.customer_id,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where('customer_id', '=', other.customer_id)
    .execute()
}

/** Moves every reference from the other record to the kept one. */
async function moveReferences(ctx: UserContext, { customer, other }: Pair) {
  const to = customer.customer_id
  const from = other.customer_id
  await ctx.tx
    .insertInto('customer_branch')
    .columns(['branch_id', 'customer_id'])
    .expression((eb) =>
      eb
        .selectFrom('customer_branch')
        .select(['branch_id', sql<number>`${to}::int`.as('customer_id')])
        .where('customer_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await ctx.tx.deleteFrom('customer_branch').where('customer_id', '=', from).execute()
  const moved = await ctx.tx
    .updateTable('application as a')
    .set({ customer_id: to })
    .where('customer_id', '=', from)
    .returning('application_code')
    .returning(
      sql<string[]>`array(
        select payment_code from payment p
        where p.application_id = a.application_id and p.kind <> 'moved' order by 1)`.as('payments'),
    )
    .execute()
  // Rights without an application are locked before the sessions, as everywhere. The locks of their
  // applications guard all other rights.
  await ctx.tx
    .selectFrom('exam_right')
    .select('right_id')
    .where('customer_id', '=', from)
    .where('application_id', 'is', null)
    .orderBy('right_id')
    .forNoKeyUpdate()
    .execute()
  await mergeWaits(ctx, to, from)
  const rights = await ctx.tx
    .updateTable('exam_right')
    .set({ customer_id: to })
    .where('customer_id', '=', from)
    .executeTakeFirstOrThrow()
  return {
    applications: moved.map((row) => row.application_code).toSorted(),
    payments: moved.flatMap((row) => row.payments).toSorted(),
    exam_rights: Number(rights.numUpdatedRows),
  }
}

/**
 * Merges `other_id` into `customer_id` and returns the kept record.
 * @throws NOT_FOUND, CONFLICT for a stale version, TWO_PERSONS when the records belong to two people or are
 *   one record, BOOKED_TWICE, STATE when the kept record is a walk-in and the other is not or is of another branch, VALIDATION when a
 *   part of the name is missing or the chosen numbers do not fit the chosen nationality
 */
export async function mergeCustomers(
  ctx: UserContext,
  input: InputOf<typeof customerMerge.merge>,
): Promise<StoredCustomer> {
  const pair = await lockPair(ctx, input)
  const { customer, other } = pair
  if (customer.version !== input.version || other.version !== input.other_version) throw conflict()
  const refusal = mergeRefusal(customer, other)
  if (refusal !== null) throw new AppError(refusal.code, refusal.message, 409)
  const fields = mergedFields(customer, other, input.take)
  const problems = mergeProblems(customer, fields)
  if (problems.length > 0) throw invalid(problems.map(({ message }) => ({ path: 'take', message })))

  return mergePair(ctx, pair, fields)
}

/** Merges the other record of a locked pair into the kept one, which gets the fields and the later privacy notice. */
async function mergePair(
  ctx: UserContext,
  pair: Pair,
  fields: ReturnType<typeof mergedFields>,
): Promise<StoredCustomer> {
  const { customer, other } = pair
  const bookedTwice = await doubleBooking(ctx, customer.customer_id, other.customer_id)
  if (bookedTwice !== null) throw new AppError('BOOKED_TWICE', bookedTwice, 409)
  await releaseOverlaps(ctx, customer.customer_id, other.customer_id)
  const next = { ...fields, ...laterNotice(customer, other) }
  // The kept record can take the other's numbers only after this: the unique indexes on the numbers
  // ignore deleted records.
  await markMerged(ctx, pair)
  const kept = await ctx.tx
    .updateTable('customer')
    .set({ ...next, version: customer.version + 1, updatedAt: sql`now()` })
    .where('customer_id', '=', customer.customer_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Each application was registered with the required documents of its own record.
  await adaptDocuments(ctx, customer, kept)
  await adaptDocuments(ctx, other, { ...kept, customer_id: other.customer_id })
  const moved = await moveReferences(ctx, pair)
  await updateApplicationCopies(ctx, kept)

  const { privacy_notice_by: _, ...audited } = next
  const changes = changesOf(customer, audited)
  ctx.audit({
    entity: 'customer',
    id: customer.customer_id,
    before: changes.before,
    after: { ...changes.after, merged: other.customer_id, ...moved },
  })
  ctx.audit({
    entity: 'customer',
    id: other.customer_id,
    before: editableFieldsOf(other),
    after: { merged_into: customer.customer_id },
  })
  return kept
}

/**
 * Merges a visible walk-in into the customer of any branch with a complete ID or passport number, which the clerk reads
 * from the card. That customer's fields stay unchanged; returns the customer.
 * @throws NOT_FOUND, CONFLICT for a stale version, STATE when the record is not a walk-in, VALIDATION without a number,
 *   NUMBER_LOCKED after too many unsuccessful lookups
 */
export async function mergeWalkIn(
  ctx: UserContext,
  { customer_id, version, ...numbers }: InputOf<typeof customerMerge.mergeWalkIn>,
): Promise<StoredCustomer> {
  const number = numberOf(numbers)
  if (number === null)
    throw invalid([
      { path: 'idcard', message: messages.required(titleOf(customerFields, 'idcard')) },
    ])
  const found = await findGivenNumber(ctx, number)
  if (found === undefined) throw notFound()
  await lockByName(ctx.tx, 'merge customers')
  const locked = await ctx.tx
    .selectFrom('customer as c')
    .selectAll('c')
    .select((eb) => eb.and([ctx.scope.visible('customer', 'c')]).as('is_visible'))
    .where('c.customer_id', 'in', [customer_id, found.customer_id])
    .where('c.is_delete', '=', false)
    .orderBy('c.customer_id')
    .forUpdate()
    .execute()
  const [customer, other] = [found.customer_id, customer_id].map((id) => {
    const row = locked.find((candidate) => candidate.customer_id === id)
    if (row === undefined) return undefined
    const { is_visible: _, ...stored } = row
    return stored
  })
  const isVisible = locked.some((row) => row.customer_id === customer_id && row.is_visible)
  if (customer === undefined || other === undefined || !isVisible) throw notFound()
  if (other.version !== version) throw conflict()
  if (!other.is_walk_in) throw new AppError('STATE', 'รายการนี้ไม่ใช่ลูกค้าทั่วไป', 409)
  return mergePair(ctx, { customer, other }, mergedFields(customer, other, []))
}
