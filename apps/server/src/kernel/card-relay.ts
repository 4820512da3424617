/**
 * Requests a card from the card reader program of a counter, whichever server the program is
 * connected to. The servers exchange requests and answers as notifications of the database. The
 * database writes notifications to its disk, so a card in them is encrypted.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type CardAnswer, cardAnswer } from '@khapdee/contract/card-bridge'
import {
  type RelayAnswer,
  type RelayKind,
  type RelayRequest,
  relayReplaced,
} from '@khapdee/contract/card-relay'
import type { FastifyReply } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/types.ts'
import type { ChangeListener } from './change-listener.ts'
import { createEncryptor } from './encryption.ts'
import { AppError } from './errors.ts'
import { endEventStream, heartbeat, message, openEventStream } from './event-stream.ts'
import { type OpenedStream, createLatestStreams, streamNotices } from './latest-streams.ts'

/** A program answers within four seconds, also when its card hangs; the rest is for the network. */
const answerMs = 5_000
/** Time in which another server confirms that the program is connected to it. */
const acceptMs = 1_000
const heartbeatMs = 20_000
/** A program that lost its stream may open another before the server has noticed; of more streams the oldest ends. */
const maxStreamsPerReader = 5
/** A notification of PostgreSQL has less than 8,000 bytes; the rest is for its other fields. */
const maxSealedLength = 7_800

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

interface Program {
  reader: number
  /** The UUID that the program sends for its start; the same key with another UUID comes from another computer. */
  instance: string
  /** Milliseconds by the clock of the database. */
  openedAt: number
  /** Whether its key is still valid; checked at every heartbeat. */
  isAllowed: () => Promise<boolean>
}

export interface CardRelay {
  /**
   * Streams the requests to a program until it disconnects. Of several programs with one key, only
   * the one that connected last gets requests; the others get a message, and their streams are
   * ended.
   */
  stream(reply: FastifyReply, program: Program): void
  /** Whether the key of a reader is used by another program, as far as this server knows. */
  isUsedElsewhere(reader: number, instance: string): boolean
  /**
   * The answer of a program: a card or a failure; null if it is not connected to a server, or no
   * longer responds.
   */
  ask(reader: number, kind: RelayKind): Promise<CardAnswer | null>
  /** Passes on the answer of a program; an answer without a waiting call is dropped. @throws TOO_LARGE */
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

  const latestStreams = createLatestStreams({
    // A lost notice is sent again after the gap.
    notify: (notice) => void notify(notice).catch(() => {}),
    replace(id) {
      const stream = find(id)
      if (stream === undefined) return
      stream.raw.write(message(relayReplaced))
      end(stream)
    },
  })
  const find = (id: string | undefined) => [...streams].find((stream) => stream.id === id)
  const drop = (stream: Stream) => {
    streams.delete(stream)
    latestStreams.close(stream.reader, stream.id)
  }
  const end = (stream: Stream) => {
    drop(stream)
    endEventStream(stream.raw)
  }

  /** Sends a request to a program. @returns whether it is connected to this server */
  const send = (reader: number, request: RelayRequest): boolean => {
    const stream = find(latestStreams.latest(reader)?.id)
    stream?.raw.write(message(JSON.stringify(request)))
    return stream !== undefined
  }

  const hear = (content: Notification) => {
    if (content.type === 'connected' || content.type === 'disconnected') {
      latestStreams.receive(content)
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
  changes.onGap(() => latestStreams.resync())

  const beating = setInterval(() => {
    for (const stream of streams) {
      // A program that has not read earlier messages does not respond any more.
      if (stream.raw.writableNeedDrain) stream.raw.destroy()
      else stream.raw.write(heartbeat)
      // An unreachable database ends no stream.
      stream.isAllowed().then(
        (isAllowed) => isAllowed || end(stream),
        () => {},
      )
    }
  }, heartbeatMs).unref()

  return {
    stream(reply, { reader, instance, openedAt, isAllowed }) {
      const raw = openEventStream(reply)
      if (raw === null) return
      const stream: Stream = { id: randomUUID(), openedAt, instance, raw, reader, isAllowed }
      ;[...streams]
        .filter((other) => other.reader === reader)
        .slice(0, 1 - maxStreamsPerReader)
        .forEach(end)
      streams.add(stream)
      raw.once('close', () => drop(stream))
      raw.write(heartbeat)
      latestStreams.open(reader, { id: stream.id, openedAt, instance })
    },
    isUsedElsewhere(reader, instance) {
      const latest = latestStreams.latest(reader)
      return latest !== undefined && latest.instance !== instance
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
        const asked = latestStreams.latest(reader)
        const accepting = setTimeout(() => {
          if (asked !== undefined) latestStreams.forget(reader, asked.id)
          finish(null)
        }, acceptMs)
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
      const text = sealed.toString('base64')
      if (text.length > maxSealedLength)
        throw new AppError('TOO_LARGE', 'ข้อมูลบัตรมีขนาดใหญ่เกินไป', 413)
      await notify({ type: 'answer', request, sealed: text })
    },
    close() {
      clearInterval(beating)
      for (const { raw } of streams) endEventStream(raw)
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
