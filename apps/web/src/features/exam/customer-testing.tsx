/**
 * The screen with all exams of one customer: rights, bookings, results, balances, missing
 * documents.
 */
import type { ExamBookingRow } from '@khapdee/contract/entities/exam-booking'
import { type CustomerExams, customerExam } from '@khapdee/contract/entities/customer-exam'
import type { ExamRightRow } from '@khapdee/contract/entities/exam-right'
import { titlesOf } from '@khapdee/contract/field-meta'
import { applicationKinds } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fullName } from '@khapdee/domain/person-name'
import { formatPhone } from '@khapdee/domain/phone'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link, useNavigate } from '@tanstack/react-router'
import { HandCoins, IdCard, Ticket, UserSearch } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { columnsOf } from '../../crud/columns.tsx'
import { rightPath } from '../../crud/right-path.ts'
import { useSession } from '../../session/session.ts'
import { useCardRead } from '../../shared/customer/card-reader.ts'
import { searchFor } from '../../shared/customer/customer-lookup.tsx'
import { applicationPath, paths, payPath } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState, LoadFailed } from '../../ui/feedback.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Money, ThaiDay } from '../../ui/values.tsx'
import { toBookable, useBookingActions } from './booking-actions.tsx'
import { useCertificateActions } from './certificate-actions.tsx'
import { customerBookingColumns } from './booking-columns.tsx'
import { applicationColumns } from './right-columns.tsx'
import { useRightActions } from './right-dialogs.tsx'

/** @param customer id of the customer that is shown until the user searches */
export function CustomerTesting({ customer }: { customer?: number | undefined }) {
  return (
    <Permitted permission="exam.view">
      <Screen customer={customer} />
    </Permitted>
  )
}

/** Minimum length of a search; shorter texts match too many customers. */
const minSearchLength = 2

const focusOnMount = (input: HTMLInputElement | null) => input?.focus()

function Screen({ customer }: { customer: number | undefined }) {
  useLive(['exam'], ['customer', 'exam-waiting'])
  const title = headings.customerTesting
  useDocumentTitle(title)
  const { can } = useSession()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const isSearching = text.trim().length >= minSearchLength
  const { data, isError, error, isFetching, refetch } = useEndpoint(
    customerExam.get,
    isSearching ? searchFor(text) : { customer_id: customer ?? 0 },
    { enabled: isSearching || customer !== undefined },
  )
  const show = useCallback(
    (id: number) =>
      void navigate({ to: paths.customerTesting, search: { customer: id }, replace: true }),
    [navigate],
  )
  const found = data?.data ?? null
  const others = data?.others ?? []
  const onlyId = found !== null && others.length === 0 ? found.customer.customer_id : undefined
  // The URL contains the customer, so that the screen is the same after a payment.
  useEffect(() => {
    if (onlyId !== undefined && onlyId !== customer) show(onlyId)
  }, [onlyId, customer, show])
  const { read, pending } = useCardRead(({ nat_id = '' }) =>
    // Immediately, before the field reports the text typed earlier, which would replace the number.
    flushSync(() => setText(nat_id)),
  )

  return (
    <>
      <PageHeader title={title} />
      <div className="flex flex-col gap-3.5">
        <Card>
          <div className="flex flex-wrap items-end gap-2">
            <div className="min-w-0 flex-1 basis-72">
              <SearchField
                label="เลขประจำตัวประชาชน โทรศัพท์มือถือ หรือชื่อ–นามสกุล"
                value={text}
                onChange={setText}
                inputRef={focusOnMount}
              />
            </div>
            <Button icon={IdCard} pending={pending} onPress={() => void read()}>
              {actionWords.readCard}
            </Button>
          </div>
        </Card>
        {isError ? (
          <Card>
            {error.status === 429 || error.status === 404 ? (
              <p role="alert">{error.message}</p>
            ) : (
              <LoadFailed onRetry={refetch} className="py-6 text-center" />
            )}
          </Card>
        ) : others.length > 0 && found !== null ? (
          <Choices
            people={[found.customer, ...others]}
            onChoose={(id) => {
              setText('')
              show(id)
            }}
          />
        ) : found !== null ? (
          <Exams found={found} />
        ) : customer === undefined && !isSearching ? (
          <Card>
            <EmptyState
              title="ค้นหาผู้สมัครเพื่อดูสิทธิ์สอบ การจองสอบ และผลสอบ"
              icon={UserSearch}
              {...(can('exam.grant') && { hint: 'ให้สิทธิ์สอบโดยไม่มีใบสมัครได้จากข้อมูลของผู้สมัคร' })}
            />
          </Card>
        ) : (
          isSearching &&
          !isFetching && (
            <Card>
              <EmptyState
                title="ไม่พบผู้สมัครในสาขาของคุณ"
                hint="ตรวจสอบหมายเลขให้ครบทุกหลัก หรือพิมพ์บางส่วนของชื่อ"
              />
            </Card>
          )
        )}
      </div>
    </>
  )
}

type Person = CustomerExams['customer']

