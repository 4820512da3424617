/** One petty cash: its balance and movements, with the dialogs that add a movement. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { type PettyCashMove, pettyCash } from '@khapdee/contract/entities/petty-cash'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { pettyCashKinds } from '@khapdee/domain/petty-cash'
import { headings, stateWords } from '@khapdee/domain/words'
import { Paperclip } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { BackButton, RecordLink } from '../../crud/actions.tsx'
import { ActiveChip, columnsOf, userColumn } from '../../crud/columns.tsx'
import { type Paging, Pages } from '../../crud/pages.tsx'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Chip, Money, ThaiInstant } from '../../ui/values.tsx'
import { type PettyCashAction, pettyCashActions } from './actions.ts'

const ActionDialog = lazyPart(async () => (await import('./action-dialog.tsx')).ActionDialog)

export function PettyCashScreen({ id }: { id: number }) {
  return (
    <Permitted permission="petty_cash.view">
      <PettyCash key={id} id={id} />
    </Permitted>
  )
}

function PettyCash({ id }: { id: number }) {
  const [paging, setPaging] = useState<Paging>({ page: 1, perPage: 10 })
  const { data, error, refetch } = useEndpoint(
    pettyCash.get,
    { petty_cash_id: id, ...paging },
    { staleTime: 0, keepPrevious: true },
  )
  const stored = data?.data
  const title = stored?.name ?? entities.petty_cash.label
  useDocumentTitle(title)
  const [action, setAction] = useState<PettyCashAction | null>(null)
  if (error?.status === 404) return <NotFoundScreen />
  return (
    <>
      <PageHeader
        title={title}
        aside={stored?.branch}
        actions={
          <>
            <BackButton to={paths.pettyCash.list} />
            {stored?.can_move &&
              pettyCashActions
                // The opening balance is entered before all movements.
                .filter((kind) => kind !== 'opening' || data?.meta.total === 0)
                .map((kind) => (
                  <Button
                    key={kind}
                    {...(kind === 'spend' && { kind: 'primary' })}
                    onPress={() => setAction(kind)}
                  >
                    {pettyCashKinds[kind].label}
                  </Button>
                ))}
          </>
        }
      />
      {data === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : (
        <Stored
          stored={data.data}
          pages={<Pages paging={paging} total={data.meta.total} onChange={setPaging} />}
        />
      )}
      {action !== null && stored !== undefined && (
        <Suspense fallback={null}>
          <ActionDialog
            action={action}
            stored={stored}
            reload={refetch}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </>
  )
}

export type StoredPettyCash = OutputOf<typeof pettyCash.get>['data']
const labels = titlesOf(pettyCash.row.shape)

function Stored({ stored, pages }: { stored: StoredPettyCash; pages: ReactNode }) {
  return (
    <>
      <Card>
        <DescriptionList
          items={[
            { label: labels.holder, value: stored.holder },
            { label: labels.limit_value, value: <Money value={stored.limit_value} /> },
            { label: labels.balance, value: <Money value={stored.balance} /> },
            { label: labels.counted_at, value: <ThaiInstant value={stored.counted_at} /> },
            { label: labels.is_activate, value: <ActiveChip value={stored.is_activate} /> },
          ]}
        />
      </Card>
      <Card title={movesTitle} flush>
        <DataTable
          label={movesTitle}
          columns={columns}
          rows={stored.moves}
          rowKey={rowKey}
          state="ready"
          empty={<EmptyState title={headings.noEntries} />}
        />
        {pages}
      </Card>
    </>
  )
}

/** The entry of a movement, as a link for users who may see the books. */
function EntryLink({ id, name }: { id: number; name: string }) {
  const { can } = useSession()
  return can('accounting.view') ? (
    <RecordLink to={paths.accounts.record(id)}>{name}</RecordLink>
  ) : (
    <span>{name}</span>
  )
}

const movesTitle = 'รายการเงินสดย่อย'
const rowKey = ({ petty_cash_move_id }: PettyCashMove) => petty_cash_move_id

const columns = columnsOf<PettyCashMove>(pettyCash.moveRow.shape, [
  {
    id: 'kind',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ kind, is_void }) => (
      <>
        {pettyCashKinds[kind].label} {is_void && <Chip tone="danger">{stateWords.void}</Chip>}
      </>
    ),
  },
  {
    id: 'note',
    phoneSlot: 'lead',
    cell: ({ entry_id, entry_code, entry_name, note, file }) => (
      <>
        {entry_id !== null && <EntryLink id={entry_id} name={`${entry_code} ${entry_name}`} />}
        {note !== '' && <span className="block">{note}</span>}
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
    id: 'counted',
    align: 'end',
    cell: ({ counted }) => (counted === null ? '–' : <Money value={counted} />),
  },
  {
    id: 'value',
    align: 'end',
    cell: ({ kind, value, is_void }) =>
      kind === 'count' ? '–' : <Money value={value} tone={is_void ? 'muted' : 'plain'} />,
  },
])
