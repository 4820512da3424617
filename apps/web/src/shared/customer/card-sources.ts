/** The sources of ID cards: programs on this computer, a program that is connected to the server, and the demo. */
import {
  bridgeInfo,
  bridgePaths,
  bridgeUrl,
  cardAnswer,
  cardPresent,
  pairingAnswer,
} from '@khapdee/contract/card-bridge'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { customer } from '@khapdee/contract/entities/customer'
import type { CardResult } from '@khapdee/domain/card'
import { type CardFailure, failureAnswer, isCardFailure } from '@khapdee/domain/card-failure'
import '../../api/zod-config.ts'
import { call } from '../../api/client.ts'
import { cardSettings, type SourceName } from './card-settings.ts'

export interface CardSource {
  /** @returns null when the source does not answer; the next source is then tried */
  read: () => Promise<CardResult | null>
  /** Whether a card is in; `READY` when the source does not tell. */
  state: () => Promise<CardFailure | typeof cardPresent | 'READY'>
}

/** Reading a card takes some seconds. If the program is missing, the connection fails at once. */
const readTimeoutMs = 8_000
const stateTimeoutMs = 5_000
const dltNatIdUrl = 'http://localhost:21998'

const parseAnswer = (json: unknown): CardResult | null => cardAnswer.safeParse(json).data ?? null

/** @returns null when nothing answers with JSON */
async function getJson(url: string, init: RequestInit = {}, ms = readTimeoutMs): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ms) })
    return await response.json()
  } catch {
    return null
  }
}

/** The card reader program of the Department of Land Transport (DLT), on the clerk's computer. */
const dltNatId: CardSource = {
  read: async () => parseAnswer(await getJson(`${dltNatIdUrl}/readCardNoPhoto`)),
  async state() {
    const info = parseAnswer(await getJson(`${dltNatIdUrl}/info`, {}, stateTimeoutMs))
    return info?.result === 'ok' ? 'READY' : 'NO_PROGRAM'
  },
}

const withToken = (): RequestInit => ({
  headers: { Authorization: `Bearer ${cardSettings.get().token}` },
})

/** Why our program does not answer calls with a token: it is missing, or refuses this web app. */
async function bridgeRefusal(): Promise<CardResult | null> {
  // A call without a token is answered even to a web app that is refused.
  const json = await getJson(bridgeUrl + bridgePaths.info, {}, stateTimeoutMs)
  if (bridgeInfo.safeParse(json).success) return failureAnswer('NOT_PAIRED')
  return parseAnswer(json)
}

/** Our program on the clerk's computer. */
const bridge: CardSource = {
  async read() {
    if (cardSettings.get().token === '') return bridgeRefusal()
    const json = await getJson(bridgeUrl + bridgePaths.read, withToken())
    return json === null ? bridgeRefusal() : parseAnswer(json)
  },
  async state() {
    const init = cardSettings.get().token === '' ? {} : withToken()
    const json =
      (await getJson(bridgeUrl + bridgePaths.info, init, stateTimeoutMs)) ?? (await bridgeRefusal())
    const code = bridgeInfo.safeParse(json).data?.state ?? parseAnswer(json)?.code ?? ''
    if (code === cardPresent) return cardPresent
    return isCardFailure(code) ? code : 'NO_PROGRAM'
  },
}

/** Asks the chosen program through the server; null when it is not connected. */
async function askServer(kind: 'read' | 'state'): Promise<CardResult | null> {
  const { card_reader_id } = cardSettings.get()
  if (card_reader_id === null) return null
  try {
    return (await call(cardReader.ask, { card_reader_id, kind })).data
  } catch {
    return null
  }
}

const relay: CardSource = {
  read: () => askServer('read'),
  async state() {
    const code = (await askServer('state'))?.code ?? ''
    if (code === cardPresent) return cardPresent
    return isCardFailure(code) ? code : 'NO_PROGRAM'
  },
}

/** Sample cards from the server; the endpoint exists only in the demo. */
const mockReader: CardSource = {
  async read() {
    try {
      return parseAnswer((await call(customer.mockreadercard, {})).data)
    } catch {
      return null
    }
  },
  state: async () => 'READY',
}

export const cardSources: Readonly<Record<SourceName, CardSource>> = {
  dltnatid: dltNatId,
  bridge,
  relay,
}

/** The sources in the order of the settings, then the sample cards. */
export const chosenSources = (): readonly CardSource[] => [
  ...cardSettings.get().order.map((name) => cardSources[name]),
  mockReader,
]

/** Exchanges a pairing code of our program for a token of this browser, which is stored. @returns whether it was accepted */
export async function pairBridge(code: string): Promise<boolean> {
  const json = await getJson(bridgeUrl + bridgePaths.pair, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const token = pairingAnswer.safeParse(json).data?.token
  if (token === undefined) return false
  cardSettings.change({ token })
  return true
}

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1'

/** Whether the browser blocks calls to this computer. Pages served by it need no permission. */
export async function isLocalNetworkBlocked(): Promise<boolean> {
  if (isLoopback(window.location.hostname)) return false
  try {
    // The TypeScript types do not include this name yet; browsers without it throw.
    const name = 'local-network-access' as PermissionName
    return (await navigator.permissions.query({ name })).state !== 'granted'
  } catch {
    return false
  }
}
