import type { customer, CustomerRow, FoundCustomer } from '@khapdee/contract/entities/customer'
import type { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { applicationStatuses } from '@khapdee/domain/application/status'
import { normalizeIdCard } from '@khapdee/domain/id-card'
import { fullName } from '@khapdee/domain/person-name'
import { formatPhone, normalizePhone } from '@khapdee/domain/phone'
import { actionWords, headings } from '@khapdee/domain/words'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useEndpoint } from '../../api/queries.ts'
import { Modal } from '../../ui/dialog.tsx'
import { EmptyState, LoadFailed } from '../../ui/feedback.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Money } from '../../ui/values.tsx'
import { useAwaitedEnter } from '../use-awaited-enter.ts'
import type { CustomerSearch } from './use-customer.ts'

interface CustomerLookupProps {
  /** The endpoint that searches. */
  endpoint: typeof customer.check | typeof customerMerge.find
  /** Id of a customer to omit from the results, when searching for a duplicate. */
  excludedId?: number
  onClose: () => void
  onChoose: (row: CustomerRow, search: CustomerSearch) => void
}

/** Minimum length of a search; shorter texts match too many customers. */
const minSearchLength = 2

const focusFirst = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>('[role=option]')?.focus()

const focusOnMount = (input: HTMLInputElement | null) => input?.focus()

/** Digits of an ID number; a phone number has at most ten. */
const idCardLength = 13

/** Converts typed text to a search: by ID number, by phone number (nine or ten digits), or else by the text. */
export function searchFor(text: string): CustomerSearch {
  const idcard = normalizeIdCard(text)
  if (/^\d+$/.test(idcard) && idcard.length === idCardLength) return { idcard }
  const phone = normalizePhone(text)
  return /^\d{9,10}$/.test(phone) ? { phone } : { text }
}

/** The dialog that finds a stored customer by ID number, phone or name. */
export function CustomerLookup({ endpoint, excludedId, onClose, onChoose }: CustomerLookupProps) {
  const [text, setText] = useState('')
  const isLongEnough = text.trim().length >= minSearchLength
  const search = searchFor(text)
  const { data, isError, isFetching, refetch } = useEndpoint(endpoint, search, {
    enabled: isLongEnough,
    keepPrevious: true,
  })
  const matches = isLongEnough && data ? [data.data, ...data.others] : []
  const rows = matches
    .filter((row) => row !== null)
    .filter(({ customer_id }) => customer_id !== excludedId)

  const list = useRef<HTMLDivElement>(null)
  const isSearched = isLongEnough && data !== undefined && !isFetching
  /** Chooses the only match; of several, focuses the first. */
  const onEnter = useAwaitedEnter(isSearched, () => {
    const [only] = rows
    if (only !== undefined && rows.length === 1) onChoose(only, search)
    // The options are rendered after the answer.
    else setTimeout(() => focusFirst(list.current))
  })
  const onSearchKey = (event: KeyboardEvent) => {
    onEnter(event)
    if (event.key === 'ArrowDown') focusFirst(list.current)
  }

  return (
    <Modal isOpen onClose={onClose} title={actionWords.findCustomer}>
      <div className="flex min-h-72 flex-col gap-2">
        {/* The keys are pressed in the field. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div onKeyDown={onSearchKey}>
          <SearchField
            label="เลขประจำตัวประชาชน โทรศัพท์มือถือ หรือชื่อ–นามสกุล"
            value={text}
            onChange={setText}
            inputRef={focusOnMount}
          />
        </div>
        {isError && <LoadFailed onRetry={refetch} className="py-6 text-center" />}
        {isLongEnough && data && !isError && !isFetching && rows.length === 0 && (
          <EmptyState hint="ตรวจสอบหมายเลขโทรศัพท์ให้ครบทุกหลัก หรือพิมพ์บางส่วนของชื่อ" />
        )}
        {rows.length > 0 && (
          <ListBox
            ref={list}
            aria-label={headings.returningCustomer}
            selectionMode="none"
            onAction={(key) => {
              const chosen = rows.find((row) => row.customer_id === key)
              if (chosen !== undefined) onChoose(chosen, search)
            }}
            className="flex flex-col outline-none"
          >
            {rows.map((row) => (
              <ListBoxItem
                key={row.customer_id}
                id={row.customer_id}
                textValue={row.name}
                className="option"
              >
                <CustomerSummary row={row} />
              </ListBoxItem>
            ))}
          </ListBox>
        )}
      </div>
    </Modal>
  )
}

/** Name, numbers, place and debt of a known customer. */
export function CustomerSummary({ row }: { row: FoundCustomer }) {
  const { idcard, passport, phone_1, subdistrict, district, province, balance } = row
  const details = [
    formatPhone(phone_1),
    idcard || passport,
    [subdistrict, district, province].filter(Boolean).join(' '),
  ]
  return (
    <div className="flex w-full min-w-0 items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">{fullName(row)}</p>
        <p className="text-xs text-muted">{details.filter(Boolean).join(' · ')}</p>
      </div>
      {balance !== undefined && balance > 0 && (
        <p className="shrink-0 text-end text-xs text-muted">
          {applicationStatuses.outstanding.label} <Money value={balance} tone="owed" />
        </p>
      )}
    </div>
  )
}

interface ValueOptionProps {
  /** Name of the radio group, shared by both values of one field. */
  name: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

/** A radio button that chooses one of the two values of a field. */
export function ValueOption({ name, text, isChosen, onChoose }: ValueOptionProps) {
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-2 rounded-md px-2 max-md:gap-1.5 max-md:px-1 hover:bg-surface-2 has-checked:bg-primary-soft">
      <input
        type="radio"
        name={`difference-${name}`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-primary"
      />
      <span className="min-w-0">{text === '' ? '–' : text}</span>
    </label>
  )
}
