/**
 * The panel that is opened on any screen when a card is inserted: the customer's page, or a
 * registration filled from the card.
 */
import { customer, type FoundCustomer } from '@khapdee/contract/entities/customer'
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import { cardFailure, cardNotes, type CardResult, cardToCustomer } from '@khapdee/domain/card'
import { maskIdCard } from '@khapdee/domain/id-card'
import { fullName } from '@khapdee/domain/person-name'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { useNavigate } from '@tanstack/react-router'
import { FilePlus2, IdCard, UserRound, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { MenuTrigger, Popover } from 'react-aria-components'
import { asApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { failureText } from '../shared/alerts.ts'
import { watchInsertions } from '../shared/customer/card-insertions.ts'
import { handOverCard, readCard, showReadError } from '../shared/customer/card-reader.ts'
import { type SourceName, useCardSettings } from '../shared/customer/card-settings.ts'
import { cardSources } from '../shared/customer/card-sources.ts'
import { paths } from '../shared/paths.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ActionMenu } from '../ui/menu.tsx'
import { Chip } from '../ui/values.tsx'

interface FoundCard {
  card: CardResult
  name: string
  /** The end of the number, which distinguishes people with equal names. */
  number: string
  /** The notes about the card, such as that it has expired. */
  notes: readonly string[]
  /** The stored customer; null for a new one, and when the lookup failed. */
  stored: FoundCustomer | null
  /** Why the lookup failed; null when it succeeded. */
  problem: string | null
}

/** Looks up the person of a card. */
async function findPerson(card: CardResult): Promise<FoundCard> {
  const today = todayInBangkok(new Date())
  const { idcard, prefix, name } = cardToCustomer(card, today)
  const person = {
    card,
    name: fullName({ prefix, name }),
    number: maskIdCard(idcard),
    notes: cardNotes(card, today),
  }
  try {
    const { data } = await call(customer.check, { idcard })
    return { ...person, stored: data, problem: null }
  } catch (error) {
    return { ...person, stored: null, problem: failureText(asApiError(error)) ?? '' }
  }
}

/**
 * The person of the last inserted card; null without one, and when it could not be read, which an
 * alert shows.
 */
function useInsertedCard() {
  const settings = useCardSettings()
  const [found, setFound] = useState<FoundCard | null>(null)
  useEffect(() => {
    // Cards may be inserted faster than they are looked up.
    let last = 0
    const read = async (source: SourceName) => {
      const own = ++last
      const card = await readCard([cardSources[source]])
      if (own !== last) return
      if (card === null || cardFailure(card) !== null) {
        setFound(null)
        return showReadError(card)
      }
      const person = await findPerson(card)
      if (own === last) setFound(person)
    }
    const stop = watchInsertions(settings, (source) => void read(source))
    return () => {
      last = 0
      stop()
    }
  }, [settings])
  return { found, close: useCallback(() => setFound(null), []) }
}

/** The panel closes after this time, so that the name of a person who has left does not stay on the screen. */
const shownMs = 120_000

const kinds = Object.keys(applicationKinds) as ApplicationKind[]

export function CardPanel() {
  const { can } = useSession()
  const navigate = useNavigate()
  const { found, close } = useInsertedCard()
  useEffect(() => {
    if (found === null) return
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [found, close])
  if (found === null) return null
  const { card, name, number, notes, stored, problem } = found
  const register = (kind: ApplicationKind) => {
    handOverCard(card, kind)
    close()
    void navigate({ to: paths.applications[kind].new })
  }
  return (
    <section
      aria-label="บัตรที่เสียบ"
      data-noprint
      // Above the bar of a form, which contains its save button.
      className="fixed end-4 bottom-20 z-40 w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface p-4 shadow-pop"
    >
      <div className="flex items-start gap-2.5">
        <IdCard size={20} aria-hidden className="mt-0.5 shrink-0 text-primary" />
        <output className="min-w-0 flex-1">
          <span className="font-semibold break-words">{name}</span>{' '}
          {problem === null ? (
            <Chip tone={stored === null ? 'muted' : 'info'}>
              {stored === null ? 'ลูกค้าใหม่' : headings.returningCustomer}
            </Chip>
          ) : (
            <span className="block text-danger">{problem}</span>
          )}
          <span className="block text-sm text-muted">{number}</span>
          {stored !== null && !stored.is_visible && (
            <span className="block text-sm">เป็นลูกค้าของสาขาอื่น</span>
          )}
          {notes.map((note) => (
            <span key={note} className="block text-sm text-warn">
              {note}
            </span>
          ))}
        </output>
        <IconButton label={actionWords.close} icon={X} size="sm" onPress={close} />
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {stored?.is_visible && can('customer.view') && (
          <Button
            icon={UserRound}
            onPress={() => {
              close()
              void navigate({ to: paths.customers.record(stored.customer_id) })
            }}
          >
            เปิดข้อมูลผู้สมัคร
          </Button>
        )}
        <MenuTrigger>
          <Button kind="primary" icon={FilePlus2}>
            ใบสมัครใหม่
          </Button>
          <Popover placement="top end" offset={4} className="popover p-1">
            <ActionMenu
              label="ใบสมัครใหม่"
              actions={kinds.map((kind) => ({
                id: kind,
                label: applicationKinds[kind].label,
                onAction: () => register(kind),
              }))}
            />
          </Popover>
        </MenuTrigger>
      </div>
    </section>
  )
}
