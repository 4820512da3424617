/** Opening a document by its signed link: no session is needed, the link is the right. */
import type { FastifyInstance } from 'fastify'
import type { PdfJob } from '../../adapters/pdf/job.ts'
import { branchSettings } from '@khapdee/contract/entities/branch'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { DocumentLink } from '../../kernel/tokens.ts'

/** The job that renders what a link opens; the link fixes mark and time. */
async function jobOf(services: Services, link: DocumentLink): Promise<PdfJob> {
  const rows = await services.db
    .selectFrom('issued_document as d')
    .innerJoin('branch as b', 'b.branch_id', 'd.branch_id')
    .leftJoin('payment as p', 'p.payment_id', 'd.payment_id')
    .select(['d.kind', 'd.snapshot', 'b.settings', 'p.status'])
    .where('d.document_id', 'in', link.documents)
    .orderBy('d.document_id')
    .execute()
  const first = rows[0]
  if (first === undefined) throw notFound()
  const { mark, printedAt } = link
  if (first.kind === 'application_form') {
    return { kind: 'application-form', view: first.snapshot as never, print: { mark, printedAt } }
  }
  return {
    kind: 'receipt',
    size: branchSettings.parse(first.settings).receipt_size,
    receipts: rows.map((row) => ({
      view: row.snapshot as never,
      print: { mark: row.status === 'deleted' ? 'void' : mark, printedAt },
    })),
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
