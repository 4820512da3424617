/**
 * Brings one intent to the server until it is surely done or surely refused, as a browser does that
 * keeps its idempotency key: sent two or three times at once, hung up on, sent again after a loss.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, WireInputOf, WireOutputOf } from '@khapdee/contract/endpoint'
import { apiBase } from '../apps/server/src/kernel/mount.ts'
import { type Outcome, call } from './http.ts'
import type { Ledger } from './ledger.ts'

/** Keys that begin so are rolled back by the database at the last statement of their transaction. */
export const doomedPrefix = 'deadbeef'

const doomedShare = 0.08
const repeatedShare = 0.2
const hungUpShare = 0.03
const longestBeforeHangUpMs = 60
const pauseMs = 250

export interface Wire {
  origin: string
  ledger: Ledger
  /** Header of somebody who has signed in. */
  authorizationOf(username: string): string
}

export interface Intent<E extends Endpoint> {
  endpoint: E
  as: string
  body: WireInputOf<E>
}

/** The body of a 200; each caller names the endpoint whose output it is. */
type Done<E extends Endpoint> = Pick<WireOutputOf<E>, 'data'>

const chance = (share: number): boolean => Math.random() < share

const isDefinite = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429

function note({ ledger }: Wire, path: string, outcome: Outcome): void {
  if (outcome.kind === 'lost') {
    ledger.counts['connections lost']++
    return
  }
  if (outcome.kind === 'silent') {
    ledger.faults.push(`${path} was never answered`)
    return
  }
  const { status, text, retryAfter } = outcome
  if (status === 503) ledger.counts['answered 503']++
  if (status === 503 && retryAfter === undefined) ledger.faults.push(`${path}: 503, no Retry-After`)
  if ((status >= 500 && status !== 503) || status === 401 || status === 429) {
    ledger.faults.push(`${path}: ${status} ${text.slice(0, 200)}`)
  }
}

interface Sending {
  path: string
  as: string
  body: object | undefined
  key?: string
  hangUp?: boolean
}

async function send(wire: Wire, sending: Sending, copies = 1): Promise<Outcome[]> {
  const { path, as, body, key, hangUp = false } = sending
  const request = {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    url: `${wire.origin}${apiBase}/${path}`,
    headers: {
      authorization: wire.authorizationOf(as),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(hangUp ? { hangUpAfterMs: Math.random() * longestBeforeHangUpMs } : {}),
  }
  const outcomes = await Promise.all(Array.from({ length: copies }, () => call(request)))
  for (const outcome of outcomes) note(wire, path, outcome)
  return outcomes
}

/** Different answers to one key would be two deeds, or two stories of one. */
function onlyAnswer({ ledger }: Wire, path: string, outcomes: readonly Outcome[]): string | null {
  const done = outcomes.flatMap((one) =>
    one.kind === 'answer' && one.status === 200 ? one.text : [],
  )
  if (new Set(done).size > 1) ledger.faults.push(`${path}: two answers to one key`)
  return done[0] ?? null
}

/** An intent that the database rolls back: it must never be acknowledged, and leaves no trace. */
async function deliverDoomed(wire: Wire, sending: Sending): Promise<void> {
  wire.ledger.counts['to be rolled back']++
  const key = doomedPrefix + randomUUID().slice(doomedPrefix.length)
  const outcomes = await send(wire, { ...sending, key })
  if (onlyAnswer(wire, sending.path, outcomes) !== null) {
    wire.ledger.faults.push(`${sending.path} was acknowledged and rolled back`)
  }
}

/**
 * Delivers an intent that moves money.
 * @returns the answer; null where it was refused, or rolled back on purpose
 */
export async function deliver<E extends Endpoint>(
  wire: Wire,
  { endpoint, as, body }: Intent<E>,
): Promise<Done<E> | null> {
  const { counts, done } = wire.ledger
  const { path } = endpoint
  counts.intents++
  if (chance(doomedShare)) {
    await deliverDoomed(wire, { path, as, body })
    return null
  }
  const sending = { path, as, body, key: randomUUID() }
  const copies = chance(repeatedShare) ? 2 + Number(chance(0.5)) : 1
  const hangUp = chance(hungUpShare)
  if (hangUp) counts['hung up on']++
  if (copies > 1) counts['sent two or three times at once']++
  let outcomes = await send(wire, { ...sending, hangUp }, copies)
  while (onlyAnswer(wire, path, outcomes) === null && !outcomes.every(isDefinite)) {
    await sleep(pauseMs)
    outcomes = await send(wire, sending)
  }
  const text = onlyAnswer(wire, path, outcomes)
  counts[text === null ? 'refused' : 'acknowledged']++
  if (text === null) return null
  done[path] = (done[path] ?? 0) + 1
  return JSON.parse(text)
}

/**
 * Asks, or does what needs no key, until there is a definite answer.
 * @param path with its values, where the endpoint's has names of them
 * @returns null unless it was a 200
 */
export async function ask<E extends Endpoint>(
  wire: Wire,
  {
    endpoint,
    as,
    path = endpoint.path,
    body,
  }: Omit<Intent<E>, 'body'> & { path?: string; body?: WireInputOf<E> },
): Promise<Done<E> | null> {
  for (;;) {
    const [outcome] = await send(wire, { path, as, body })
    if (outcome?.kind === 'answer' && outcome.status === 200) return JSON.parse(outcome.text)
    if (outcome !== undefined && isDefinite(outcome)) return null
    await sleep(pauseMs)
  }
}
