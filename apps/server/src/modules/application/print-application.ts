/** Links to what has been issued for an application: its form and its receipts. */
import { application } from '@khapdee/contract/entities/application'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { documentLink } from '../document/document-link.ts'

interface Printed {
  document_id: number
  number: string
  application_id: number
  prints: number
}

/**
 * Counts one more print of the documents and links to them. A document printed before is a copy;
 * the mark is decided here, so that the link shows the same however often it is opened. Voided
 * receipts are printed one at a time only.
 */
async function print(
  ctx: UserContext,
  kind: 'application_form' | 'receipt',
  of: { application_id: number } | { payment_id: number },
): Promise<{ pdf: string }> {
  const at = ctx.clock.now().toISOString()
  const [column, id] = Object.entries(of)[0] ?? ['application_id', 0]
  const { rows } = await sql<Printed>`
    update issued_document d set prints = prints + 1, first_printed_at = coalesce(first_printed_at, ${at})
    from application a
    where a.application_id = d.application_id and ${ctx.scope.visible('application', 'a')}
      and d.kind = ${kind} and ${sql.ref(`d.${column}`)} = ${id}
      and (${column} = 'payment_id' or not exists (
        select from payment p where p.payment_id = d.payment_id and p.status = 'deleted'))
    returning d.document_id, d.number, d.application_id, d.prints`.execute(ctx.tx)
  const documents = rows.toSorted((a, b) => a.document_id - b.document_id)
  const [first] = documents
  if (first === undefined) throw notFound()
  ctx.audit({
    entity: 'application',
    id: first.application_id,
    after: { printed: documents.map(({ number, prints }) => ({ number, prints })) },
  })
  const mark = documents.some((document) => document.prints > 1) ? 'copy' : 'original'
  const ids = documents.map((document) => document.document_id)
  return { pdf: documentLink(ctx, { documents: ids, mark, printedAt: at }, first.number) }
}

export const pdf = command(application.pdf, async (ctx, { application_id }) => ({
  data: await print(ctx, 'application_form', { application_id }),
}))

export const pdfpayment = command(
  application.pdfpayment,
  async (ctx, { application_id, payment_id }) => {
    if (payment_id !== undefined) return { data: await print(ctx, 'receipt', { payment_id }) }
    if (application_id !== undefined)
      return { data: await print(ctx, 'receipt', { application_id }) }
    throw invalid([{ path: 'payment_id', message: 'กรุณาเลือกใบเสร็จ' }])
  },
)
