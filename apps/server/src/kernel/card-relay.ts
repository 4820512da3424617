/**
 * Asks the card reader program of a counter for a card, whichever server it is connected to. The servers tell each other by
 * notifications of the database, in which a card is encrypted: the database writes notifications to its disk.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type CardAnswer, cardAnswer } from '@khapdee/contract/card-bridge'
import type { RelayAnswer, RelayKind, RelayRequest } from '@khapdee/contract/card-relay'
import type { FastifyReply } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/types.ts'
import type { ChangeListener } from './change-listener.ts'
import { createEncryptor } from './encryption.ts'
import { heartbeat, message, openEventStream } from './event-stream.ts'
import { type OpenedStream, createLatestStreams, streamNotices } from './latest-streams.ts'

/** A program answers within four seconds, also when its card hangs; the rest is for the network. */
const answerMs = 5_000
/** Within this time another server says that the program is connected to it. */
const acceptMs = 1_000
const heartbeatMs = 20_000
/** A program that lost its stream may open another before the server has noticed; of more streams the oldest ends. */
const maxStreamsPerReader = 5

const notification = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ask'),
    reader: z.number(),
    request: z.uuid(),
    kind: z.enum(['read', 'state']),
  }),
  z.object({ type: z.literal('accepted'), request: z.uuid() }),
  ...streamNotices,
  z.object({ type: z.literal('answer'), request: z.uuid(), sealed: z.string() }),
])
type Notification = z.output<typeof notification>

interface Stream extends OpenedStream {
  raw: ServerResponse
  reader: number
  isAllowed: () => Promise<boolean>
}

interface Pending {
  reader: number
  accept: () => void
  answer: (answer: CardAnswer) => void
}

export interface CardRelay {
  /**
   * Streams the requests to a program until it disconnects. Of several programs with one key, the one that connected last is
   * asked.
   * @param openedAt milliseconds by the clock of the database
   * @param isAllowed whether its key is still valid; asked at every heartbeat
   */
  stream(
    reply: FastifyReply,
    program: { reader: number; openedAt: number; isAllowed: () => Promise<boolean> },
  ): void
  /** The answer of a program: a card or a failure; null when it is connected to no server, or is dead. */
  ask(reader: number, kind: RelayKind): Promise<CardAnswer | null>
  /** Passes on the answer of a program; an answer without a waiting call is dropped. */
  answer(reader: number, answer: RelayAnswer): Promise<void>
  close(): void
}

export function createCardRelay(
  db: Kysely<DB>,
  changes: ChangeListener,
  secret: string,
): CardRelay {
  const encryptor = createEncryptor(secret, 'card-relay')
  const streams = new Set<Stream>()
  const waiting = new Map<string, Pending>()
  const contextOf = (reader: number, request: string) => `${reader} ${request}`

  const notify = async (content: Notification): Promise<void> => {
    await db
      .selectNoFrom(sql`pg_notify('card_reader', ${JSON.stringify(content)})`.as('notified'))
      .execute()
  }

  // A notice that is lost is said again after the gap.
  const latestStreams = createLatestStreams((notice) => void notify(notice).catch(() => {}))

  /** Sends a request to a program. @returns whether it is connected to this server */
  const send = (reader: number, request: RelayRequest): boolean => {
    const latest = latestStreams.latest(reader)
    const stream = [...streams].find(({ id }) => id === latest?.id)
    stream?.raw.write(message(JSON.stringify(request)))
    return stream !== undefined
  }

  const hear = (content: Notification) => {
    if (content.type === 'connected' || content.type === 'disconnected') {
      latestStreams.hear(content)
      return
    }
    if (content.type === 'ask') {
      const { reader, request, kind } = content
      if (!send(reader, { request, kind })) return
      notify({ type: 'accepted', request }).catch(() => {})
      return
    }
    const pending = waiting.get(content.request)
    if (pending === undefined) return
    pending.accept()
    if (content.type === 'accepted') return
    const context = contextOf(pending.reader, content.request)
    const text = encryptor.decrypt(Buffer.from(content.sealed, 'base64'), context)
    if (text !== null) pending.answer(cardAnswer.parse(JSON.parse(text)))
  }
  changes.on('card_reader', (payload) => {
    const content = notification.safeParse(parseJson(payload)).data
    if (content !== undefined) hear(content)
  })
  changes.onGap(() => latestStreams.relearn())

  const beating = setInterval(() => {
    for (const stream of streams) {
      stream.raw.write(heartbeat)
      // A database that is away ends no stream.
      stream.isAllowed().then(
        (isAllowed) => isAllowed || stream.raw.end(),
        () => {},
      )
    }
  }, heartbeatMs).unref()

  return {
    stream(reply, { reader, openedAt, isAllowed }) {
      const id = randomUUID()
      const stream: Stream = { id, openedAt, raw: openEventStream(reply), reader, isAllowed }
      ;[...streams]
        .filter((other) => other.reader === reader)
        .slice(0, 1 - maxStreamsPerReader)
        .forEach(({ raw }) => raw.end())
      streams.add(stream)
      latestStreams.open(reader, { id, openedAt })
      reply.raw.once('close', () => {
        streams.delete(stream)
        latestStreams.close(reader, id)
      })
      stream.raw.write(heartbeat)
    },
    ask(reader, kind) {
      const request = randomUUID()
      return new Promise((resolve) => {
        const finish = (answer: CardAnswer | null) => {
          clearTimeout(accepting)
          clearTimeout(answering)
          waiting.delete(request)
          resolve(answer)
        }
        const accepting = setTimeout(() => finish(null), acceptMs)
        const answering = setTimeout(() => finish(null), answerMs)
        const accept = () => clearTimeout(accepting)
        waiting.set(request, { reader, accept, answer: finish })
        if (send(reader, { request, kind })) accept()
        // Answers of other servers arrive only by notifications.
        else if (!changes.isListening()) finish(null)
        else notify({ type: 'ask', reader, request, kind }).catch(() => finish(null))
      })
    },
    async answer(reader, { request, answer }) {
      const pending = waiting.get(request)
      if (pending !== undefined) {
        if (pending.reader === reader) pending.answer(answer)
        return
      }
      const sealed = encryptor.encrypt(JSON.stringify(answer), contextOf(reader, request))
      await notify({ type: 'answer', request, sealed: sealed.toString('base64') })
    },
    close() {
      clearInterval(beating)
      for (const { raw } of streams) raw.end()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
