/** The connection of card reader programs: their stream of requests, and their answers. Nothing of a card is logged. */
import {
  relayAnswer,
  relayAnswerPath,
  relayInsertedPath,
  relayInstanceHeader,
  relayReplacedPath,
  relayStreamPath,
} from '@khapdee/contract/card-relay'
import { messages } from '@khapdee/contract/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { AppError, sessionEnded } from '../../kernel/errors.ts'
import { apiBase } from '../../kernel/mount.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`.as(
  'now_ms',
)

/** A card has about 1,200 bytes; more than this does not fit a notification of the database. */
const maxAnswerBytes = 5_000

/**
 * The id that the program sends for its start; empty for programs of earlier versions, which send
 * none.
 */
const instanceOf = ({ headers }: FastifyRequest): string =>
  z.uuid().safeParse(headers[relayInstanceHeader]).data ?? ''

export function serveCardReaders(app: FastifyInstance, { db, cardRelay, clock }: Services): void {
  const find = (hash: string) =>
    db
      .selectFrom('card_reader')
      .select(['card_reader_id', 'branch_id', nowMs])
      .where('secret_hash', '=', hash)
      .executeTakeFirst()
  /** The reader whose key the request has. @throws 401 for an unknown or revoked key */
  const readerOf = async ({ headers }: FastifyRequest) => {
    const key = /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1]
    const hash = hashOfSecret(key ?? '')
    const found = key === undefined ? undefined : await find(hash)
    if (found === undefined) throw sessionEnded()
    return { ...found, hash }
  }

  app.get(`${apiBase}/${relayStreamPath}`, async (request, reply) => {
    const { card_reader_id, hash, now_ms } = await readerOf(request)
    cardRelay.stream(reply, {
      reader: card_reader_id,
      instance: instanceOf(request),
      openedAt: now_ms,
      isAllowed: async () => (await find(hash)) !== undefined,
    })
  })
  app.post(
    `${apiBase}/${relayAnswerPath}`,
    { bodyLimit: maxAnswerBytes },
    async (request, reply) => {
      const { card_reader_id } = await readerOf(request)
      const { data } = relayAnswer.safeParse(request.body)
      if (data === undefined) throw new AppError('BAD_REQUEST', messages.invalid, 400)
      await cardRelay.answer(card_reader_id, data)
      return reply.code(204).send()
    },
  )
  app.post(`${apiBase}/${relayInsertedPath}`, async (request, reply) => {
    const { card_reader_id, branch_id } = await readerOf(request)
    // Otherwise the screens would read the card of the computer that took over the key.
    if (cardRelay.isUsedElsewhere(card_reader_id, instanceOf(request)))
      return reply.code(204).send()
    const change = `card-reader ${branch_id} ${card_reader_id}`
    await db.selectNoFrom(sql`pg_notify('live', ${change})`.as('notified')).execute()
    return reply.code(204).send()
  })
  app.post(`${apiBase}/${relayReplacedPath}`, async (request, reply) => {
    const { card_reader_id } = await readerOf(request)
    // Otherwise it is the only computer with this key, such as after the other one was switched
    // off.
    if (cardRelay.isUsedElsewhere(card_reader_id, instanceOf(request))) {
      await db
        .updateTable('card_reader')
        .set({ replaced_at: clock.now().toISOString() })
        .where('card_reader_id', '=', card_reader_id)
        .execute()
    }
    return reply.code(204).send()
  })
  // Before the server waits for open connections to end.
  app.addHook('preClose', async () => cardRelay.close())
}
