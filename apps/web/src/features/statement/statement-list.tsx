/** The lines of bank statements, with their import, and their matching with documents of the books. */
import { type StatementRow, statement } from '@khapdee/contract/entities/statement'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { statementStates } from '@khapdee/domain/statement/statement'
import { actionWords } from '@khapdee/domain/words'
import { EyeOff, FileQuestion, Link2, ListChecks, Undo2, Unlink, Upload } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useCommand } from '../../api/queries.ts'
import { ExportButton } from '../../crud/actions.tsx'
import { columnsOf } from '../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { type FilterSpec, byDays, byStatus, byText, byType } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { AccountBalance } from './account-balance.tsx'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)
const MatchDialog = lazyPart(async () => (await import('./match-dialog.tsx')).MatchDialog)
const ProposalDialog = lazyPart(async () => (await import('./proposal-dialog.tsx')).ProposalDialog)
const OpenDocumentsDialog = lazyPart(
  async () => (await import('./open-documents-dialog.tsx')).OpenDocumentsDialog,
)
const IgnoreDialog = lazyPart(async () => (await import('./ignore-dialog.tsx')).IgnoreDialog)

export function StatementList() {
  return (
    <Permitted permission="statement.view">
      <List />
    </Permitted>
  )
}

const filters: readonly FilterSpec[] = [
  { ...byType, label: entities.bank_account.label },
  byStatus,
  ...byDays,
  byText,
]

const totals = [
  { name: 'in', label: 'เงินเข้า' },
  { name: 'out', label: 'เงินออก' },
] as const

const rowKey = ({ statement_line_id }: StatementRow) => statement_line_id

const columns = columnsOf<StatementRow>(statement.row.shape, [
  {
    id: 'date',
    width: '7rem',
    sortable: true,
    nowrap: true,
    cell: ({ date, time }) => (
      <>
        <ThaiDay value={date} />
        {time !== '' && <span className="block text-xs text-muted">{time} น.</span>}
      </>
    ),
  },
  {
    id: 'description',
    phoneSlot: 'title',
    cell: ({ description, reference, note }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{description || '–'}</span>
        {reference !== '' && <span className="block text-xs text-muted">{reference}</span>}
        {note !== '' && <span className="block text-xs text-muted">เหตุผล: {note}</span>}
      </>
    ),
  },
  { id: 'account', width: 'min(13rem, 18vw)', cell: ({ account }) => account },
  {
    id: 'value',
    width: '8rem',
    align: 'end',
    sortable: true,
    cell: ({ value }) => <Money value={value} />,
  },
  {
    id: 'balance',
    width: '8rem',
    align: 'end',
    narrow: { belowWidth: 1000, under: 'value' },
    // Many banks give none; below the amount, a dash would mean nothing.
    cell: ({ balance }) => balance !== null && <Money value={balance} tone="muted" />,
  },
  {
    id: 'state',
    width: '11rem',
    phoneSlot: 'meta',
    cell: ({ state, documents }) => (
      <>
        <StateChip state={statementStates[state]} />
        {documents.length > 0 && (
          <span className="block text-xs text-muted">
            {documents.map(({ code, party }) => code || party).join(', ')}
          </span>
        )}
      </>
    ),
  },
])

type Open =
  | { dialog: 'import' | 'proposals' }
  | { dialog: 'documents'; extent?: 'booked' }
  | { dialog: 'match' | 'ignore'; line: StatementRow }
  | null

function List() {
  const { can } = useSession()
  const table = useBranchTable(statement.gettable)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const unmatch = useCommand(statement.unmatch)
  const unignore = useCommand(statement.unignore)
  const mayMatch = can('statement.match')
  const rowActions = useMemo(
    () => (line: StatementRow) =>
      mayMatch
        ? actionsOf(line, setOpen, (undo) => {
            const input = { statement_line_ids: [line.statement_line_id] }
            void (undo === 'unmatch' ? unmatch : unignore).mutate(input)
          })
        : [],
    [mayMatch, unmatch, unignore],
  )
  const accounts = table.answer?.filter['type'] ?? []
  const account = Number(table.filters.type ?? 0) || null
  return (
    <>
      <BranchScopedListScreen<StatementRow>
        name="statement"
        title={entities.statement_line.label}
        actions={
          <>
            <ExportButton endpoint={statement.export} table={table} />
            <Button icon={FileQuestion} onPress={() => setOpen({ dialog: 'documents' })}>
              {fieldTitles.unmatchedDocuments}
            </Button>
            {mayMatch && (
              <Button icon={ListChecks} onPress={() => setOpen({ dialog: 'proposals' })}>
                จับคู่ที่ตรงกัน
              </Button>
            )}
            {can('statement.import') && (
              <Button
                kind="primary"
                icon={Upload}
                onPress={() => setOpen({ dialog: 'import' })}
              >{`${actionWords.import}${entities.statement_line.label}`}</Button>
            )}
          </>
        }
        columns={columns}
        filters={filters}
        searchPlaceholder="รายการ หรือเลขอ้างอิง"
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        {account !== null && (
          <AccountBalance
            account={account}
            name={accounts.find(({ value }) => value === account)?.name ?? ''}
            onOpenDocuments={() => setOpen({ dialog: 'documents', extent: 'booked' })}
          />
        )}
        <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
      </BranchScopedListScreen>
      <Suspense fallback={null}>
        {open?.dialog === 'import' && (
          <ImportDialog accounts={accounts} account={account} onClose={close} />
        )}
        {open?.dialog === 'proposals' && (
          <ProposalDialog accounts={accounts} account={account} onClose={close} />
        )}
        {open?.dialog === 'documents' && (
          <OpenDocumentsDialog
            accounts={accounts}
            account={account}
            extent={open.extent}
            onClose={close}
          />
        )}
        {open?.dialog === 'match' && <MatchDialog line={open.line} onClose={close} />}
        {open?.dialog === 'ignore' && <IgnoreDialog line={open.line} onClose={close} />}
      </Suspense>
    </>
  )
}

function actionsOf(
  line: StatementRow,
  open: (dialog: Open) => void,
  undo: (how: 'unmatch' | 'unignore') => void,
): readonly RowAction[] {
  if (line.state === 'matched') {
    return [
      { id: 'unmatch', label: actionWords.unmatch, icon: Unlink, onAction: () => undo('unmatch') },
    ]
  }
  if (line.state === 'ignored') {
    return [{ id: 'unignore', label: 'กลับมาจับคู่', icon: Undo2, onAction: () => undo('unignore') }]
  }
  return [
    {
      id: 'match',
      label: actionWords.match,
      icon: Link2,
      primary: true,
      onAction: () => open({ dialog: 'match', line }),
    },
    {
      id: 'ignore',
      label: statementStates.ignored.label,
      icon: EyeOff,
      onAction: () => open({ dialog: 'ignore', line }),
    },
  ]
}
