/**
 * Serves the documents of people who left, by the signed links that were returned for the password
 * of their link.
 */
import type { FastifyInstance } from 'fastify'
import { limitedByAddress } from '../../kernel/client-address.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { LeaverDocumentLink } from '../../kernel/tokens.ts'
import type { Logos } from '../document/logos.ts'
import { sendPdf } from '../document/serve-documents.ts'
import { payslipIds } from '../payslip/read-payslips.ts'
import { payslipJob } from '../payslip/serve-payslips.ts'
import { certificateJob } from '../tax-certificate/serve-tax-certificates.ts'
import { sql } from 'kysely'

/** The person of a link that is neither revoked nor expired. @throws NOT_FOUND */
async function leaverOf({ db, clock }: Services, leaver_link_id: number): Promise<number> {
  const link = await db
    .selectFrom('leaver_link as l')
    .innerJoin('app_user as t', 't.user_id', 'l.user_id')
    .select('l.user_id')
    .where('l.leaver_link_id', '=', leaver_link_id)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', clock.now().toISOString())
    .where('t.status', '=', 'resigned')
    .executeTakeFirst()
  if (link === undefined) throw notFound()
  return link.user_id
}

async function jobOf(services: Services, logos: Logos, link: LeaverDocumentLink) {
  const user_id = await leaverOf(services, link.leaver_link_id)
  const { db: tx } = services
  const { kind, document_id, printedAt } = link
  if (kind === 'payslip') {
    const own = sql<boolean>`p.payroll_id = ${document_id} and p.user_id = ${user_id}`
    if ((await payslipIds({ tx }, own)).length === 0) throw notFound()
    return payslipJob({ tx }, logos, { payroll_id: document_id, user_id, printedAt })
  }
  const stored = await tx
    .selectFrom('tax_certificate')
    .select(['snapshot', 'logo_file_id', 'cancelled_at'])
    .where('tax_certificate_id', '=', document_id)
    .where('user_id', '=', user_id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  return certificateJob(logos, stored, printedAt)
}

export function serveLeaverDocuments(app: FastifyInstance, services: Services, logos: Logos): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/leaver/:token/:name',
    limitedByAddress(services, services.config.rateLimit.login),
    async (request, reply) => {
      const link = services.tokens.readLeaverDocument(request.params.token)
      if (link === null) throw notFound()
      const bytes = await services.pdf.render(await jobOf(services, logos, link))
      return sendPdf(reply, bytes, request.params.name)
    },
  )
}
