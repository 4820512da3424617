/** Reads Thai ID cards into forms, from the first source that answers. */
import { cardFailure, cardMessage, cardNotes, type CardResult } from '@khapdee/domain/card'
import { cardFailures } from '@khapdee/domain/card-failure'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { useEffect } from 'react'
import { sessionStore } from '../../session/session.ts'
import { memoryStore, useStore } from '../../session/store.ts'
import { loadAddresses, postcodeOf } from '../../ui/form/address-fields.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'
import { alerts } from '../alerts.ts'
import { paths } from '../paths.ts'
import { cardSettings } from './card-settings.ts'
import { type CardSource, chosenSources, isLocalNetworkBlocked } from './card-sources.ts'
import { type CustomerValues, withCard } from './customer-values.ts'
import type { CustomerMatcher } from './use-customer.ts'

/** The first answer of the sources, a card or an error; null when no source answers. */
export async function readCard(
  sources: readonly Pick<CardSource, 'read'>[] = chosenSources(),
): Promise<CardResult | null> {
  for (const source of sources) {
    const card = await source.read()
    if (card !== null) return card
  }
  return null
}

/** The message when no card was read. @param card an answer with an error, or null without one */
export async function readErrorMessage(card: CardResult | null): Promise<string> {
  const { order } = cardSettings.get()
  if (card === null && order.length > 0 && order.every((name) => name === 'relay'))
    return cardFailures.NOT_CONNECTED.message
  if (card === null && (await isLocalNetworkBlocked())) {
    return 'เบราว์เซอร์ยังไม่อนุญาตให้เชื่อมต่อเครื่องอ่านบัตร กรุณากด “อนุญาต” แล้วลองอีกครั้ง'
  }
  return cardMessage(card)
}

/** Raises the alert when no card was read. The link opens another tab, because a form may have unsaved input. */
export async function showReadError(card: CardResult | null): Promise<void> {
  const action = { label: headings.cardReader, href: paths.cardReader }
  alerts.warning(await readErrorMessage(card), action)
}

/** A card that was read on another screen, for a form that is not open yet. */
interface HandedOver {
  card: CardResult
  /** The user who handed it over; the forms of another one do not take it. */
  user_id: number | undefined
  /** In milliseconds since 1970. */
  at: number
}
const handedOver = memoryStore<HandedOver | null>(null)
/** A form that opens later, because the clerk stayed on a screen with unsaved input, does not take the card. */
const handOverMs = 10_000

/** Hands a card to the form that is open or opens next. */
export const handOverCard = (card: CardResult): void =>
  handedOver.set({ card, user_id: sessionStore.user()?.user_id, at: Date.now() })

interface CardReaderOptions {
  /** Reads the customer of the form. */
  get: () => CustomerValues
  /** Replaces the customer of the form. */
  set: (values: CustomerValues) => void
  matcher: CustomerMatcher
}

/** Reads a card into the form and looks up its customer; on failure the form stays unchanged. */
export function useCardReader({ get, set, matcher }: CardReaderOptions) {
  const { run: fill, pending: isFilling } = useSingleFlight(async (card: CardResult) => {
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
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard()
    if (card === null || cardFailure(card) !== null) await showReadError(card)
    else await fill(card)
  })
  const waiting = useStore(handedOver)
  useEffect(() => {
    if (waiting === null) return
    handedOver.set(null)
    const isOwn = waiting.user_id === sessionStore.user()?.user_id
    if (isOwn && Date.now() - waiting.at < handOverMs) void fill(waiting.card)
    // Runs for a card, not when the form changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting])
  return { read, pending: pending || isFilling }
}
