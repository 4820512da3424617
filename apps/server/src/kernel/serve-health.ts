/** `/healthz`, `/readyz` and `/metrics`, for proxies and operators. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Services } from './context.ts'
import { notFound, unavailable } from './errors.ts'

/** The version of the program; beside `src` and `dist`, which are folders of its package. */
const { version } = z
  .object({ version: z.string() })
  .parse(
    JSON.parse(
      readFileSync(
        new URL(
          import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json',
          import.meta.url,
        ),
        'utf8',
      ),
    ),
  )

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time. */
const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(sha256(given), sha256(expected))

/** A database that is slower counts as unavailable, because proxies wait as long for the answer. */
const readyMs = 2_000

export function serveHealth(app: FastifyInstance, services: Services): void {
  const { config, db, health, metrics } = services
  const unlimited = { config: { rateLimit: false } }
  app.get('/healthz', unlimited, () => ({ status: 'ok', version }))
  app.get('/readyz', unlimited, async () => {
    const answer = db.selectFrom('branch').select('branch_id').limit(1).execute()
    // The answer may still fail after the deadline.
    answer.catch(() => {})
    const isLate = sleep(readyMs, true, { ref: false })
    if ((await Promise.race([answer, isLate])) === true) throw unavailable()
    const warnings = health.problems()
    return { status: 'ok', ...(warnings.length > 0 && { warnings }) }
  })
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    metrics.observeRequest(labels, reply.elapsedTime / 1000)
    done()
  })
  const expected = config.metricsToken
  if (expected === undefined) return
  app.get('/metrics', unlimited, async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${expected}`)) throw notFound()
    return reply.type('text/plain; version=0.0.4').send(health.metrics() + (await metrics.text()))
  })
}
