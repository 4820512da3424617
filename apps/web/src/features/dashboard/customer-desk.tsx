/**
 * The field with which work at the counter begins: it finds people with their debt, and documents with what they owe and lack, and
 * offers what can be done with each.
 */
import { application } from '@khapdee/contract/entities/application'
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import { customer, type FoundCustomer } from '@khapdee/contract/entities/customer'
import { minSearchLength, search, type SearchResult } from '@khapdee/contract/entities/search'
import { documentsStates } from '@khapdee/domain/application/required-document'
import { isOpen, shownState } from '@khapdee/domain/application/status'
import { cardToCustomer } from '@khapdee/domain/card'
import { entities } from '@khapdee/domain/entities'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords, headings, units } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { CreditCard, Ellipsis, HandCoins, Printer, ReceiptText } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { useCardRead } from '../../shared/customer/card-reader.ts'
import { CustomerSummary, searchFor } from '../../shared/customer/customer-lookup.tsx'
import { RegisterButtons } from '../../shared/customer/register-buttons.tsx'
import { applicationPath, paths, payHash } from '../../shared/paths.ts'
import { printApplicationForm, printReceipts } from '../../shared/print.ts'
import { ShortcutKeys } from '../../shared/shortcut-keys.tsx'
import { useShortcut } from '../../shared/shortcuts.ts'
import { useAwaitedEnter } from '../../shared/use-awaited-enter.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState, LoadFailed } from '../../ui/feedback.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { ActionMenuButton } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import { Money, StateChip } from '../../ui/values.tsx'
import { isTouchScreen } from '../../ui/hooks.ts'

/** Number of documents that are listed. */
const maxDocuments = 6

/** What was found for a text. */
function useFound(text: string) {
  const branch = useCurrentBranch()
  const { can } = useSession()
  const isSearched = text.trim().length >= minSearchLength
  const options = { enabled: isSearched, staleTime: 0, keepPrevious: true }
  const people = useEndpoint(customer.check, searchFor(text.trim()), options)
  const documents = useEndpoint(
    application.gettable,
    {
      type: 'all',
      text: text.trim(),
      page: 1,
      perPage: maxDocuments,
      ...(branch.value !== 'all' && { branch: branch.value }),
    },
    options,
  )
  const other = useEndpoint(search.find, { text: text.trim() }, options)
  const queries = [people, documents, other]
  const rows = documents.data?.data ?? []
  const listed = new Set(rows.map(({ application_id }) => application_id))
  return {
    isSearched,
    isAnswered: queries.every(
      ({ isSuccess, isPlaceholderData }) => isSuccess && !isPlaceholderData,
    ),
    isFailed: queries.some(({ isError, isFetching }) => isError && !isFetching),
    retry: () => queries.forEach(({ refetch }) => void refetch()),
    people: [people.data?.data ?? null, ...(people.data?.others ?? [])].filter(
      (person) => person !== null,
    ),
    documents: rows,
    // Vehicle checks by plate, and receipts, whose application is listed above or not.
    vehicles: (other.data?.data.applications ?? []).filter(
      ({ vehicle, application_id }) => vehicle !== undefined && !listed.has(application_id),
    ),
    receipts: other.data?.data.receipts ?? [],
    mayPay: can('application.pay'),
  }
}

const links = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('a[data-record]') ?? []),
]

