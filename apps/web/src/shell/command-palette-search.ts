/** What the command palette finds on the server, as one types. */
import { type Found, search, shortestSearch } from '@khapdee/contract/entities/search'
import { applicationKinds, applicationStatuses } from '@khapdee/domain/application/status'
import { formatBaht } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { FileText, ReceiptText, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { applicationPath, paths } from '../shared/paths.ts'
import { useEndpoint } from '../api/queries.ts'
import { useSession } from '../session/session.ts'
import type { PaletteEntry, PaletteGroup } from './command-palette-entries.ts'

const pause = 150

interface PaletteSearch {
  groups: readonly PaletteGroup[]
  /** The answer to the text as it stands now is still to come. */
  isWaiting: boolean
  isFailed: boolean
  /** Asks without waiting for a pause in typing. */
  hurry: () => void
  retry: () => void
}

/**
 * Looks for customers, applications and receipts. The former answer stays, stale, until the new one
 * is there. Only for those who may view some of it.
 */
export function usePaletteSearch(text: string): PaletteSearch {
  const { can } = useSession()
  const wanted = normalizeThai(text)
  const isWanted =
    wanted.length >= shortestSearch && (can('application.view') || can('customer.view'))
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])

  const query = useEndpoint(
    search.find,
    { text: asked },
    { enabled: isWanted && asked.length >= shortestSearch, keepPrevious: true },
  )
  const isAnswered = asked === wanted && query.isSuccess && !query.isPlaceholderData
  const isFailed = isWanted && asked === wanted && query.isError && !query.isFetching
  return {
    groups: isWanted && query.data && !isFailed ? groupsOf(query.data.data, !isAnswered) : [],
    isWaiting: isWanted && !isAnswered && !isFailed,
    isFailed,
    hurry: () => setAsked(wanted),
    retry: () => void query.refetch(),
  }
}

function groupsOf({ customers, applications, receipts }: Found, isStale: boolean): PaletteGroup[] {
  return [
    { label: 'ผู้สมัคร', entries: customers.map((row) => ({ ...customerEntry(row), isStale })) },
    {
      label: 'ใบสมัคร',
      entries: applications.map((row) => ({ ...applicationEntry(row), isStale })),
    },
    { label: 'ใบเสร็จ', entries: receipts.map((row) => ({ ...receiptEntry(row), isStale })) },
  ]
}

const customerEntry = (row: Found['customers'][number]): PaletteEntry => ({
  id: `customer-${row.customer_id}`,
  label: row.name,
  detail: [row.idcard, formatPhone(row.phone_1)].filter(Boolean).join(' · '),
  icon: UserRound,
  leadsTo: paths.customers.record(row.customer_id),
})

const applicationEntry = (row: Found['applications'][number]): PaletteEntry => ({
  id: `application-${row.application_id}`,
  label: row.application_code,
  detail: `${row.customer} · ${applicationKinds[row.type].label}`,
  chip: applicationStatuses[row.status],
  icon: FileText,
  leadsTo: applicationPath(row),
})

/** Leads to the application that it belongs to. */
const receiptEntry = (row: Found['receipts'][number]): PaletteEntry => ({
  id: `receipt-${row.payment_id}`,
  label: row.payment_code,
  detail: `${row.customer} · ${formatBaht(row.paid)} บาท`,
  icon: ReceiptText,
  leadsTo: applicationPath(row),
})
