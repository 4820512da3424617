/**
 * Serves exported lists by signed links. A link contains the session that created it, and the
 * permissions of that session are checked again when the link is opened.
 */
import { isPermitted } from '@khapdee/contract/endpoint'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { workbook } from '../../adapters/xlsx/workbook.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { contextOfSession } from '../../kernel/caller.ts'
import { exportedLists } from './export.module.ts'

export function serveExports(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/exports/:token/:name',
    async (request, reply) => {
      const { token, name } = request.params
      const link = services.tokens.readExport(token)
      const list = exportedLists.find(({ endpoint }) => endpoint.path === link?.list)
      if (link === null || list === undefined) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      if (!isPermitted(list.endpoint, ctx.may)) throw notFound()
      const tx = await services.replica.forReading()
      const table = await list.open({ ...ctx, tx }, { ...link.query, page: 1, perPage: 1 })
      return reply
        .headers({
          'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          'content-disposition': `attachment; filename="${/^[\w-]+\.xlsx$/.test(name) ? name : 'list.xlsx'}"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(workbook(table), { objectMode: false }))
    },
  )
}
