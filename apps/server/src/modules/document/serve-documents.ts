/** Opening a document by its signed link: no session is needed, the link is the right. */
import { branchSettings } from '@khapdee/contract/entities/branch'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { PdfJob } from '../../adapters/pdf/job.ts'
import type { ApplicationFormView, ReceiptView } from '../../adapters/pdf/view.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { DocumentLink } from '../../kernel/tokens.ts'

/** A snapshot is stored as the view that was printed; see create-application.ts. */
type StoredDocument = { settings: unknown; void: boolean } & (
  | { kind: 'application_form'; snapshot: ApplicationFormView }
  | { kind: 'receipt'; snapshot: ReceiptView }
)

/** The job that renders what a link opens; the link fixes mark and time. */
async function jobOf(services: Services, link: DocumentLink): Promise<PdfJob> {
  const { rows } = await sql<StoredDocument>`
    select d.kind, d.snapshot, b.settings, coalesce(p.status = 'deleted', false) as void
    from issued_document d join branch b using (branch_id) left join payment p using (payment_id)
    where d.document_id = any(${link.documents}::int[])
    order by d.document_id`.execute(services.db)
  const [first, ...others] = rows
  if (first === undefined) throw notFound()
  const { printedAt } = link
  if (first.kind === 'application_form') {
    return { kind: 'application-form', view: first.snapshot, print: { mark: link.mark, printedAt } }
  }
  return {
    kind: 'receipt',
    views: [
      first.snapshot,
      ...others.flatMap((row) => (row.kind === 'receipt' ? [row.snapshot] : [])),
    ],
    size: branchSettings.parse(first.settings).receipt_size,
    print: { mark: first.void ? 'void' : link.mark, printedAt },
  }
}

export function serveDocuments(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/documents/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readLink(request.params.token)
      if (link === null) throw notFound()
      const bytes = await services.pdf.render(await jobOf(services, link))
      const name = /^[\w-]+\.pdf$/.test(request.params.name) ? request.params.name : 'document.pdf'
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        .send(Buffer.from(bytes))
    },
  )
}
