/** The entries of the command palette: screens, actions and results of the server's search. */
import { type SearchResult, search, minSearchLength } from '@khapdee/contract/entities/search'
import { applicationKinds, shownState } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { normalizeThai } from '@khapdee/domain/thai-text'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords, headings } from '@khapdee/domain/words'
import { useRouterState } from '@tanstack/react-router'
import {
  Bell,
  CircleQuestionMark,
  FileText,
  IdCard,
  LogOut,
  type LucideIcon,
  Moon,
  Plus,
  ReceiptText,
  SlidersHorizontal,
  Sun,
  UserRound,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { usePreferences } from '../session/preferences.ts'
import { useSession } from '../session/session.ts'
import { applicationPath, paths } from '../shared/paths.ts'
import { shortcuts } from '../shared/shortcuts.ts'
import { visibleNavigation } from './nav.ts'
import { shellDialog, useRecentScreens } from './shell-store.ts'

export interface PaletteEntry {
  id: string
  label: string
  /** Secondary text below the label. */
  detail?: string
  chip?: { label: string; tone: Tone }
  icon: LucideIcon
  /** The shortcut with the same effect, as labelled on the keyboard. */
  keys?: readonly string[]
  /** Further search terms, in lower case. */
  keywords?: string
  /** A path of this app, or a callback. */
  target: string | (() => void)
  /** Whether it is a result for an earlier text: visible, but disabled. */
  isStale?: boolean
}

export interface PaletteGroup {
  label: string
  entries: readonly PaletteEntry[]
}

/**
 * Screens and actions that match `text`. For an empty text, all of them, preceded by the recently
 * opened screens other than the current one.
 */
export function useCommandGroups(text: string): PaletteGroup[] {
  const screens = useScreens()
  const actions = useActions()
  const { user } = useSession()
  const recent = useRecentScreens(user?.user_id ?? 0)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const normalizedText = normalizeThai(text).toLowerCase()
  if (normalizedText !== '') {
    return [
      { label: 'หน้าจอ', entries: matching(screens, normalizedText) },
      { label: headings.action, entries: matching(actions, normalizedText) },
    ]
  }
  const recentEntries = recent
    .filter((path) => path !== pathname)
    .flatMap((path) => screens.filter(({ target }) => target === path))
  return [
    { label: fieldTitles.lastOpened, entries: recentEntries },
    { label: 'หน้าจอ', entries: screens.filter((screen) => !recentEntries.includes(screen)) },
    { label: headings.action, entries: actions },
  ]
}

/** The entries that contain every word of `text`; labels that begin with `text` come first. */
function matching(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const words = text.split(' ')
  const matches = ({ label, detail = '', keywords = '' }: PaletteEntry) => {
    const searched = `${label} ${detail} ${keywords}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const rank = ({ label }: PaletteEntry) => Number(label.toLowerCase().startsWith(text))
  return entries.filter(matches).toSorted((a, b) => rank(b) - rank(a))
}

function useScreens(): PaletteEntry[] {
  const { can } = useSession()
  const groups = visibleNavigation(can)
  const screens = groups.flatMap((group) =>
    group.items.map(({ path, label, icon }): PaletteEntry => ({
      id: `screen-${path.slice(1)}`,
      label,
      detail: group.label,
      icon,
      keywords: path.replaceAll(/[/-]/g, ' '),
      target: path,
    })),
  )
  const profile: PaletteEntry = {
    id: 'screen-profile',
    label: headings.personalData,
    icon: UserRound,
    keywords: 'profile password รหัสผ่าน',
    target: paths.profile,
  }
  const cardReader: PaletteEntry = {
    id: 'screen-card-reader',
    label: headings.cardReader,
    icon: IdCard,
    keywords: 'card reader id บัตรประชาชน',
    target: paths.cardReader,
  }
  return [...screens, profile, cardReader]
}

function useActions(): PaletteEntry[] {
  const { can } = useSession()
  const [{ skin }, change] = usePreferences()
  const isDark = skin === 'dark'
  const creations = visibleNavigation(() => true).flatMap(({ items }) =>
    items.flatMap(({ path, label, create }): PaletteEntry[] =>
      create === undefined || !can(create.permission)
        ? []
        : [
            {
              id: `new-${path.slice(1)}`,
              label: create.label,
              detail: label,
              icon: Plus,
              keywords: `new add ${path.replaceAll(/[/-]/g, ' ')}`,
              target: `${path}/new`,
            },
          ],
    ),
  )
  return [
    ...creations,
    {
      id: 'skin',
      label: isDark ? 'ใช้สีสว่าง' : 'ใช้สีเข้ม',
      icon: isDark ? Sun : Moon,
      keywords: 'skin theme dark light',
      target: () => change({ skin: isDark ? 'light' : 'dark' }),
    },
    {
      id: 'preferences',
      label: headings.displaySettings,
      icon: SlidersHorizontal,
      keywords: 'preferences settings',
      target: () => shellDialog.open('preferences'),
    },
    {
      id: 'past-alerts',
      label: headings.pastAlerts,
      icon: Bell,
      keywords: 'alerts messages notifications',
      target: () => shellDialog.open('past-alerts'),
    },
    {
      id: 'help',
      label: shortcuts.help.label,
      icon: CircleQuestionMark,
      keys: shortcuts.help.keys,
      keywords: 'help shortcuts keyboard ช่วยเหลือ',
      target: () => shellDialog.open('help'),
    },
    {
      id: 'sign-out',
      label: actionWords.signOut,
      icon: LogOut,
      keywords: 'sign out logout',
      target: () => shellDialog.open('sign-out'),
    },
  ]
}

/** Milliseconds without a keystroke before the request is sent. */
const debounceMs = 150

interface PaletteSearch {
  groups: readonly PaletteGroup[]
  /** Whether the answer to the current text is still pending. */
  isWaiting: boolean
  isFailed: boolean
  /** Sends the request immediately, without the debounce. */
  searchNow: () => void
  retry: () => void
}

/**
 * Searches customers, applications and receipts on the server, if the user may view any of them.
 * The previous results stay, marked stale, until the new answer arrives.
 */
export function usePaletteSearch(text: string): PaletteSearch {
  const { can } = useSession()
  const searchText = normalizeThai(text)
  const isSearchable =
    searchText.length >= minSearchLength && (can('application.view') || can('customer.view'))
  const [debouncedText, setDebouncedText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(searchText), debounceMs)
    return () => clearTimeout(timer)
  }, [searchText])

  const query = useEndpoint(
    search.find,
    { text: debouncedText },
    { enabled: isSearchable && debouncedText.length >= minSearchLength, keepPrevious: true },
  )
  const isAnswered = debouncedText === searchText && query.isSuccess && !query.isPlaceholderData
  const isFailed =
    isSearchable && debouncedText === searchText && query.isError && !query.isFetching
  return {
    groups: isSearchable && query.data && !isFailed ? groupsOf(query.data.data, !isAnswered) : [],
    isWaiting: isSearchable && !isAnswered && !isFailed,
    isFailed,
    searchNow: () => setDebouncedText(searchText),
    retry: () => void query.refetch(),
  }
}

function groupsOf(
  { customers, applications, receipts }: SearchResult,
  isStale: boolean,
): PaletteGroup[] {
  return [
    {
      label: entities.customer.label,
      entries: customers.map((row) => ({ ...customerEntry(row), isStale })),
    },
    {
      label: entities.application.label,
      entries: applications.map((row) => ({ ...applicationEntry(row), isStale })),
    },
    {
      label: headings.receipts,
      entries: receipts.map((row) => ({ ...receiptEntry(row), isStale })),
    },
  ]
}

const customerEntry = (row: SearchResult['customers'][number]): PaletteEntry => ({
  id: `customer-${row.customer_id}`,
  label: row.name,
  detail: [row.idcard, formatPhone(row.phone_1)].filter(Boolean).join(' · '),
  icon: UserRound,
  target: paths.customers.record(row.customer_id),
})

const applicationEntry = (row: SearchResult['applications'][number]): PaletteEntry => ({
  id: `application-${row.application_id}`,
  label: row.application_code,
  detail: [row.vehicle, row.customer, applicationKinds[row.type].label].filter(Boolean).join(' · '),
  chip: shownState(row),
  icon: FileText,
  target: applicationPath(row),
})

/** The entry of a receipt, which opens its application. */
const receiptEntry = (row: SearchResult['receipts'][number]): PaletteEntry => ({
  id: `receipt-${row.payment_id}`,
  label: row.payment_code,
  detail: `${row.customer} · ${bahtWithUnit(row.paid)}`,
  icon: ReceiptText,
  target: applicationPath(row),
})
