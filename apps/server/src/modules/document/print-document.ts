/** Counts the prints of issued documents and creates links to them. */
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { documentLink } from './document-link.ts'

export type DocumentKind =
  | 'application_form'
  | 'receipt'
  | 'refund'
  | 'closing'
  | 'certificate'
  | 'voucher'
  | 'tax_certificate'

/** The record whose documents are printed. */
type Owner =
  | { application_id: number }
  /** If `application_id` is given, the payment must belong to that application. */
  | { payment_id: number; application_id?: number }
  | { closing_id: number }
  | { certificate_id: number }
  | { entry_id: number }

const entities = {
  application_id: 'application',
  payment_id: 'payment',
  closing_id: 'closing',
  certificate_id: 'certificate',
  entry_id: 'account_entry',
} as const

/** The condition that the document `d` has no payment, or one that is not voided. */
const isNotVoided = sql<SqlBool>`not exists (
  select from payment p where p.payment_id = d.payment_id and p.status = 'deleted')`

/**
 * Counts a print of each document of a kind that belongs to a record. A voided receipt is included only when its
 * payment is given.
 * @param at time of printing, ISO 8601
 * @returns the documents in the order of their issue, at least one; `prints` includes this print
 * @throws NOT_FOUND when there is no such document in the caller's branches
 */
export async function countPrints(ctx: UserContext, kind: DocumentKind, owner: Owner, at: string) {
  // Safe: the first property of an owner identifies it.
  const [column, id] = Object.entries(owner)[0] as [keyof typeof entities, number]
  const application_id = 'application_id' in owner ? owner.application_id : undefined
  const rows = await ctx.tx
    .updateTable('issued_document as d')
    .set({
      prints: sql`prints + 1`,
      first_printed_at: sql`coalesce(first_printed_at, ${at})`,
    })
    .where('d.branch_id', '=', sql<number>`any(${ctx.scope.branchIds}::int[])`)
    .where('d.kind', '=', kind)
    .where(`d.${column}`, '=', id)
    .$if(application_id !== undefined, (documents) =>
      documents.where('d.application_id', '=', application_id ?? 0),
    )
    .$if(column !== 'payment_id', (documents) => documents.where(isNotVoided))
    .returning(['d.document_id', 'd.number', 'd.prints', 'd.branch_id'])
    .execute()
  const documents = rows.toSorted((a, b) => a.document_id - b.document_id)
  const [first] = documents
  if (first === undefined) throw notFound()
  ctx.audit({
    entity: entities[column],
    id,
    branch: first.branch_id,
    after: { printed: documents.map(({ number, prints }) => ({ number, prints })) },
  })
  return documents
}

/**
 * Returns a link to the documents that {@link countPrints} counts. They are marked as copies when one was
 * printed before; the link contains the mark, so opening it again shows the same.
 * @throws NOT_FOUND when there is no such document in the caller's branches
 */
export async function printDocuments(
  ctx: UserContext,
  kind: Exclude<DocumentKind, 'application_form'>,
  owner: Owner,
): Promise<{ pdf: string }> {
  const at = ctx.clock.now().toISOString()
  const documents = await countPrints(ctx, kind, owner, at)
  const mark = documents.some((document) => document.prints > 1) ? 'copy' : 'original'
  const ids = documents.map((document) => document.document_id)
  return {
    pdf: documentLink(ctx, { documents: ids, mark, printedAt: at }, documents[0]?.number ?? ''),
  }
}
