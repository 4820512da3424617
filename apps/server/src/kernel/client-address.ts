/** The limits of requests, and the address of a client behind proxies. */
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from './context.ts'

/**
 * A limit of requests that holds for all servers of the database together: each allows its share, because a proxy spreads
 * the calls of a client over them.
 * @param max requests per minute
 */
export const sharedLimit =
  ({ servers }: Pick<Services, 'servers'>, max: number) =>
  (): number =>
    Math.ceil(max / servers())

/** Options of a route whose limit counts by IP address even with a token of a session. */
export const limitedByAddress = (services: Pick<Services, 'servers'>, max: number) => ({
  config: {
    rateLimit: {
      max: sharedLimit(services, max),
      keyGenerator: (request: FastifyRequest) => normalizeIP(request.ip),
    },
  },
})

/**
 * Warns once when requests come through a proxy that the settings do not name: then all clients have the address of the
 * proxy, and share its limits and lockouts.
 */
export function warnOfUnknownProxy(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
): void {
  if (config.trustedProxies > 0) return
  let isWarned = false
  app.addHook('onRequest', (request, _, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn(
        'A request has X-Forwarded-For, which is ignored: if a proxy is in front of the server, set TRUSTED_PROXIES to the number of proxies; otherwise all clients share the limits of one address',
      )
    }
    done()
  })
}
