/** Reads Thai ID cards, from the first source that answers. */
import { customer } from '@khapdee/contract/entities/customer'
import { cardFailure, cardMessage, cardNotes, type CardResult } from '@khapdee/domain/card'
import { z } from 'zod'
import '../../api/zod-config.ts'
import { call } from '../../api/client.ts'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { useSingleFlight } from '../../use-single-flight.ts'
import { alerts } from '../alerts.ts'
import { loadAddresses, postcodeOf } from '../../ui/form/address-fields.tsx'
import { type CustomerValues, withCard } from './customer-values.ts'
import type { CustomerMatcher } from './use-customer.ts'

interface CardSource {
  name: string
  /** @returns null when the source does not answer; the next source is then tried */
  read: () => Promise<CardResult | null>
}

/** Reading a card takes some seconds. If the program is missing, the connection fails at once. */
const readTimeoutMs = 8_000
const readerUrl = 'http://localhost:21998/readCardNoPhoto'

const text = z.string().optional().catch(undefined)
/** The fields of the reader's answer that are used; invalid ones are ignored. */
const answerSchema = z.object({
  result: z.string(),
  ecode: z.union([z.number(), z.string()]).optional().catch(undefined),
  devices: z.array(z.unknown()).optional().catch(undefined),
  code: text,
  nat_id: text,
  title_th: text,
  fname_th: text,
  mname_th: text,
  sname_th: text,
  birthdate: text,
  address_no: text,
  address_moo: text,
  address_trok: text,
  address_soi: text,
  address_road: text,
  address_tumbol: text,
  address_amphor: text,
  // Spelt like this by the reader program.
  address_provinice: text,
  issue_expire: text,
})

const parseAnswer = (json: unknown): CardResult | null => answerSchema.safeParse(json).data ?? null

/** The card reader program of the Department of Land Transport (DLT), on the clerk's computer. */
const dltNatId: CardSource = {
  name: 'DLTNatID',
  async read() {
    try {
      const response = await fetch(readerUrl, { signal: AbortSignal.timeout(readTimeoutMs) })
      return parseAnswer(await response.json())
    } catch {
      return null
    }
  },
}

/** Sample cards from the server; the endpoint exists only in the demo. */
const mockReader: CardSource = {
  name: 'mock',
  async read() {
    try {
      return parseAnswer((await call(customer.mockreadercard, {})).data)
    } catch {
      return null
    }
  },
}

export const cardSources: readonly CardSource[] = [dltNatId, mockReader]

/** The first answer of the sources, a card or an error; null when no source answers. */
export async function readCard(sources: readonly CardSource[]): Promise<CardResult | null> {
  for (const source of sources) {
    const card = await source.read()
    if (card !== null) return card
  }
  return null
}

/** The message when no card was read. @param card an answer with an error, or null without one */
export async function readErrorMessage(card: CardResult | null): Promise<string> {
  if (card === null && (await isLocalNetworkBlocked())) {
    return 'เบราว์เซอร์ยังไม่อนุญาตให้เชื่อมต่อเครื่องอ่านบัตร กรุณากด “อนุญาต” แล้วลองอีกครั้ง'
  }
  return cardMessage(card)
}

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1'

/** Whether the browser blocks calls to this computer. Pages served by it need no permission. */
async function isLocalNetworkBlocked(): Promise<boolean> {
  if (isLoopback(window.location.hostname)) return false
  try {
    // The TypeScript types do not include this name yet; browsers without it throw.
    const name = 'local-network-access' as PermissionName
    return (await navigator.permissions.query({ name })).state !== 'granted'
  } catch {
    return false
  }
}

interface CardReaderOptions {
  sources: readonly CardSource[]
  /** Reads the customer of the form. */
  get: () => CustomerValues
  /** Replaces the customer of the form. */
  set: (values: CustomerValues) => void
  matcher: CustomerMatcher
}

/** Reads a card into the form and looks up its customer; on failure the form stays unchanged. */
export function useCardReader({ sources, get, set, matcher }: CardReaderOptions) {
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard(sources)
    if (card === null || cardFailure(card) !== null) {
      alerts.warning(await readErrorMessage(card))
      return
    }
    const today = todayInBangkok(new Date())
    const values = withCard(get(), card, today)
    // Cards have no postcode; it is looked up by the address.
    const postcode = postcodeOf(await loadAddresses().catch(() => []), values)
    set({ ...values, postcode })
    alerts.success(cardMessage(card))
    const isFromCard = true
    await matcher.check({ idcard: values.idcard }, isFromCard)
    // Last, because the screen has one alert.
    const notes = cardNotes(card, today)
    if (notes.length > 0) alerts.warning(notes.join(' · '))
  })
  return { read, pending }
}
