/** Structured logs: what was called and how it went, and nothing about a person. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { pino } from 'pino'

const gatheredBytes = 15 * 1024
const gatheredMs = 250

/**
 * Standard output, written many lines at a time and never waited for. What is gathered when the
 * process exits is written then; only one that is killed takes its last lines along.
 */
export const gatheredOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: gatheredBytes, periodicFlush: gatheredMs })

/** How errors are logged, and where to; whole requests never are. */
export const loggerOptions = (
  level: string,
  stream: { write(line: string): void },
): FastifyServerOptions['logger'] => ({
  level,
  stream,
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
