/** The sources of ID cards: programs on this computer, a program that is connected to the server, and the demo. */
import {
  bridgeInfo,
  bridgePaths,
  bridgeUrl,
  type CardAnswer,
  cardAnswer,
  cardPresent,
  pairingAnswer,
} from '@khapdee/contract/card-bridge'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { customer } from '@khapdee/contract/entities/customer'
import { cardFailure, type CardResult } from '@khapdee/domain/card'
import {
  type CardFailure,
  cardFailures,
  failureAnswer,
  isCardFailure,
} from '@khapdee/domain/card-failure'
import '../../api/zod-config.ts'
import { asApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { cardSettings, type SourceName } from './card-settings.ts'

export interface SourceReport {
  /**
   * Whether a card is inserted; `READY` when the source does not report it, `OUTDATED` when its
   * program is too old.
   */
  state: CardFailure | typeof cardPresent | 'READY' | 'OUTDATED'
  /** The version of the program; null when it does not report it. */
  version: string | null
}

export interface CardSource {
  /** @returns null when the source does not answer; the next source is then tried */
  read: () => Promise<CardResult | null>
  report: () => Promise<SourceReport>
}

/** The state for the code of an answer; `otherwise` for an unknown code. */
const stateOf = (code: string, otherwise: CardFailure): SourceReport['state'] =>
  code === cardPresent || isCardFailure(code) ? code : otherwise

/** Timeout of a call to a program; ours answers earlier, even when its card hangs. */
const timeoutMs = 5_000
/** Timeout while the browser asks the clerk for permission. */
const permissionMs = 60_000
/** A card without its photo has about two thousand bytes; longer answers are dropped. */
const maxAnswerBytes = 64 * 1024
const dltNatIdUrl = 'http://localhost:21998'
/** The oldest supported version; other clients of DLTNatID also ask to replace older versions. */
const oldestDltNatId = 0.8

const parseAnswer = (json: unknown): CardResult | null => cardAnswer.safeParse(json).data ?? null

/** @throws when the answer is longer than {@link maxAnswerBytes} */
async function readText({ body }: Response): Promise<string> {
  let text = ''
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done) return text
    text += value
    if (text.length > maxAnswerBytes) {
      await reader?.cancel()
      throw new RangeError('too long')
    }
  }
}

/**
 * @returns null when no program answers with JSON, and the failure SLOW when a program does not
 * answer in time
 */
async function getJson(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const ms = (await isLocalNetworkBlocked()) ? permissionMs : timeoutMs
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ms) })
    return JSON.parse(await readText(response))
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return isLate && !(await isLocalNetworkBlocked()) ? failureAnswer('SLOW') : null
  }
}

/** The card reader program of the Department of Land Transport (DLT), on the clerk's computer. */
const dltNatId: CardSource = {
  read: async () => parseAnswer(await getJson(`${dltNatIdUrl}/readCardNoPhoto`)),
  async report() {
    const info = parseAnswer(await getJson(`${dltNatIdUrl}/info`))
    if (info?.result !== 'ok')
      return { state: info?.code === 'SLOW' ? 'SLOW' : 'NO_PROGRAM', version: null }
    const { version } = info
    return {
      state: (version ?? oldestDltNatId) < oldestDltNatId ? 'OUTDATED' : 'READY',
      version: version?.toString() ?? null,
    }
  },
}

const withToken = (): RequestInit => ({
  headers: { Authorization: `Bearer ${cardSettings.get().token}` },
})

/** Why our program does not answer calls with a token: it is missing, or refuses this web app. */
async function bridgeRefusal(): Promise<CardResult | null> {
  // A call without a token is answered even to a refused web app.
  const json = await getJson(bridgeUrl + bridgePaths.info)
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
  async report() {
    const init = cardSettings.get().token === '' ? {} : withToken()
    const json = (await getJson(bridgeUrl + bridgePaths.info, init)) ?? (await bridgeRefusal())
    const info = bridgeInfo.safeParse(json).data
    const code = info?.state ?? parseAnswer(json)?.code ?? ''
    return { state: stateOf(code, 'NO_PROGRAM'), version: info?.version ?? null }
  },
}

