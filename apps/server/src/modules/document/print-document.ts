/** Links to what has been issued, counting how often it was printed. */
import { sql } from 'kysely'
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

interface Printed {
  document_id: number
  number: string
  prints: number
}

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
  const [column, id] = Object.entries(of)[0] ?? ['application_id', 0]
  const { rows } = await sql<Printed>`
    update issued_document d set prints = prints + 1, first_printed_at = coalesce(first_printed_at, ${at})
    where d.branch_id = any(${ctx.scope.branchIds}::int[])
      and d.kind = ${kind} and ${sql.ref(`d.${column}`)} = ${id}
      and (${column} = 'payment_id' or not exists (
        select from payment p where p.payment_id = d.payment_id and p.status = 'deleted'))
    returning d.document_id, d.number, d.prints`.execute(ctx.tx)
  const documents = rows.toSorted((a, b) => a.document_id - b.document_id)
  const [first] = documents
  if (first === undefined) throw notFound()
  ctx.audit({
    // Object.entries forgets which names there are.
    entity: entities[column as keyof typeof entities],
    id,
    after: { printed: documents.map(({ number, prints }) => ({ number, prints })) },
  })
  const mark = documents.some((document) => document.prints > 1) ? 'copy' : 'original'
  const ids = documents.map((document) => document.document_id)
  return { pdf: documentLink(ctx, { documents: ids, mark, printedAt: at }, first.number) }
}
