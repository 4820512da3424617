/**
 * Sends one intent until it is acknowledged or refused, like a browser that keeps its idempotency key.
 * Some intents are sent two or three times concurrently or disconnected; all are retried after a lost
 * connection.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, WireInputOf, WireOutputOf } from '@khapdee/contract/endpoint'
import { apiBase } from '../apps/server/src/kernel/mount.ts'
import { type Outcome, call } from './http.ts'
import type { Ledger } from './ledger.ts'

/** A trigger rolls back requests with this prefix of the key at their last statement. */
export const rollbackKeyPrefix = 'deadbeef'

const rollbackShare = 0.08
const duplicateShare = 0.2
const disconnectShare = 0.03
const maxDisconnectDelayMs = 60
const retryDelayMs = 250

export interface Client {
  origin: string
  ledger: Ledger
  /** The `Authorization` header of a signed-in user. */
  authorizationOf(username: string): string
}

export interface Intent<E extends Endpoint> {
  endpoint: E
  /** User name of the caller. */
  as: string
  body: WireInputOf<E>
}

/** The `data` of a 200 answer of the endpoint. */
type SuccessAnswer<E extends Endpoint> = Pick<WireOutputOf<E>, 'data'>

const chance = (share: number): boolean => Math.random() < share

const isFinal = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429

function recordOutcome({ ledger }: Client, path: string, outcome: Outcome): void {
  if (outcome.kind === 'lost') {
    ledger.counts['connections lost']++
    return
  }
  if (outcome.kind === 'timeout') {
    ledger.violations.push(`${path} was never answered`)
    return
  }
  const { status, text, retryAfter } = outcome
  if (status === 503) ledger.counts['answered 503']++
  if (status === 503 && retryAfter === undefined)
    ledger.violations.push(`${path}: 503, no Retry-After`)
  if ((status >= 500 && status !== 503) || status === 401 || status === 429) {
    ledger.violations.push(`${path}: ${status} ${text.slice(0, 200)}`)
  }
}

interface OutgoingRequest {
  /** By default POST with a body, and GET without one. */
  method?: Endpoint['method']
  path: string
  as: string
  body: object | undefined
  key?: string
  disconnect?: boolean
}

/** Sends a request as often as `copies` says at once; records lost connections and wrong answers. */
export async function send(
  client: Client,
  outgoing: OutgoingRequest,
  copies = 1,
): Promise<Outcome[]> {
  const { path, as, body, key, disconnect = false } = outgoing
  const request = {
    method: outgoing.method ?? (body === undefined ? 'GET' : 'POST'),
    url: `${client.origin}${apiBase}/${path}`,
    headers: {
      authorization: client.authorizationOf(as),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(disconnect ? { disconnectAfterMs: Math.random() * maxDisconnectDelayMs } : {}),
  }
  const outcomes = await Promise.all(Array.from({ length: copies }, () => call(request)))
  for (const outcome of outcomes) recordOutcome(client, path, outcome)
  return outcomes
}

/** The body of the 200 answers, or null. Two different bodies for one key are a violation. */
function successText(
  { ledger }: Client,
  path: string,
  outcomes: readonly Outcome[],
): string | null {
  const texts = outcomes.flatMap((one) =>
    one.kind === 'answer' && one.status === 200 ? one.text : [],
  )
  if (new Set(texts).size > 1) ledger.violations.push(`${path}: two answers to one key`)
  return texts[0] ?? null
}

/** Sends an intent that the database rolls back: it must never be acknowledged. */
async function sendToRollBack(client: Client, outgoing: OutgoingRequest): Promise<void> {
  client.ledger.counts['to be rolled back']++
  const key = rollbackKeyPrefix + randomUUID().slice(rollbackKeyPrefix.length)
  const outcomes = await send(client, { ...outgoing, key })
  if (successText(client, outgoing.path, outcomes) !== null) {
    client.ledger.violations.push(`${outgoing.path} was acknowledged and rolled back`)
  }
}

/**
 * Sends an intent that moves money until its outcome is known.
 * @returns the answer; null if it was refused or deliberately rolled back
 */
export async function sendUntilSettled<E extends Endpoint>(
  client: Client,
  { endpoint, as, body }: Intent<E>,
): Promise<SuccessAnswer<E> | null> {
  const { counts, acknowledgedByPath } = client.ledger
  const { path } = endpoint
  counts.intents++
  if (chance(rollbackShare)) {
    await sendToRollBack(client, { path, as, body })
    return null
  }
  const outgoing = { path, as, body, key: randomUUID() }
  const copies = chance(duplicateShare) ? 2 + Number(chance(0.5)) : 1
  const disconnect = chance(disconnectShare)
  if (disconnect) counts['disconnected on purpose']++
  if (copies > 1) counts['sent two or three times concurrently']++
  let outcomes = await send(client, { ...outgoing, disconnect }, copies)
  while (successText(client, path, outcomes) === null && !outcomes.every(isFinal)) {
    await sleep(retryDelayMs)
    outcomes = await send(client, outgoing)
  }
  const text = successText(client, path, outcomes)
  counts[text === null ? 'refused' : 'acknowledged']++
  if (text === null) return null
  acknowledgedByPath[path] = (acknowledgedByPath[path] ?? 0) + 1
  return JSON.parse(text)
}

/**
 * Sends a call that takes no idempotency key, until the answer is final.
 * @param path path with values for its parameters; by default the path of the endpoint
 * @returns null unless the answer is a 200
 */
export async function callUntilAnswered<E extends Endpoint>(
  client: Client,
  {
    endpoint,
    as,
    path = endpoint.path,
    body,
  }: Omit<Intent<E>, 'body'> & { path?: string; body?: WireInputOf<E> },
): Promise<SuccessAnswer<E> | null> {
  for (;;) {
    const [outcome] = await send(client, { method: endpoint.method, path, as, body })
    if (outcome?.kind === 'answer' && outcome.status === 200) return JSON.parse(outcome.text)
    if (outcome !== undefined && isFinal(outcome)) return null
    await sleep(retryDelayMs)
  }
}
