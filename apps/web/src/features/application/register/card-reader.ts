/** Where a citizen's card can be read, in the order in which the places are tried. */
import { customer } from '@khapdee/contract/entities/customer'
import { cardMessage, type CardResult } from '@khapdee/domain/card'
import { z } from 'zod'
import '../../../api/zod-config.ts'
import { call } from '../../../api/client.ts'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { useSingleFlight } from '../../../use-single-flight.ts'
import { alerts } from '../../../shared/alerts.ts'
import { loadAddresses, postcodeOf } from '../../../ui/form/address-fields.tsx'
import { type CustomerValues, withCard } from '../../../shared/customer/customer-values.ts'
import type { KnownCustomer } from '../../../shared/customer/use-customer.ts'

interface CardSource {
  name: string
  /** Null when nothing answers there, so that the next source is tried. */
  read: () => Promise<CardResult | null>
}

/** Reading takes some seconds; a program that is not there refuses at once. */
const readTimeoutMs = 8_000
const service = 'http://localhost:21998/readCardNoPhoto'

const text = z.string().optional().catch(undefined)
/** The used part of an answer; programs may send more. */
const answer = z.object({
  result: z.string(),
  ecode: z.union([z.number(), z.string()]).optional().catch(undefined),
  devices: z.array(z.unknown()).optional().catch(undefined),
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
  address_provinice: text,
})

const understood = (json: unknown): CardResult | null => answer.safeParse(json).data ?? null

/** The reader program of certified schools, on the computer at the counter. */
const dltNatId: CardSource = {
  name: 'DLTNatID',
  async read() {
    try {
      const response = await fetch(service, { signal: AbortSignal.timeout(readTimeoutMs) })
      return understood(await response.json())
    } catch {
      return null
    }
  },
}

/** The demo's own cards; nothing answers outside the demo. */
const mock: CardSource = {
  name: 'mock',
  async read() {
    try {
      return understood((await call(customer.mockreadercard, {})).data)
    } catch {
      return null
    }
  },
}

export const cardSources: readonly CardSource[] = [dltNatId, mock]

/** The first answer that a source gives, be it a card or why there is none. */
export async function readCard(sources: readonly CardSource[]): Promise<CardResult | null> {
  for (const source of sources) {
    const card = await source.read()
    if (card !== null) return card
  }
  return null
}

/** Message of a failed reading. */
export async function readingProblem(card: CardResult | null): Promise<string> {
  if (card === null && (await isLocalNetworkRefused())) {
    return 'เบราว์เซอร์ยังไม่อนุญาตให้เชื่อมต่อเครื่องอ่านบัตร กรุณากด “อนุญาต” แล้วลองอีกครั้ง'
  }
  return cardMessage(card)
}

const isOwnComputer = (host: string) => host === 'localhost' || host === '127.0.0.1'

/** Browsers ask before a page of the internet may call this computer; its own pages need no leave. */
async function isLocalNetworkRefused(): Promise<boolean> {
  if (isOwnComputer(window.location.hostname)) return false
  try {
    // Newer than the list of names in the types; browsers without it throw.
    const name = 'local-network-access' as PermissionName
    return (await navigator.permissions.query({ name })).state !== 'granted'
  } catch {
    return false
  }
}

interface CardReaderOptions {
  sources: readonly CardSource[]
  get: () => CustomerValues
  set: (values: CustomerValues) => void
  known: KnownCustomer
}

/** Reads a card into the form and recognises whose it is; only a card that was read changes anything. */
export function useCardReader({ sources, get, set, known }: CardReaderOptions) {
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard(sources)
    if (card?.result !== 'ok') {
      alerts.warning(await readingProblem(card))
      return
    }
    const values = withCard(get(), card, todayInBangkok(new Date()))
    // Cards have no postcode.
    const postcode = postcodeOf(await loadAddresses().catch(() => []), values)
    set({ ...values, postcode })
    alerts.success('อ่านบัตรสำเร็จ')
    await known.check({ idcard: values.idcard }, true)
  })
  return { read, pending }
}
