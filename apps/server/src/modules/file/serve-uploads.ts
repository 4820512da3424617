/** Serves uploaded files by signed links. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { openFile } from './open-file.ts'

/** Policy that blocks scripts and requests in case a browser renders the file as a page. */
const securityPolicy = "default-src 'none'; sandbox"

/** Pictures are displayed inline; other files are downloaded. */
const dispositionOf = (type: string, name: string) =>
  `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="file"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`

export function serveUploads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string } }>('/files/uploads/:token', async (request, reply) => {
    const link = services.tokens.readUpload(request.params.token)
    if (link === null || (await services.access.find(link.sessionId)) === null) throw notFound()
    const found = await services.db
      .selectFrom('file')
      .select(['key', 'name', 'type', 'size'])
      .where('file_id', '=', link.file_id)
      .executeTakeFirst()
    const bytes = found === undefined ? null : await openFile(services, found.key)
    if (found === undefined || bytes === null) throw notFound()
    return reply
      .headers({
        'content-type': found.type,
        'content-length': found.size,
        'content-disposition': dispositionOf(found.type, found.name),
        'content-security-policy': securityPolicy,
        'cache-control': 'private, max-age=600, immutable',
      })
      .send(bytes)
  })
}