export function CustomerDesk() {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const found = useFound(text)
  const { isSearched, isAnswered } = found
  const reader = useCardRead((card) => {
    setText(cardToCustomer(card, todayInBangkok(new Date())).idcard)
    field.current?.focus()
  })
  useEffect(() => {
    // On a touch screen, focusing would open the keyboard.
    if (!isTouchScreen()) field.current?.focus()
  }, [])
  useShortcut('search', () => field.current?.select())
  useShortcut('findCustomer', () => field.current?.select())
  useShortcut('readCard', () => void reader.read(), !reader.pending)

  /** Opens the only record; of several, focuses the first. The links are rendered after the answer. */
  const onEnter = useAwaitedEnter(isSearched && isAnswered, () =>
    setTimeout(() => {
      const [first, ...more] = links(list.current)
      if (more.length === 0) first?.click()
      else first?.focus()
    }),
  )
  const moveFocus = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const all = links(list.current)
    const row = event.target instanceof Element ? event.target.closest('li') : null
    const at = all.findIndex((link) => row?.contains(link))
    const next = all[at + step]
    if (next === undefined && step === 1) return
    event.preventDefault()
    if (next === undefined || (at === 0 && step === -1)) field.current?.focus()
    else next.focus()
  }

  return (
    <Card>
      {/* The keys are pressed in the field and on the links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={moveFocus} className="flex flex-col gap-3">
        <div className="flex items-end gap-2">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div onKeyDown={onEnter} className="min-w-0 flex-1">
            <SearchField
              label="ลูกค้าที่เคาน์เตอร์"
              placeholder="ชื่อ เลขบัตร เบอร์โทร ทะเบียนรถ หรือเลขที่เอกสาร"
              value={text}
              onChange={setText}
              inputRef={field}
            />
          </div>
          <Button icon={CreditCard} pending={reader.pending} onPress={() => void reader.read()}>
            {actionWords.readCard}
            <ShortcutKeys name="readCard" />
          </Button>
        </div>
        {isSearched && (
          <div ref={list} aria-busy={!isAnswered} className={isAnswered ? undefined : 'stale'}>
            <Results {...found} />
          </div>
        )}
      </div>
    </Card>
  )
}

type Found = ReturnType<typeof useFound>

function Results({ people, documents, vehicles, receipts, ...found }: Found) {
  if (found.isFailed) return <LoadFailed onRetry={found.retry} className="py-4 text-center" />
  const count = people.length + documents.length + vehicles.length + receipts.length
  if (count === 0) {
    return (
      found.isAnswered && (
        <EmptyState
          hint="ตรวจสอบหมายเลขให้ครบทุกหลัก หรือพิมพ์บางส่วนของชื่อ"
          action={
            <Link to={paths.applications.course.new} className={buttonClass()}>
              ลูกค้าใหม่
            </Link>
          }
        />
      )
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <output className="sr-only">{`พบ ${count} ${units.entries}`}</output>
      <Group label={entities.customer.label} rows={people}>
        {(person) => <Person key={person.customer_id} person={person} />}
      </Group>
      <Group label={entities.application.label} rows={documents}>
        {(row) => <Document key={row.application_id} row={row} mayPay={found.mayPay} />}
      </Group>
      <Group label={headings.checkedVehicle} rows={vehicles}>
        {(row) => (
          <li key={row.application_id} className={rowClass}>
            <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>
            <span className="flex-1 text-muted">
              {row.vehicle} · {row.customer}
            </span>
            <StateChip state={shownState(row)} />
          </li>
        )}
      </Group>
      <Group label={headings.receipts} rows={receipts}>
        {(row) => <Receipt key={row.payment_id} row={row} />}
      </Group>
    </div>
  )
}

const rowClass = 'flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2'

interface GroupProps<Row> {
  label: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

function Group<Row>({ label, rows, children }: GroupProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section aria-label={label}>
      <h2 className="text-sm text-muted">{label}</h2>
      <ul className="divide-y divide-line">{rows.map(children)}</ul>
    </section>
  )
}

function Person({ person }: { person: FoundCustomer }) {
  const { can } = useSession()
  const { customer_id, is_visible } = person
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-64">
        <CustomerSummary row={person} />
      </div>
      {!is_visible && <span className="text-sm text-muted">เป็นลูกค้าของสาขาอื่น</span>}
      {is_visible && can('customer.view') && (
        <RecordLink to={paths.customers.record(customer_id)}>{actionWords.open}</RecordLink>
      )}
      {is_visible && <RegisterButtons customerId={customer_id} kind="secondary" />}
    </li>
  )
}

function Document({ row, mayPay }: { row: ApplicationRow; mayPay: boolean }) {
  const { status, refund_due, documents_missing, balance, paid, payable } = row
  const actions = [
    ...(paid > 0
      ? [
          {
            id: 'receipts',
            label: actionWords.printReceipt,
            icon: ReceiptText,
            onAction: () => void printReceipts(row),
          },
        ]
      : []),
    {
      id: 'form',
      label: actionWords.printApplication,
      icon: Printer,
      onAction: () => void printApplicationForm(row),
    },
  ]
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-64">
        <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>{' '}
        <span>{row.customer}</span>
        <p className="truncate text-xs text-muted">{row.course_name}</p>
      </div>
      <span className="flex flex-wrap items-center gap-1.5">
        <StateChip state={shownState({ status, refund_due })} />
        {documents_missing > 0 && isOpen(status) && (
          <StateChip state={documentsStates.documents_missing} />
        )}
        {balance > 0 && <Money value={balance} tone="owed" />}
      </span>
      <span className="flex gap-1">
        {mayPay && payable && (
          <Link to={applicationPath(row)} hash={payHash} className={buttonClass()}>
            <HandCoins size={16} aria-hidden />
            {actionWords.payBalance}
          </Link>
        )}
        <ActionMenuButton
          label={`${actionWords.manage} ${row.application_code}`}
          actions={actions}
          iconOnly
        >
          <Ellipsis size={16} aria-hidden />
        </ActionMenuButton>
      </span>
    </li>
  )
}

function Receipt({ row }: { row: SearchResult['receipts'][number] }) {
  return (
    <li className={rowClass}>
      <RecordLink to={applicationPath(row)}>{row.payment_code}</RecordLink>
      <span className="flex-1 text-muted">{row.customer}</span>
      <Money value={row.paid} />
    </li>
  )
}
