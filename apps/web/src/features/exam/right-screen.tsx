/** The exam rights of one application, or one right without an application, with their history and the payments. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { titleOf } from '@khapdee/contract/field-meta'
import { payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { examRightEvents } from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { satang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../../api/queries.ts'
import { BackButton, RecordLink } from '../../crud/actions.tsx'
import { columnsOf, PaymentAmount, PaymentChip, userColumn } from '../../crud/columns.tsx'
import { owingOf, payLinks } from '../../crud/pay-links.ts'
import { hasApplication } from '../../crud/right-path.ts'
import { applicationPath, paths, pathsOf } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { useSession } from '../../session/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Money, StateChip, ThaiDay, ThaiInstant } from '../../ui/values.tsx'
import { applicationColumns } from './right-columns.tsx'
import { toBookable, useBookingActions } from './booking-actions.tsx'
import { useCertificateActions } from './certificate-actions.tsx'
import { useRightActions } from './right-dialogs.tsx'

/** @param id of the application */
export function ExamRightScreen({ id }: { id: number }) {
  return (
    <Permitted permission="exam.view">
      <Rights of={{ application_id: id }} />
    </Permitted>
  )
}

/** @param id of a right without an application */
export function GrantedRightScreen({ id }: { id: number }) {
  return (
    <Permitted permission="exam.view">
      <Rights of={{ right_id: id }} />
    </Permitted>
  )
}

const WaitingList = lazyPart(async () => (await import('../../crud/waiting-list.tsx')).WaitingList)
const waitingTitle = () => headings.waitingList
const waitingColumns = ['session'] as const

const title = entities.exam_right.label

/** The server returns all rights of an application, or the single right. */
const firstPage = { page: 1, perPage: 10 }

function Rights({ of }: { of: { application_id: number } | { right_id: number } }) {
  useLive(['exam', 'exam-session'], ['exam', 'exam-waiting'])
  const { data, error, refetch } = useEndpoint(examRight.gettable, { ...firstPage, ...of })
  const rows = data?.data ?? []
  const [first] = rows
  const owing = owingOf(rows)
  const { can } = useSession()
  useDocumentTitle(
    first === undefined ? title : `${title} ${first.application_code || first.customer}`,
  )

  if (error?.status === 404 || (data !== undefined && first === undefined))
    return <NotFoundScreen />
  return (
    <>
      <PageHeader
        title={title}
        aside={first?.application_code}
        actions={
          <>
            <BackButton to={pathsOf('exam_right').list} />
            {first !== undefined && hasApplication(first) && can('application.view') && (
              <Link to={applicationPath(first)} className={buttonClass()}>
                {entities.application.label}
              </Link>
            )}
            {can('application.pay') &&
              payLinks(owing).map(({ id, label, to, hash }) => (
                <Link key={id} to={to} hash={hash} className={buttonClass({ kind: 'primary' })}>
                  {label}
                </Link>
              ))}
          </>
        }
      />
      {data === undefined || first === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : (
        <Stored first={first} rows={data.data} payments={data.payments} />
      )}
    </>
  )
}

type Answer = OutputOf<typeof examRight.gettable>

interface StoredProps {
  first: ExamRightRow
  rows: readonly ExamRightRow[]
  payments: Answer['payments']
}

const rightKey = ({ right_id }: ExamRightRow) => right_id

