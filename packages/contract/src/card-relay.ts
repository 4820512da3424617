/**
 * The connection of a card reader program to the server: a stream of requests (`text/event-stream`) and answers by POST, both
 * with the key of the reader as a bearer token. Paths are below /api/v1. It works behind any proxy that passes `live`.
 */
import { z } from 'zod'
import { cardAnswer } from './card-bridge.ts'

/** GET: the stream; each message is a {@link relayRequest} as JSON. */
export const relayStreamPath = 'card-reader/stream'
/** POST: a {@link relayAnswer}. */
export const relayAnswerPath = 'card-reader/answer'
/** POST without content: a card was put in. */
export const relayInsertedPath = 'card-reader/inserted'

/** `read` asks for the card, `state` only whether one is in. */
export const relayRequest = z.object({ request: z.uuid(), kind: z.enum(['read', 'state']) })
export type RelayRequest = z.output<typeof relayRequest>
export type RelayKind = RelayRequest['kind']

/** A card, or a failure. The state {@link cardPresent} is an answer with this `code` and `result` ok. */
export const relayAnswer = z.object({ request: z.uuid(), answer: cardAnswer })
export type RelayAnswer = z.output<typeof relayAnswer>
