/** Structured logs: what was called and how it went, and nothing about a person. */
import type { FastifyServerOptions } from 'fastify'

interface LoggedRequest {
  method: string
  ip: string
  routeOptions?: { url?: string | undefined }
}

/**
 * One JSON line per request with its id. The route is logged as a pattern and without its query,
 * because ids, ID numbers and link tokens stand there; bodies and headers are never logged.
 */
export const loggerOptions = (level: string): FastifyServerOptions['logger'] => ({
  level,
  serializers: {
    req: (request: LoggedRequest) => ({
      method: request.method,
      route: request.routeOptions?.url ?? 'none',
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
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