/** Several customers match, and the user chooses one of them. */
function Choices({
  people,
  onChoose,
}: {
  people: readonly Person[]
  onChoose: (id: number) => void
}) {
  return (
    <Card title="เลือกผู้สมัคร" flush>
      <ul>
        {people.map((person) => (
          <li key={person.customer_id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onChoose(person.customer_id)}
              className="flex min-h-control w-full cursor-pointer flex-wrap gap-x-3 px-4 py-2 text-start hover:bg-surface-2"
            >
              <span className="font-medium text-primary">{fullName(person)}</span>
              <span className="text-muted">{formatPhone(person.phone_1)}</span>
              <span className="text-muted">{person.idcard || person.passport}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const labels = titlesOf(customerExam.person.shape)

const rightKey = ({ right_id }: ExamRightRow) => right_id
const bookingKey = ({ exam_id }: ExamBookingRow) => exam_id
const WaitingList = lazyPart(async () => (await import('../../crud/waiting-list.tsx')).WaitingList)
const GrantDialog = lazyPart(async () => (await import('./grant-dialog.tsx')).GrantDialog)
const waitingTitle = () => headings.waitingList
const waitingColumns = ['session'] as const

const examsTitle = 'การสอบและผลสอบ'

function Exams({ found }: { found: CustomerExams }) {
  const { customer, unsettled, rights, bookings, right_days } = found
  const { can } = useSession()
  const [isGranting, setGranting] = useState(false)
  const { rowActions, dialog } = useRightActions()
  const { actionsOf, dialog: bookingDialog } = useBookingActions()
  const { certificateActionsOf, certificateDialog } = useCertificateActions()
  const actionsOfRight = useCallback(
    (row: ExamRightRow) => [
      ...actionsOf(toBookable(row)),
      ...certificateActionsOf(row),
      ...rowActions(row),
      viewAction(rightPath(row)),
    ],
    [actionsOf, certificateActionsOf, rowActions],
  )
  return (
    <>
      <Card
        title={fullName(customer)}
        actions={
          <>
            {can('customer.view') && (
              <Link to={paths.customers.record(customer.customer_id)} className={buttonClass()}>
                ข้อมูล{entities.customer.label}
              </Link>
            )}
            {can('exam.grant') && (
              <Button icon={Ticket} onPress={() => setGranting(true)}>
                {actionWords.grantRights}
              </Button>
            )}
          </>
        }
      >
        <DescriptionList
          items={[
            { label: labels.idcard, value: customer.idcard || customer.passport },
            { label: labels.phone_1, value: formatPhone(customer.phone_1) },
            { label: labels.birthday, value: <ThaiDay value={customer.birthday} /> },
            { label: 'อายุ', value: customer.age === null ? '' : `${customer.age} ปี` },
          ]}
        />
      </Card>
      {unsettled !== null && unsettled.length > 0 && <Unsettled rows={unsettled} />}
      <Card title={entities.exam_right.label} flush>
        <DataTable
          label={entities.exam_right.label}
          columns={applicationColumns}
          rows={rights}
          rowKey={rightKey}
          state="ready"
          rowActions={actionsOfRight}
          empty={<EmptyState title="ยังไม่มีสิทธิ์สอบ" />}
        />
      </Card>
      <Suspense fallback={null}>
        <WaitingList
          query={{ customer_id: customer.customer_id }}
          title={waitingTitle}
          shows={waitingColumns}
        />
      </Suspense>
      <Card title={examsTitle} flush>
        <DataTable
          label={examsTitle}
          columns={customerBookingColumns}
          rows={bookings}
          rowKey={bookingKey}
          state="ready"
          empty={<EmptyState title="ยังไม่เคยจองสอบ" />}
        />
      </Card>
      {dialog}
      {bookingDialog}
      {certificateDialog}
      {isGranting && (
        <Suspense fallback={null}>
          <GrantDialog
            customer={customer}
            rightDays={right_days}
            onClose={() => setGranting(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type UnsettledRow = NonNullable<CustomerExams['unsettled']>[number]

const unsettledTitle = 'ต้องดำเนินการก่อนสอบ'

const unsettledColumns = columnsOf<UnsettledRow>(customerExam.unsettled.shape, [
  {
    id: 'application_code',
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>,
  },
  { id: 'type', cell: ({ type }) => applicationKinds[type].label },
  {
    id: 'missing_documents',
    cell: ({ missing_documents }) =>
      missing_documents.length === 0 ? '–' : missing_documents.join(', '),
  },
  {
    id: 'balance',
    align: 'end',
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'plain'} />,
  },
])

const unsettledKey = ({ application_id }: UnsettledRow) => application_id

/** Applications with a balance, or without all documents. */
function Unsettled({ rows }: { rows: readonly UnsettledRow[] }) {
  const { can } = useSession()
  const mayPay = can('application.pay')
  const rowActions = useCallback(
    (row: UnsettledRow): readonly RowAction[] =>
      mayPay && row.balance > 0
        ? [
            {
              id: 'pay',
              label: actionWords.payBalance,
              icon: HandCoins,
              href: payPath(row),
              primary: true,
            },
          ]
        : [],
    [mayPay],
  )
  return (
    <Card title={unsettledTitle} flush>
      <DataTable
        label={unsettledTitle}
        columns={unsettledColumns}
        rows={rows}
        rowKey={unsettledKey}
        state="ready"
        rowActions={rowActions}
      />
    </Card>
  )
}