/** Requests a card from the chosen program through the server. */
async function askServer(
  kind: 'read' | 'state',
): Promise<CardResult & Pick<Partial<CardAnswer>, 'program_version'>> {
  const { card_reader_id } = cardSettings.get()
  if (card_reader_id === null) return failureAnswer('NOT_CHOSEN')
  try {
    const { data } = await call(cardReader.ask, { card_reader_id, kind })
    return data ?? failureAnswer('NOT_CONNECTED')
  } catch (cause) {
    const { status } = asApiError(cause)
    if (status === 404) return failureAnswer('REVOKED')
    return failureAnswer(status === 401 || status === 403 ? 'NOT_ALLOWED' : 'NO_SERVER')
  }
}

const relay: CardSource = {
  read: () => askServer('read'),
  async report() {
    const { code = '', program_version = null } = await askServer('state')
    return { state: stateOf(code, 'NOT_CONNECTED'), version: program_version }
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
  report: async () => ({ state: 'READY', version: null }),
}

export const cardSources: Readonly<Record<SourceName, CardSource>> = {
  dltnatid: dltNatId,
  bridge,
  relay,
}

/** The enabled sources in the order of the settings, then the sample cards. */
export const chosenSources = (): readonly CardSource[] => [
  ...cardSettings.get().order.map((name) => cardSources[name]),
  mockReader,
]

/**
 * Exchanges a pairing code of our program for a token of this browser, which is stored.
 * @returns why it was not accepted: NOT_PAIRED for a wrong or outdated code; null when it was
 */
export async function pairBridge(code: string): Promise<LocalFailure | null> {
  const json = await getJson(bridgeUrl + bridgePaths.pair, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const token = pairingAnswer.safeParse(json).data?.token
  if (token === undefined) {
    const failure = cardFailure(parseAnswer(json) ?? (await bridgeRefusal()))
    // SLOW would suggest a problem with the card, but pairing reads no card: the program did not
    // answer.
    const hasAnswered = failure === 'NOT_PAIRED' || failure === 'BAD_ORIGIN'
    return hasAnswered ? failure : noAnswerReason()
  }
  cardSettings.change({ token })
  return null
}

/** Invalidates the token of this browser, also in our program if it answers. */
export async function unpairBridge(): Promise<void> {
  await getJson(bridgeUrl + bridgePaths.unpair, { ...withToken(), method: 'POST' })
  cardSettings.change({ token: '' })
}

/**
 * Names of the permission, which the TypeScript types do not include yet: of Chromium from version
 * 145, and from 142. The newer browsers also have the former name, but grant it only together with
 * access to other computers.
 */
const loopbackPermissions: readonly string[] = ['loopback-network', 'local-network-access']

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1'

/**
 * Whether the browser allows this page to call this computer; `prompt` when it will ask the clerk.
 * Pages served by this computer need no permission.
 */
async function localNetworkPermission(): Promise<PermissionState> {
  if (isLoopback(window.location.hostname)) return 'granted'
  for (const name of loopbackPermissions) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // This browser does not have a permission of this name.
    }
  }
  return 'granted'
}

/** Whether the browser blocks calls to this computer, or asks the clerk first. */
export const isLocalNetworkBlocked = async (): Promise<boolean> =>
  (await localNetworkPermission()) !== 'granted'

const permissionMessages = {
  PROMPT: 'เบราว์เซอร์ยังไม่อนุญาตให้เชื่อมต่อเครื่องอ่านบัตร กรุณากด “อนุญาต” แล้วลองอีกครั้ง',
  DENIED:
    'เบราว์เซอร์ไม่อนุญาตให้เว็บไซต์นี้เชื่อมต่อเครื่องอ่านบัตร กรุณาเปิดการตั้งค่าเว็บไซต์ข้างช่องที่อยู่เว็บ อนุญาตให้เข้าถึงอุปกรณ์ในเครื่องหรือเครือข่าย แล้วโหลดหน้านี้ใหม่',
} as const

/**
 * Why no card was read from a program on this computer: its answer, or the permission of the
 * browser.
 */
export type LocalFailure = CardFailure | keyof typeof permissionMessages

/** Why no program on this computer answers. */
export async function noAnswerReason(): Promise<LocalFailure> {
  const permission = await localNetworkPermission()
  if (permission === 'granted') return 'NO_PROGRAM'
  return permission === 'denied' ? 'DENIED' : 'PROMPT'
}

/** The message for the clerk. */
export const localFailureMessage = (failure: LocalFailure): string =>
  isCardFailure(failure) ? cardFailures[failure].message : permissionMessages[failure]
