/** Structured logs of requests and errors, without personal data. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'

export type Log = FastifyBaseLogger

const bufferBytes = 15 * 1024
const flushIntervalMs = 250

/**
 * Buffered, asynchronous standard output. The buffer is flushed when the process exits; a killed process
 * loses its last lines.
 */
export const bufferedOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: bufferBytes, periodicFlush: flushIntervalMs })

/**
 * The log of requests, errors and jobs. Errors are serialised without personal data.
 * @param level of pino, e.g. `info` or `silent`
 */
export const createLog = (level: string, stream: DestinationStream): Log =>
  pino(
    {
      level,
      serializers: {
        // PostgreSQL writes values of the row into `message` and `detail`.
        err: (error: Error & { code?: unknown }) => ({
          type: error.name,
          code: error.code,
          message: 'severity' in error ? 'database error' : error.message,
          stack: 'severity' in error ? '' : (error.stack ?? ''),
          constraint: 'constraint' in error ? error.constraint : undefined,
        }),
      },
    },
    stream,
  )

/** A log that writes nothing. */
export const silentLog = (): Log => pino({ level: 'silent' })

/**
 * One JSON line per request with its id. The route is logged as a pattern and without its query,
 * because paths contain ids, ID numbers and link tokens; bodies and headers are never logged.
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
