/**
 * The connection of a card reader program to the server: a stream of requests
 * (`text/event-stream`), and answers by POST, both with the key of the reader as a bearer token.
 * Paths are below /api/v1. A reverse proxy needs the same settings as for `live`.
 */
import { z } from 'zod'
import { cardAnswer } from './card-bridge.ts'

/**
 * Header of all calls of a program except its answers: a UUID for each start of the program, which
 * distinguishes computers with the same key.
 */
export const relayInstanceHeader = 'x-card-reader-instance'

/** GET: the stream; each message is a {@link relayRequest} as JSON, or {@link relayReplaced}. */
export const relayStreamPath = 'card-reader/stream'
/** POST: a {@link relayAnswer}. */
export const relayAnswerPath = 'card-reader/answer'
/** POST without content: a card was put in. */
export const relayInsertedPath = 'card-reader/inserted'

/** POST without content: this program stops, because another computer has its key. */
export const relayReplacedPath = 'card-reader/replaced'

/**
 * The last message of a stream: another program has connected with the key, and this program must
 * not connect again.
 */
export const relayReplaced = 'replaced'

/** `read` requests the card, `state` only whether a card is inserted. */
export const relayRequest = z.object({ request: z.uuid(), kind: z.enum(['read', 'state']) })
export type RelayRequest = z.output<typeof relayRequest>
export type RelayKind = RelayRequest['kind']

/** A card, or a failure. The state {@link cardPresent} is an answer with this `code` and `result` ok. */
export const relayAnswer = z.object({
  request: z.uuid(),
  // Our program lists no devices. Those of other programs may have any content, and a notification
  // of the database is short.
  answer: cardAnswer.omit({ devices: true }),
})
export type RelayAnswer = z.output<typeof relayAnswer>
