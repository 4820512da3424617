/** Reads Thai ID cards into forms, from the first source that answers. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import {
  cardFailure,
  cardMessage,
  cardNotes,
  type CardResult,
  cardToCustomer,
} from '@khapdee/domain/card'
import { cardFailures } from '@khapdee/domain/card-failure'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { useEffect, useState } from 'react'
import { sessionStore } from '../../session/session.ts'
import { memoryStore, useStore } from '../../session/store.ts'
import { loadAddresses, postcodeOf } from '../../ui/form/address-fields.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'
import { alerts } from '../alerts.ts'
import { paths } from '../paths.ts'
import { cardSettings } from './card-settings.ts'
import {
  type CardSource,
  chosenSources,
  localFailureMessage,
  noAnswerReason,
} from './card-sources.ts'
import {
  blankCustomer,
  type CustomerValues,
  hasOtherCustomer,
  withCard,
} from './customer-values.ts'
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
  return card === null ? localFailureMessage(await noAnswerReason()) : cardMessage(card)
}

/** Raises the alert when no card was read. The link opens another tab, because a form may have unsaved input. */
export async function showReadError(card: CardResult | null): Promise<void> {
  const action = { label: headings.cardReader, href: paths.cardReader }
  alerts.warning(await readErrorMessage(card), action)
}

/** A card that was read outside the forms, for a form that may not be open yet. */
interface HandedOver {
  card: CardResult
  /** Only forms of this kind take the card: that of another kind may still be open. */
  kind: ApplicationKind
  /** The user who handed it over; the forms of another one do not take it. */
  user_id: number | undefined
  /** In milliseconds since 1970. */
  at: number
}
const handedOver = memoryStore<HandedOver | null>(null)
/** A form that opens later, because the clerk stayed on a screen with unsaved input, does not take the card. */
const handOverMs = 10_000

/** Hands a card to the form of a kind that is open or opens next. */
export const handOverCard = (card: CardResult, kind: ApplicationKind): void =>
  handedOver.set({ card, kind, user_id: sessionStore.user()?.user_id, at: Date.now() })

interface CardReaderOptions {
  /** The kind of the form. */
  kind: ApplicationKind
  /** Reads the customer of the form. */
  get: () => CustomerValues
  /** Replaces the customer of the form. */
  set: (values: CustomerValues) => void
  matcher: CustomerMatcher
}

/**
 * Reads a card into the form and looks up its customer; on failure the form stays unchanged. A card that is handed over to a
 * form with another customer is `offered`, until the clerk accepts or declines it.
 */
export function useCardReader({ kind, get, set, matcher }: CardReaderOptions) {
  const [offered, setOffered] = useState<CardResult | null>(null)
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
    if (waiting === null || waiting.kind !== kind) return
    handedOver.set(null)
    const { card, user_id, at } = waiting
    if (user_id !== sessionStore.user()?.user_id || Date.now() - at >= handOverMs) return
    const { idcard } = cardToCustomer(card, todayInBangkok(new Date()))
    if (hasOtherCustomer(get(), idcard)) setOffered(card)
    else void fill(card)
    // Runs for a card, not when the form changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting])
  return {
    read,
    pending: pending || isFilling,
    offered,
    /** Replaces the customer of the form by that of the offered card. */
    accept() {
      if (offered === null) return
      setOffered(null)
      set(blankCustomer)
      void fill(offered)
    },
    decline: () => setOffered(null),
  }
}
