/** Serves backups by signed links. The rights of the session of a link are checked when it is opened. */
import { createReadStream } from 'node:fs'
import { isPermitted } from '@khapdee/contract/endpoint'
import { backup } from '@khapdee/contract/entities/backup'
import type { FastifyInstance } from 'fastify'
import { contextOfSession } from '../../kernel/caller.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { findBackup } from './backup.module.ts'

export function serveBackups(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/backups/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readBackup(request.params.token)
      if (link === null) throw notFound()
      const ctx = await contextOfSession(services, request, link.sessionId)
      if (!isPermitted(backup.open, ctx.may)) throw notFound()
      const { path, size } = await findBackup(services, link.backup)
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': size,
          'content-disposition': `attachment; filename="${link.backup}"`,
          'cache-control': 'private, no-store',
        })
        .send(createReadStream(path))
    },
  )
}