function Stored({ first, rows, payments }: StoredProps) {
  const { can } = useSession()
  const balance = owingOf(rows).reduce((sum, owed) => satang(sum + owed.balance), satang(0))
  const { rowActions, dialog } = useRightActions()
  const { actionsOf, dialog: bookingDialog } = useBookingActions()
  const { certificateActionsOf, certificateDialog } = useCertificateActions()
  const allActions = useCallback(
    (row: ExamRightRow) => [
      ...actionsOf(toBookable(row)),
      ...certificateActionsOf(row),
      ...rowActions(row),
    ],
    [actionsOf, certificateActionsOf, rowActions],
  )
  return (
    <div className="flex flex-col gap-3.5">
      <Card>
        <DescriptionList
          items={[
            {
              label: entities.customer.label,
              value: can('customer.view') ? (
                <RecordLink to={paths.customers.record(first.customer_id)}>
                  {first.customer}
                </RecordLink>
              ) : (
                first.customer
              ),
            },
            {
              label: titleOf(examRight.row.shape, 'phone_1'),
              value: formatPhone(first.phone_1),
            },
            { label: titleOf(examRight.row.shape, 'branch'), value: first.branch },
            ...(first.balance !== null
              ? [
                  {
                    label: titleOf(examRight.row.shape, 'balance'),
                    value: (
                      <Money
                        value={balance}
                        tone={balance > 0 ? ('owed' as const) : ('plain' as const)}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Card title={title} flush>
        <DataTable
          label={title}
          columns={applicationColumns}
          rows={rows}
          rowKey={rightKey}
          state="ready"
          rowActions={allActions}
        />
      </Card>
      <Suspense fallback={null}>
        <WaitingList
          query={
            first.application_id === null
              ? { right_id: first.right_id }
              : { application_id: first.application_id }
          }
          title={waitingTitle}
          shows={waitingColumns}
        />
      </Suspense>
      <Ledger rows={rows} />
      {payments !== undefined && payments.length > 0 && <Payments payments={payments} />}
      {dialog}
      {bookingDialog}
      {certificateDialog}
    </div>
  )
}

type LedgerRow = z.output<typeof examRight.event> & { key: string; exam: string }

const ledgerTitle = 'ประวัติสิทธิ์สอบ'

const ledgerColumns = columnsOf<LedgerRow>(examRight.event.shape, [
  {
    id: 'at',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ at }) => <ThaiInstant value={at} />,
  },
  {
    id: 'event',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ event }) => <StateChip state={examRightEvents[event]} />,
  },
  {
    id: 'exam',
    header: titleOf(examRight.row.shape, 'kind'),
    cell: ({ exam }) => exam,
  },
  { id: 'exam_date', nowrap: true, cell: ({ exam_date }) => <ThaiDay value={exam_date} /> },
  { id: 'session', cell: ({ session }) => session },
  {
    id: 'permission_date',
    nowrap: true,
    cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
  },
  { id: 'note', cell: ({ note }) => note },
  userColumn({ belowWidth: 860, under: 'note' }),
])

/** The history of the rights, newest first. */
function Ledger({ rows }: { rows: readonly ExamRightRow[] }) {
  const entries = rows
    .flatMap((row) =>
      (row.events ?? []).map((event, i) => ({
        ...event,
        key: `${row.right_id}-${i}`,
        exam: examName(row),
      })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <Card title={ledgerTitle} flush>
      <DataTable
        label={ledgerTitle}
        columns={ledgerColumns}
        rows={entries}
        rowKey={({ key }) => key}
        state="ready"
      />
    </Card>
  )
}

type Payment = NonNullable<Answer['payments']>[number]

const paymentShape = examRight.gettable.output.shape.payments.unwrap().element.shape

const paymentColumns = columnsOf<Payment>(paymentShape, [
  {
    id: 'payment_code',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ payment_code }) => payment_code,
  },
  { id: 'createdAt', nowrap: true, cell: ({ createdAt }) => <ThaiInstant value={createdAt} /> },
  { id: 'pay_type', nowrap: true, cell: ({ pay_type }) => payTypes[pay_type].label },
  userColumn({ belowWidth: 760, under: 'createdAt' }),
  { id: 'paid', align: 'end', cell: (row) => <PaymentAmount {...row} /> },
  { id: 'status', nowrap: true, phoneSlot: 'meta', cell: (row) => <PaymentChip {...row} /> },
])

const paymentKey = ({ payment_id }: Payment) => payment_id

function Payments({ payments }: { payments: readonly Payment[] }) {
  const label = entities.payment.label
  return (
    <Card title={label} flush>
      <DataTable
        label={label}
        columns={paymentColumns}
        rows={payments}
        rowKey={paymentKey}
        state="ready"
      />
    </Card>
  )
}
