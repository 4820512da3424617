/** Reads Thai ID cards into forms, from the first source that answers. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import {
  cardFailure,
  cardMessage,
  cardNotes,
  type CardResult,
  cardToCustomer,
} from '@khapdee/domain/card'
import type { CardFailure } from '@khapdee/domain/card-failure'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { useEffect, useRef, useState } from 'react'
import { sessionStore } from '../../session/session.ts'
import { memoryStore, useStore } from '../../session/store.ts'
import { loadAddresses, postcodeOf } from '../../ui/form/address-fields.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'
import { alerts } from '../alerts.ts'
import { paths } from '../paths.ts'
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
  replacesCustomer,
  withCard,
} from './customer-values.ts'
import type { CustomerMatcher } from './use-customer.ts'

/**
 * Failures of the setup of a source, which are independent of the card: the next source is tried.
 */
const setupFailures: ReadonlySet<CardFailure | null> = new Set<CardFailure>([
  'NOT_PAIRED',
  'BAD_ORIGIN',
  'NOT_CHOSEN',
  'NOT_CONNECTED',
  'REVOKED',
  'NOT_ALLOWED',
  'NO_SERVER',
])

/**
 * The first answer of the sources, a card or an error. A source that does not answer or is not set
 * up is skipped.
 * @returns if every source is skipped, the failure of the first one that is not set up, or null
 * when no source answers
 */
export async function readCard(
  sources: readonly Pick<CardSource, 'read'>[] = chosenSources(),
): Promise<CardResult | null> {
  let passedOver: CardResult | null = null
  for (const source of sources) {
    const card = await source.read()
    if (card === null) continue
    if (!setupFailures.has(cardFailure(card))) return card
    passedOver ??= card
  }
  return passedOver
}

/** The message when no card was read. @param card an answer with an error; null when no program on this computer answers */
export async function readErrorMessage(card: CardResult | null): Promise<string> {
  return card === null ? localFailureMessage(await noAnswerReason()) : cardMessage(card)
}

/**
 * Shows the alert when no card was read. The link opens another tab, because a form may have
 * unsaved input.
 */
export async function showReadError(card: CardResult | null): Promise<void> {
  const action = { label: headings.cardReader, href: paths.cardReader }
  alerts.warning(await readErrorMessage(card), action)
}

/** A card that was read outside the forms, for a form that may not be open yet. */
interface HandedOver {
  card: CardResult
  /** Only forms of this kind use the card; a form of another kind may still be open. */
  kind: ApplicationKind
  /** The user who handed it over; the forms of another user do not use it. */
  user_id: number | undefined
  /** In milliseconds since 1970. */
  at: number
}
const handedOver = memoryStore<HandedOver | null>(null)
/**
 * A form that opens later, because the clerk stayed on a screen with unsaved input, does not use
 * the card.
 */
const handOverMs = 10_000

/** Hands a card to the form of a kind that is open or opens next. */
export const handOverCard = (card: CardResult, kind: ApplicationKind): void =>
  handedOver.set({ card, kind, user_id: sessionStore.user()?.user_id, at: Date.now() })

const addressNames = ['subdistrict', 'district', 'province'] as const

interface CardReaderOptions {
  /** The kind of the form. */
  kind: ApplicationKind
  /** Reads the customer of the form. */
  get: () => CustomerValues
  /** Replaces the customer of the form. */
  set: (values: CustomerValues) => void
  matcher: CustomerMatcher
  /** Loads the places for finding a postcode. */
  loadPlaces?: typeof loadAddresses
}

/**
 * Reads a card for a screen. On failure the reason is shown as an alert; after the screen was left,
 * nothing happens.
 * @param onCard receives a card that can be used
 */
export function useCardRead(onCard: (card: CardResult) => unknown) {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  const { run: read, pending } = useSingleFlight(async () => {
    const card = await readCard()
    if (!isMounted.current) return
    if (card === null || cardFailure(card) !== null) await showReadError(card)
    else await onCard(card)
  })
  return { read, pending, isMounted }
}

/**
 * Reads a card into the form and looks up its customer; on failure the form stays unchanged. A card
 * that would replace another customer in the form is `offered`, until the clerk accepts or declines
 * it. Of several cards only the last one counts.
 */
export function useCardReader({
  kind,
  get,
  set,
  matcher,
  loadPlaces = loadAddresses,
}: CardReaderOptions) {
  const [offered, setOffered] = useState<CardResult | null>(null)
  const [isFilling, setFilling] = useState(false)
  const latestFill = useRef(0)

  const fill = async (card: CardResult) => {
    const own = ++latestFill.current
    const today = todayInBangkok(new Date())
    const filled = withCard(get(), card, today)
    /** Whether the form still shows this card, and no later one was read. */
    const isShown = () =>
      isMounted.current && own === latestFill.current && get().idcard === filled.idcard
    setFilling(true)
    try {
      set(filled)
      alerts.success(cardMessage(card))
      // Cards have no postcode; it is looked up by the address, unless the clerk has typed it or changed the address.
      const postcode = postcodeOf(await loadPlaces().catch(() => []), filled)
      if (!isShown()) return
      const current = get()
      if (current.postcode === '' && addressNames.every((name) => current[name] === filled[name]))
        set({ ...current, postcode })
      const isFromCard = true
      await matcher.check({ idcard: filled.idcard }, isFromCard)
      // Last, because the screen has one alert.
      const notes = cardNotes(card, today)
      if (isShown() && notes.length > 0) alerts.warning(notes.join(' · '))
    } finally {
      if (own === latestFill.current) setFilling(false)
    }
  }
  const { read, pending, isMounted } = useCardRead((card) => {
    const values = get()
    const filled = withCard(values, card, todayInBangkok(new Date()))
    if (replacesCustomer(values, filled)) setOffered(card)
    else return fill(card)
  })
  const waiting = useStore(handedOver)
  useEffect(() => {
    if (waiting === null || waiting.kind !== kind) return
    handedOver.set(null)
    const { card, user_id, at } = waiting
    if (user_id !== sessionStore.user()?.user_id) return
    if (Date.now() - at >= handOverMs)
      return alerts.warning('ไม่ได้เติมข้อมูลจากบัตร เพราะเปิดแบบฟอร์มช้าเกินไป กรุณาอ่านบัตรอีกครั้ง')
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
