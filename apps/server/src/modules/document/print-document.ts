/** Links to what has been issued, counting how often it was printed. */
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { documentLink } from './document-link.ts'

export type DocumentKind = 'application_form' | 'receipt' | 'refund' | 'closing'

/** Whose documents: all of an application, of one payment, or of a day close. */
type Owner = { application_id: number } | { payment_id: number } | { closing_id: number }

const entities = {
  application_id: 'application',
  payment_id: 'payment',
  closing_id: 'closing',
} as const

/** Of the document `d`: its payment is not voided, or it has none. */
const isNotVoided = sql<SqlBool>`not exists (
  select from payment p where p.payment_id = d.payment_id and p.status = 'deleted')`

/**
 * Counts one more print of the documents and links to them. A document printed before is a copy;
 * the mark is decided here, so that the link shows the same however often it is opened. Voided
 * receipts are printed one at a time only.
 * @throws NOT_FOUND where there is none, or in another branch
 */
export async function printDocuments(
  ctx: UserContext,
  kind: DocumentKind,
  of: Owner,
): Promise<{ pdf: string }> {
  const at = ctx.clock.now().toISOString()
  // Object.entries forgets which names there are, and that there is one.
  const [column, id] = Object.entries(of)[0] as [keyof typeof entities, number]
  const rows = await ctx.tx
    .updateTable('issued_document as d')
    .set({
      prints: sql`prints + 1`,
      first_printed_at: sql`coalesce(first_printed_at, ${at})`,
    })
    .where('d.branch_id', '=', sql<number>`any(${ctx.scope.branchIds}::int[])`)
    .where('d.kind', '=', kind)
    .where(`d.${column}`, '=', id)
    .$if(column !== 'payment_id', (documents) => documents.where(isNotVoided))
    .returning(['d.document_id', 'd.number', 'd.prints'])
    .execute()
  const documents = rows.toSorted((a, b) => a.document_id - b.document_id)
  const [first] = documents
  if (first === undefined) throw notFound()
  ctx.audit({
    entity: entities[column],
    id,
    after: { printed: documents.map(({ number, prints }) => ({ number, prints })) },
  })
  const mark = documents.some((document) => document.prints > 1) ? 'copy' : 'original'
  const ids = documents.map((document) => document.document_id)
  return { pdf: documentLink(ctx, { documents: ids, mark, printedAt: at }, first.number) }
}
