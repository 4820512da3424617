/** Serves the stream of changes to signed-in users. */
import { type LiveKind, liveKinds, livePath } from '@khapdee/contract/live'
import type { FastifyInstance } from 'fastify'
import { readBearer } from './caller.ts'
import type { Services } from './context.ts'
import { passwordChangeRequired, sessionEnded } from './errors.ts'
import type { Viewer } from './live.ts'
import { apiBase } from './mount.ts'

/**
 * The user of a session as a viewer: sees what the permissions and branches of the moment allow. The stream ends with the
 * access token, so that the client presents a new one.
 */
function viewerOf(
  { access }: Services,
  { sessionId, expiresAt }: { sessionId: string; expiresAt: number },
  first: Awaited<ReturnType<Services['access']['find']>>,
): Viewer {
  let actor = first
  return {
    key: sessionId,
    sees: (kind: LiveKind, branchId) =>
      actor !== null &&
      actor.permissions.has(liveKinds[kind]) &&
      actor.branches.some((branch) => branch.branch_id === branchId),
    async isAllowed() {
      actor = await access.find(sessionId)
      return actor !== null && !actor.must_change_password && Date.now() < expiresAt
    },
  }
}

export function serveLive(app: FastifyInstance, services: Services): void {
  app.get(`${apiBase}/${livePath}`, async (request, reply) => {
    const claims = readBearer(services.tokens, request)
    const actor = claims === null ? null : await services.access.find(claims.sessionId)
    if (claims === null || actor === null) throw sessionEnded()
    if (actor.must_change_password) throw passwordChangeRequired()
    services.live.stream(reply, viewerOf(services, claims, actor))
  })
  // Before the server waits for open connections to end.
  app.addHook('preClose', async () => services.live.close())
}
