/**
 * Opens the links to application forms in lists. A link contains the session that made the list;
 * session, permission and branch are checked when it is opened. The form is printed then; opened
 * again, the link leads to the same form until the application changes.
 */
import { isPermitted } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runTransaction } from '../../db/transaction.ts'
import { auditRows } from '../../kernel/audit.ts'
import { contextOfSession, repeatOnStaleAccess } from '../../kernel/caller.ts'
import type { AuditEntry, Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { OpenedFormLink } from '../../kernel/tokens.ts'
import { printForm } from './print-form.ts'

const call = `${application.pdf.method} ${application.pdf.path}`

/** Returns the link to the form, and counts the print when the form is made. @throws NOT_FOUND, 401 when the session has ended */
async function print(
  services: Services,
  request: FastifyRequest,
  { application_id, sessionId, key }: OpenedFormLink,
): Promise<string> {
  const entries: AuditEntry[] = []
  const ctx = await contextOfSession(services, request, sessionId, entries)
  if (!isPermitted(application.pdf, ctx.may)) throw notFound()
  return runTransaction(
    services.db,
    async (tx) => {
      const { pdf } = await printForm({ ...ctx, tx }, application_id, key)
      await auditRows(ctx, call, entries).execute(tx)
      return pdf
    },
    ctx.actor.access_version,
  )
}

export function serveListedForms(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/applications/:token/:name',
    // Link checkers send HEAD, which must not count a print.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const link = services.tokens.readListedForm(request.params.token)
      if (link === null) throw notFound()
      const pdf = await repeatOnStaleAccess(services, () => print(services, request, link))
      // Each opening checks again whether the form is up to date.
      return reply.header('cache-control', 'private, no-store').redirect(pdf, 303)
    },
  )
}
