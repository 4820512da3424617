/** The parts of the cash of a drawer, and its movements, for the screens of the drawer and of day closes. */
import { closingRow } from '@khapdee/contract/entities/closing'
import { type DrawerRow, drawer } from '@khapdee/contract/entities/drawer'
import { titleOf } from '@khapdee/contract/field-meta'
import { drawerMoveKinds, type DrawerParts, shownParts } from '@khapdee/domain/drawer'
import type { Satang } from '@khapdee/domain/money'
import { stateWords } from '@khapdee/domain/words'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../shared/paths.ts'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { Card } from '../ui/page.tsx'
import { Balance, Chip, Money, ThaiInstant } from '../ui/values.tsx'
import { RecordLink } from './actions.tsx'
import { columnsOf, userColumn } from './columns.tsx'

/** A label and its value at the two ends of a line. */
export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface CashPartsProps {
  parts: DrawerParts
  /** The sum of the parts. */
  expected: Satang
}

/** Each part of the cash with its sign, and their sum. */
export function CashParts({ parts, expected }: CashPartsProps) {
  return (
    <>
      <dl className="flex flex-col gap-1.5">
        {shownParts(parts).map(({ part, label, value }) => (
          <SummaryRow key={part} label={label}>
            <Money value={value} />
          </SummaryRow>
        ))}
      </dl>
      <dl className="mt-1.5 border-t border-line pt-1.5 font-semibold">
        <SummaryRow label={titleOf(closingRow.shape, 'expected_cash')}>
          <Balance value={expected} />
        </SummaryRow>
      </dl>
    </>
  )
}

/** The columns of the movements of drawers. */
export const drawerColumns = columnsOf<DrawerRow>(drawer.row.shape, [
  {
    id: 'kind',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ kind, is_void }) => (
      <>
        {drawerMoveKinds[kind].label} {is_void && <Chip tone="danger">{stateWords.void}</Chip>}
      </>
    ),
  },
  {
    id: 'note',
    phoneSlot: 'lead',
    cell: ({ entry_id, entry_code, entry_name, note, bank_account, file }) => (
      <>
        {entry_id !== null && (
          <RecordLink
            to={paths.accounts.record(entry_id)}
          >{`${entry_code} ${entry_name}`}</RecordLink>
        )}
        {note !== '' && <span className="block">{note}</span>}
        {bank_account !== '' && <span className="block text-xs text-muted">{bank_account}</span>}
        {file !== null && (
          <a
            href={file.link}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1"
          >
            <Paperclip size={14} aria-hidden /> {file.name}
          </a>
        )}
      </>
    ),
  },
  { id: 'createdAt', nowrap: true, cell: ({ createdAt }) => <ThaiInstant value={createdAt} /> },
  userColumn({ belowWidth: 860, under: 'createdAt' }),
  {
    id: 'value',
    align: 'end',
    cell: ({ value, is_void }) => <Money value={value} tone={is_void ? 'muted' : 'plain'} />,
  },
])

const rowKey = ({ drawer_move_id }: DrawerRow) => drawer_move_id
const title = 'รายการลิ้นชักเงินสด'

/** The movements of a day; renders nothing without any. */
export function DrawerMoves({ moves }: { moves: readonly DrawerRow[] }) {
  if (moves.length === 0) return null
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        columns={drawerColumns}
        rows={moves}
        rowKey={rowKey}
        state="ready"
        empty={<EmptyState title={title} />}
      />
    </Card>
  )
}
