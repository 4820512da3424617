/**
 * Two records of one person become one. A registration holds the record that it refers to; one that
 * waited for a record that was merged meanwhile goes on to the one that is left, still holding the
 * old. So nothing here may wait for a record that is out already: merges come one after the other,
 * look before they lock, and leave the records that were merged before as they are.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { identityProblem } from '@khapdee/contract/entities/customer'
import type { MergePreview, customerMerge } from '@khapdee/contract/entities/customer-merge'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts'
import { type StoredCustomer, toCustomerRow } from './customer.queries.ts'
import { laterNotice, mergeChoices, mergeRefusal, mergedFields } from './merge-rules.ts'
import { refreshCopies } from './save-customer.ts'

interface Pair {
  customer: StoredCustomer
  other: StoredCustomer
}

/** Both records as the caller sees them, in the order of their ids. @throws NOT_FOUND */
async function readPair(
  ctx: UserContext,
  { customer_id, other_id }: { customer_id: number; other_id: number },
  lock = sql``,
): Promise<Pair> {
  const { rows } = await sql<StoredCustomer>`
    select c.* from customer c
    where c.customer_id in (${customer_id}, ${other_id}) and ${ctx.scope.visible('customer', 'c')}
    order by c.customer_id ${lock}`.execute(ctx.tx)
  const find = (id: number) => rows.find((row) => row.customer_id === id)
  const [customer, other] = [find(customer_id), find(other_id)]
  if (customer === undefined || other === undefined) throw notFound()
  return { customer, other }
}

async function lockPair(ctx: UserContext, ids: Parameters<typeof readPair>[1]): Promise<Pair> {
  await sql`select pg_advisory_xact_lock(hashtextextended('merge customers', 0))`.execute(ctx.tx)
  await readPair(ctx, ids)
  return readPair(ctx, ids, sql`for update`)
}

/** So many numbers are shown before the merge. */
const mostCodes = 10

/** What moves, of all branches: a reference that stayed would be lost. Numbers only of the caller's. */
async function readMoves(ctx: UserContext, id: number): Promise<MergePreview['moves']> {
  const { rows } = await sql<{ name: string; count: number; codes: string[] }>`
    with own as (select * from application where customer_id = ${id}),
    found (name, code, branch_id) as (
      select 'applications', application_code, branch_id from own
      union all select 'payments', payment_code, p.branch_id from payment p join own using (application_id)
      union all select 'documents', number, d.branch_id from issued_document d join own using (application_id)
      union all select 'exam_rights', application_code, r.branch_id
        from exam_right r join application using (application_id) where r.customer_id = ${id})
    select name, count(*)::int as count, coalesce(
      (array_agg(distinct code) filter (where branch_id = any(${ctx.scope.branchIds}::int[])))[1:${sql.lit(mostCodes)}],
      '{}') as codes
    from found group by name`.execute(ctx.tx)
  const of = (name: string) => {
    const { count = 0, codes = [] } = rows.find((row) => row.name === name) ?? {}
    return { count, codes }
  }
  return {
    applications: of('applications'),
    payments: of('payments'),
    documents: of('documents'),
    exam_rights: of('exam_rights'),
  }
}

/** What a merge would keep and move. @throws NOT_FOUND */
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
    refusal: mergeRefusal(customer, other),
  }
}

/** Takes the other record out of sight. */
async function leave(ctx: UserContext, { customer, other }: Pair): Promise<void> {
  await sql`
    update customer set is_delete = true, merged_into = ${customer.customer_id}, version = version + 1,
      "updatedAt" = now()
    where customer_id = ${other.customer_id}`.execute(ctx.tx)
}

/** Everything that names the other record names the kept one. */
async function moveReferences(ctx: UserContext, { customer, other }: Pair) {
  const to = customer.customer_id
  const from = other.customer_id
  await sql`
    insert into customer_branch select branch_id, ${to} from customer_branch where customer_id = ${from}
    on conflict do nothing`.execute(ctx.tx)
  await sql`delete from customer_branch where customer_id = ${from}`.execute(ctx.tx)
  const moved = await sql<{ application_code: string; payments: string[] }>`
    update application a set customer_id = ${to} where customer_id = ${from}
    returning application_code, array(
      select payment_code from payment p where p.application_id = a.application_id order by 1) as payments`.execute(
    ctx.tx,
  )
  const rights = await sql`
    update exam_right set customer_id = ${to} where customer_id = ${from}`.execute(ctx.tx)
  return {
    applications: moved.rows.map((row) => row.application_code).toSorted(),
    payments: moved.rows.flatMap((row) => row.payments).toSorted(),
    exam_rights: Number(rights.numAffectedRows ?? 0),
  }
}

/**
 * Merges `other_id` into `customer_id`, all or nothing.
 * @throws NOT_FOUND, CONFLICT for a stale version, TWO_PERSONS where they are not one,
 *   VALIDATION where the numbers that are kept do not fit
 */
export async function mergeCustomers(
  ctx: UserContext,
  input: InputOf<typeof customerMerge.merge>,
): Promise<StoredCustomer> {
  const pair = await lockPair(ctx, input)
  const { customer, other } = pair
  if (customer.version !== input.version || other.version !== input.other_version) throw conflict()
  const refusal = mergeRefusal(customer, other)
  if (refusal !== null) throw new AppError('TWO_PERSONS', refusal, 409)
  const fields = mergedFields(customer, other, input.take)
  const problem = identityProblem(fields)
  // What was stored without a number long ago may stay so.
  if (problem !== null && identityProblem(customer)?.field !== problem.field)
    throw invalid([{ path: 'take', message: problem.message }])

  const next = { ...fields, ...laterNotice(customer, other) }
  // First, because a number that is taken over is free only then.
  await leave(ctx, pair)
  const kept = await ctx.tx
    .updateTable('customer')
    .set({ ...next, version: customer.version + 1, updatedAt: sql`now()` })
    .where('customer_id', '=', customer.customer_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const moved = await moveReferences(ctx, pair)
  await refreshCopies(ctx, kept)

  const { privacy_notice_by: _, ...told } = next
  const changes = changesOf(customer, told)
  ctx.audit({
    entity: 'customer',
    id: customer.customer_id,
    before: changes.before,
    after: { ...changes.after, merged: other.customer_id, ...moved },
  })
  ctx.audit({
    entity: 'customer',
    id: other.customer_id,
    before: mergedFields(other, other, []),
    after: { merged_into: customer.customer_id },
  })
  return kept
}
