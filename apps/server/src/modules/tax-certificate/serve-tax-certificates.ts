/** Serves certificates of tax withheld from pay by signed links. The rights of the session of a link are checked when it is opened. */
import { isPermitted } from '@khapdee/contract/endpoint'
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { PdfJob } from '../../adapters/pdf/job.ts'
import type { TaxCertificateView } from '../../adapters/pdf/payroll-view.ts'
import { contextOfSession } from '../../kernel/caller.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Logos } from '../document/logos.ts'
import { sendPdf } from '../document/serve-documents.ts'
import { visibleCertificates } from './tax-certificate.queries.ts'

/** The job of a stored certificate: as it was issued, with a stamp once it was cancelled. */
export async function certificateJob(
  logos: Logos,
  stored: { snapshot: unknown; logo_file_id: number | null; cancelled_at: string | null },
  printedAt: string,
): Promise<PdfJob> {
  const { cancelled_at: voidedAt } = stored
  // Safe: the snapshots are such views.
  const view = await logos.addTo(stored.snapshot as TaxCertificateView, stored.logo_file_id)
  return {
    kind: 'tax-certificate',
    view,
    print:
      voidedAt === null ? { mark: 'current', printedAt } : { mark: 'void', printedAt, voidedAt },
  }
}

export function serveTaxCertificates(app: FastifyInstance, services: Services, logos: Logos): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/tax-certificates/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readTaxCertificate(request.params.token)
      if (link === null) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      const isOwn = sql<boolean>`c.user_id = ${ctx.actor.user_id}`
      const isVisible = isPermitted(taxCertificate.pdf, ctx.may)
        ? sql<boolean>`(${isOwn} and c.cancelled_at is null or ${visibleCertificates(ctx)})`
        : sql<boolean>`(${isOwn} and c.cancelled_at is null)`
      const stored = await ctx.tx
        .selectFrom('tax_certificate as c')
        .innerJoin('app_user as t', 't.user_id', 'c.user_id')
        .select(['c.snapshot', 'c.logo_file_id', 'c.cancelled_at'])
        .where('c.tax_certificate_id', '=', link.tax_certificate_id)
        .where(isVisible)
        .executeTakeFirst()
      if (stored === undefined) throw notFound()
      const bytes = await services.pdf.render(await certificateJob(logos, stored, link.printedAt))
      return sendPdf(reply, bytes, request.params.name)
    },
  )
}
