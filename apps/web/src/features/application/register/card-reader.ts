/** Reads Thai ID cards, from the first source that answers. */
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
  /** @returns null when the source does not answer; then the next one is tried */
  read: () => Promise<CardResult | null>
}

/** Reading takes some seconds; a missing program refuses the connection at once. */
const readTimeoutMs = 8_000
const service = 'http://localhost:21998/readCardNoPhoto'

const text = z.string().optional().catch(undefined)
/** The fields used of the program's answer; invalid ones are ignored. */
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

const parseAnswer = (json: unknown): CardResult | null => answer.safeParse(json).data ?? null

/** The DLT's reader program for certified schools, installed on the counter's computer. */
const dltNatId: CardSource = {
  name: 'DLTNatID',
  async read() {
    try {
      const response = await fetch(service, { signal: AbortSignal.timeout(readTimeoutMs) })
      return parseAnswer(await response.json())
    } catch {
      return null
    }
  },
}

/** Sample cards from the server; the call exists in the demo only. */
const mock: CardSource = {
  name: 'mock',
  async read() {
    try {
      return parseAnswer((await call(customer.mockreadercard, {})).data)
    } catch {
      return null
    }
  },
}

export const cardSources: readonly CardSource[] = [dltNatId, mock]

/** The first answer of a source, a card or an error; null when no source answers. */
export async function readCard(sources: readonly CardSource[]): Promise<CardResult | null> {
  for (const source of sources) {
    const card = await source.read()
    if (card !== null) return card
  }
  return null
}

/** The message for a reading without a card. */
export async function readingProblem(card: CardResult | null): Promise<string> {
  if (card === null && (await isLocalNetworkRefused())) {
    return 'เบราว์เซอร์ยังไม่อนุญาตให้เชื่อมต่อเครื่องอ่านบัตร กรุณากด “อนุญาต” แล้วลองอีกครั้ง'
  }
  return cardMessage(card)
}

const isOwnComputer = (host: string) => host === 'localhost' || host === '127.0.0.1'

/** Whether the browser blocks calls to this computer; pages served by itself need no permission. */
async function isLocalNetworkRefused(): Promise<boolean> {
  if (isOwnComputer(window.location.hostname)) return false
  try {
    // The TypeScript types do not list this name yet; browsers that do not know it throw.
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

/** Reads a card into the form and looks up its customer; a failed reading leaves the form as is. */
export function useCardReader({ sources, get, set, known }: CardReaderOptions) {
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard(sources)
    if (card?.result !== 'ok') {
      alerts.warning(await readingProblem(card))
      return
    }
    const values = withCard(get(), card, todayInBangkok(new Date()))
    // Cards have no postcode, so it is looked up by the address.
    const postcode = postcodeOf(await loadAddresses().catch(() => []), values)
    set({ ...values, postcode })
    alerts.success('อ่านบัตรสำเร็จ')
    await known.check({ idcard: values.idcard }, true)
  })
  return { read, pending }
}
