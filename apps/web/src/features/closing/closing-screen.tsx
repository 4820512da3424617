/** The screen of a stored day close: expected and counted amounts, movements, and the report. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { closing, closingRow, lapsedTitle } from '@khapdee/contract/entities/closing'
import { receivedSums } from '@khapdee/contract/entities/payment'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import {
  cashCountTitle,
  denominationName,
  denominations,
  negativeCashNotice,
} from '@khapdee/domain/cash'
import { entities } from '@khapdee/domain/entities'
import { satang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { useEndpoint } from '../../api/queries.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { BackButton } from '../../crud/actions.tsx'
import { CashParts, DrawerMoves } from '../../crud/drawer-parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Money, ThaiDay, ThaiInstant } from '../../ui/values.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { printReport } from './closing-list.tsx'
import { Difference, DrawerMovements } from './drawer-movements.tsx'
import { VoidRequests } from './void-requests.tsx'

export function ClosingScreen({ id }: { id: number }) {
  return (
    <Permitted permission="closing.view">
      <Closing id={id} />
    </Permitted>
  )
}

function Closing({ id }: { id: number }) {
  const { data, error, refetch } = useEndpoint(closing.get, { closing_id: id })
  const title = data?.data.closing_code ?? entities.closing.label
  useDocumentTitle(title)

  if (error?.status === 404) return <NotFoundScreen />
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <BackButton to={paths.closings.list} />
            <Button
              kind="primary"
              icon={Printer}
              isDisabled={data === undefined}
              onPress={() => void printReport(id)}
            >
              {actionWords.printReport}
            </Button>
          </>
        }
      />
      {data === undefined && <RecordLoading error={error} onRetry={() => void refetch()} />}
      {data && <ClosingFacts stored={data.data} />}
    </>
  )
}

const labels = titlesOf({ ...closingRow.shape, ...receivedSums })

type Stored = OutputOf<typeof closing.get>['data']

function ClosingFacts({ stored }: { stored: Stored }) {
  const { day, branch, user, createdAt, note, movements: movementCount, payments } = stored
  const notice = negativeCashNotice(stored)
  return (
    <>
      <Card>
        <DescriptionList
          items={[
            { label: labels.day, value: <ThaiDay value={day} format="short" /> },
            { label: labels.branch, value: branch },
            { label: labels.user, value: user },
            { label: labels.createdAt, value: <ThaiInstant value={createdAt} /> },
            { label: labels.banktransfer, value: <Money value={stored.expected_transfer} /> },
            { label: labels.cash, value: <Money value={stored.expected_cash} /> },
            { label: labels.counted_cash, value: <Money value={stored.counted_cash} /> },
            { label: labels.difference, value: <Difference value={stored.difference} /> },
            ...(stored.deposit === null || stored.next_float === null
              ? []
              : [
                  { label: labels.deposit, value: <Money value={stored.deposit} /> },
                  { label: labels.next_float, value: <Money value={stored.next_float} /> },
                ]),
            ...(note === ''
              ? []
              : [{ label: titleOf(closing.close.input.shape, 'note'), value: note, isWide: true }]),
          ]}
        />
        {notice !== null && <p className="mt-3 text-sm text-muted">{notice}</p>}
      </Card>
      {stored.lapsed.length > 0 && (
        <Card title={lapsedTitle}>
          <VoidRequests requests={stored.lapsed} withRefundLinks />
        </Card>
      )}
      {stored.parts !== null && (
        <Card title={labels.expected_cash}>
          <div className="max-w-100">
            <CashParts parts={stored.parts} expected={stored.expected_cash} />
          </div>
        </Card>
      )}
      <Counted counts={stored.denominations} />
      <DrawerMovements payments={payments} count={movementCount} />
      <DrawerMoves moves={stored.moves} />
    </>
  )
}

/** The counted banknotes and coins; renders nothing for a day close without counts. */
function Counted({ counts }: { counts: Stored['denominations'] }) {
  const counted = denominations.flatMap((value) => {
    const count = counts[String(value)] ?? 0
    return count > 0 ? [{ value, count }] : []
  })
  if (counted.length === 0) return null
  return (
    <Card title={cashCountTitle}>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
        {counted.map(({ value, count }) => (
          <div key={value} className="flex justify-between gap-3">
            <dt className="text-muted">
              {denominationName(value)} × {count}
            </dt>
            <dd>
              <Money value={satang(value * count)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
