/** Structured logs: what was called and how it went, and nothing about a person. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

/** How errors are logged; whole requests never are. */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  serializers: {
    // PostgreSQL puts the offending row into `detail`: only what kind of error, and where.
    err: (error: Error & { code?: unknown }) => ({
      type: error.name,
      code: error.code,
      message: 'severity' in error ? 'database error' : error.message,
      stack: 'severity' in error ? '' : (error.stack ?? ''),
      constraint: 'constraint' in error ? error.constraint : undefined,
    }),
  },
})

/**
 * One JSON line per request with its id. The route is logged as a pattern and without its query,
 * because ids, ID numbers and link tokens stand there; bodies and headers are never logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}
