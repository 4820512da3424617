/** The columns of the lists of the books. */
import { account } from '@khapdee/contract/entities/account-entry'
import { entryCategories, entryStatuses } from '@khapdee/domain/account-entry'
import { accountSides } from '@khapdee/domain/expense-item'
import { payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'
import { RecordLink } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { applicationPath } from '../../shared/paths.ts'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { type Book, type BookRow, entryIdOf } from './books.ts'

/** The application whose payment posted the entry; null for an entry of staff. */
const applicationPathOf = (row: BookRow): string | null =>
  row.application_id === null || row.application_kind === null
    ? null
    : applicationPath({ type: row.application_kind, application_id: row.application_id })

/** The screen that shows the entry: the application of its payment, or its form. */
export const entryPathOf = (book: Book, row: BookRow): string =>
  applicationPathOf(row) ?? book.paths.record(entryIdOf(row))

/** The vehicle or the employee of the entry; empty without one. */
const namedText = ({ vehicle_name, employee_name }: BookRow) =>
  [vehicle_name, employee_name].filter((name) => name !== '').join(' · ')

/** The customer of a payment, or the payer or payee. */
const partyText = ({ customer, payee }: BookRow) => customer || payee

export const entryColumns = (book: Book) =>
  columnsOf<BookRow>(account.row.shape, [
    {
      id: 'date',
      width: '6.5rem',
      sortable: true,
      nowrap: true,
      narrow: { belowWidth: 720, under: 'name' },
      cell: ({ date }) => <ThaiDay value={date} />,
    },
    {
      id: 'code',
      width: '9.75rem',
      nowrap: true,
      narrow: { belowWidth: 720, under: 'name' },
      cell: ({ code, is_reversal }) => (
        <>
          {code === '' ? '–' : code}
          {is_reversal && <span className="block text-xs text-danger">กลับรายการ</span>}
        </>
      ),
    },
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <span className="flex min-w-36 flex-col">
          <span className="line-clamp-2">
            <RecordLink to={entryPathOf(book, row)}>{row.name}</RecordLink>
          </span>
          {row.application_code !== '' && (
            <span className="text-xs whitespace-nowrap text-muted">{row.application_code}</span>
          )}
        </span>
      ),
    },
    {
      id: 'group',
      width: '9.5rem',
      cell: (row) => (
        <>
          <span className="line-clamp-2">{row.group}</span>
          {book.side === null && (
            <span className="block text-xs text-muted">{accountSides[row.side].label}</span>
          )}
          {book.side === 'income' && row.category === 'other_income' && (
            <span className="block text-xs text-muted">{entryCategories[row.category].label}</span>
          )}
        </>
      ),
    },
    {
      id: 'vehicle_name',
      width: '9rem',
      header: 'ยานพาหนะ/พนักงาน',
      narrow: { belowWidth: 1180, under: 'group', cell: namedText },
      cell: (row) => namedText(row) || '–',
    },
    {
      id: 'payee',
      width: 'min(11rem, 14vw)',
      header: partyTitles[book.side ?? 'both'],
      cell: (row) => <span className="line-clamp-2">{partyText(row) || '–'}</span>,
    },
    { ...requiredBranchColumn({ belowWidth: 1320, under: 'payee' }), width: '8rem' },
    {
      id: 'pay_type',
      width: '6rem',
      nowrap: true,
      narrow: {
        belowWidth: 1180,
        under: 'value',
        cell: ({ pay_type }) => payTypes[pay_type].label,
      },
      cell: ({ pay_type }) => payTypes[pay_type].label,
    },
    {
      id: 'value',
      width: '7rem',
      align: 'end',
      sortable: true,
      // Only a draft can have no amount yet.
      cell: ({ value, status }) =>
        value === 0 ? (
          <span className="text-muted">–</span>
        ) : (
          <Money
            value={value}
            tone={
              status === 'void'
                ? 'void'
                : status === 'draft'
                  ? 'muted'
                  : value < 0
                    ? 'negative'
                    : 'plain'
            }
          />
        ),
    },
    {
      id: 'status',
      width: '6.5rem',
      nowrap: true,
      phoneSlot: 'meta',
      cell: ({ status }) => <StateChip state={entryStatuses[status]} />,
    },
  ])

const partyTitles = {
  income: 'ผู้สมัคร/ผู้จ่าย',
  expenses: fieldTitles.payee,
  both: 'ผู้จ่าย/ผู้รับเงิน',
} as const

/** The placeholder of the search field in the list of vehicle expenses. */
export const expenseSearchHint = `${fieldTitles.documentNumber} ${headings.item} หรือผู้รับเงิน`

export const searchHint = `${fieldTitles.documentNumber} ${headings.item} ผู้รับเงิน หรือชื่อผู้สมัคร`
