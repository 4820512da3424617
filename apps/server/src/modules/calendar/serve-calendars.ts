/** Serves the calendars of employees to calendar programs, by secret links without a session. */
import type { FastifyInstance } from 'fastify'
import { limitedByAddress } from '../../kernel/client-address.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { calendarPath, readICalendar } from './feed.ts'

/**
 * Calendar programs read at most every few minutes. The limit per address prevents guessing links.
 */
const readsPerMinute = 30

export function serveCalendars(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { name: string } }>(
    `${calendarPath}:name`,
    limitedByAddress(services, readsPerMinute),
    async (request, reply) => {
      const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
      const { db, clock } = services
      const text = token === undefined ? null : await readICalendar(db, token, clock.now())
      if (text === null) throw notFound()
      return reply
        .headers({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="khapdee.ics"',
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        })
        .send(text)
    },
  )
}
