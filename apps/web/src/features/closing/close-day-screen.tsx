/** The day close of a branch: the clerk counts the cash and closes all movements since the last close. */
import { closing, closingRow } from '@khapdee/contract/entities/closing'
import { receivedSums } from '@khapdee/contract/entities/payment'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  type Denomination,
  denominationName,
  denominations,
  cashCountTitle,
  cashDifference,
  differenceText,
  negativeCashNotice,
} from '@khapdee/domain/cash'
import { entities } from '@khapdee/domain/entities'
import { bahtWithUnit, type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { headings, units } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { describeFields } from '../../api/describe-fields.ts'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { CashParts, DrawerMoves, SummaryRow } from '../../crud/drawer-parts.tsx'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Alert, RecordLoading } from '../../ui/feedback.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { phoneScreen, useMedia } from '../../ui/hooks.ts'
import { ActionBar, Card, PageHeader } from '../../ui/page.tsx'
import { Money, ThaiInstant } from '../../ui/values.tsx'
import { cashOf, type CountValues, differenceOf, type OpenDay, useDayClose } from './day-close.ts'
import { Difference, DrawerMovements } from './drawer-movements.tsx'
import { VoidRequests } from './void-requests.tsx'

const { FormDate, FormMoney, FormTextArea } = fieldsOf<CountValues>()

const formId = 'day-close'
const title = 'ยอดที่ยังไม่ปิด'

export function CloseDayScreen() {
  const { id } = useCurrentBranch()
  return (
    <Permitted permission="closing.view">
      {/* The key resets the count when the branch changes. */}
      <CloseDay key={id} branchId={id} />
    </Permitted>
  )
}

function CloseDay({ branchId }: { branchId: number | null }) {
  useDocumentTitle(title)
  const { day, form, ...close } = useDayClose(branchId)
  const mayClose = day?.can_close ?? false
  useSaveShortcut(() => {
    if (mayClose) void close.requestConfirmation()
  })
  const isPhone = useMedia(phoneScreen)
  const closeButton = mayClose && (
    <Button type="submit" form={formId} kind="primary" icon={LockKeyhole} pending={close.pending}>
      ปิดยอด
    </Button>
  )
  return (
    <>
      <PageHeader title={title} aside={day?.branch} actions={isPhone ? undefined : closeButton} />
      {day === undefined && <RecordLoading error={close.loadError} onRetry={close.retry} />}
      {day !== undefined && (
        <>
          <VoidRequestsAlert requests={day.requests} />
          <EntryForm
            form={form}
            describe={describeFields(closing.close.input)}
            id={formId}
            label={title}
            onSubmit={close.requestConfirmation}
          >
            <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_20rem]">
              {mayClose && <CashCounter />}
              <Summary day={day} mayClose={mayClose} />
            </div>
          </EntryForm>
          <DrawerMovements payments={day.payments} count={day.movements} />
          <DrawerMoves moves={day.moves} />
          <ConfirmDialog
            isOpen={close.unconfirmed !== null}
            onClose={close.cancelConfirm}
            title={entities.closing.label}
            confirmLabel="ปิดยอด"
            onConfirm={close.confirm}
          >
            {close.unconfirmed !== null && (
              <CloseQuestion branch={day.branch} {...close.unconfirmed} />
            )}
          </ConfirmDialog>
        </>
      )}
      {isPhone && mayClose && <ActionBar>{closeButton}</ActionBar>}
      <UnsavedGuard dirty={form.formState.isDirty} />
    </>
  )
}

interface CloseQuestionProps {
  branch: string
  counted_cash: Satang
  /** The expected cash that the clerk saw. */
  expected_cash?: Satang | undefined
}

/** The confirmation of a close, with the shortage or surplus. */
function CloseQuestion({ branch, counted_cash, expected_cash = zeroSatang }: CloseQuestionProps) {
  const difference = cashDifference(counted_cash, expected_cash)
  return (
    <>
      <p>
        ยืนยันปิดยอด {branch} เงินสดที่นับได้ {bahtWithUnit(counted_cash)}{' '}
        {difference === 0 ? (
          'ตรงกับยอดในระบบ'
        ) : (
          <strong
            className={difference < 0 ? 'font-semibold text-danger' : 'font-semibold text-warn'}
          >
            เงินสด{differenceText(difference)} {units.baht}
          </strong>
        )}{' '}
        ใช่หรือไม่
      </p>
      <p className="mt-1 text-muted">หลังปิดยอดแล้วจะลบหรือแก้ไขวิธีชำระเงินของรายการเหล่านี้ไม่ได้</p>
    </>
  )
}

/**
 * Lists the void requests that wait: they lapse with the close, because a closed receipt cannot be
 * voided.
 */
function VoidRequestsAlert({ requests }: { requests: OpenDay['requests'] }) {
  const { can } = useSession()
  if (requests.length === 0) return null
  const link = can('payment.void') && <Link to={paths.approvals}>{headings.approvals}</Link>
  return (
    <Alert tone="warning" action={link || undefined}>
      มีคำขอลบรายการชำระเงินที่รออนุมัติ {requests.length} รายการ เมื่อปิดยอดแล้วคำขอจะตกไป
      <VoidRequests requests={requests} />
    </Alert>
  )
}

interface SummaryProps {
  day: OpenDay
  mayClose: boolean
}

function Summary({ day, mayClose }: SummaryProps) {
  return (
    <Card title={headings.summary}>
      <div className="flex flex-col gap-3">
        <dl className="flex flex-col gap-1.5">
          <SummaryRow label="ปิดยอดครั้งก่อน">
            <ThaiInstant value={day.last_closed_at} />
          </SummaryRow>
          <SummaryRow label="รายการรับและคืนเงิน">
            {day.movements} {units.entries}
          </SummaryRow>
          <SummaryRow label={titleOf(receivedSums, 'banktransfer')}>
            <Money value={day.expected_transfer} />
          </SummaryRow>
        </dl>
        <CashParts parts={day.parts} expected={day.expected_cash} />
        {mayClose && <CountResult day={day} />}
      </div>
    </Card>
  )
}

/** The counted cash, its difference from the expected cash, and the fields for day and reason. */
function CountResult({ day }: Omit<SummaryProps, 'mayClose'>) {
  const { control } = useFormContext<CountValues>()
  const [counts, deposit] = useWatch({ control, name: ['counts', 'deposit'] })
  const counted = cashOf(counts)
  const hasCount = counts.some((count) => count !== null)
  // An empty drawer has nothing to count when more cash was refunded than received.
  const isShown = hasCount || day.expected_cash < 0
  const difference = isShown ? differenceOf(counts, day.expected_cash) : null
  const { expected_cash } = day
  const notice =
    counted === null || difference === null
      ? null
      : negativeCashNotice({ expected_cash, counted_cash: counted, difference })
  return (
    <>
      {notice !== null && <p className="text-sm text-muted">{notice}</p>}
      <dl aria-live="polite" className="flex flex-col gap-1.5 border-t border-line pt-3">
        <SummaryRow label={titleOf(closingRow.shape, 'counted_cash')}>
          <span className="text-lg font-semibold">
            {counted === null ? '–' : <Money value={counted} />}
          </span>
        </SummaryRow>
        <SummaryRow label={titleOf(closingRow.shape, 'difference')}>
          {difference === null ? '–' : <Difference value={difference} />}
        </SummaryRow>
      </dl>
      <FormMoney name="deposit" />
      {(deposit ?? 0) > 0 && <BankAccountField branch_id={day.branch_id} />}
      <dl aria-live="polite">
        <SummaryRow label={titleOf(closingRow.shape, 'next_float')}>
          {counted === null || (deposit ?? 0) > counted ? (
            '–'
          ) : (
            <Money value={satang(counted - (deposit ?? 0))} />
          )}
        </SummaryRow>
      </dl>
      <FormDate name="date" />
      <FormTextArea
        name="note"
        rows={2}
        required={difference !== null && difference !== 0}
        description="จำเป็นต้องกรอกเมื่อเงินสดไม่ตรง"
      />
    </>
  )
}

const { FormNumber } = fieldsOf<CountValues>()

/** A row for each banknote and coin: its count and the resulting amount. */
function CashCounter() {
  return (
    <Card title={cashCountTitle}>
      <div className="grid gap-x-6 gap-y-2 md:grid-flow-col md:grid-cols-2 md:grid-rows-6">
        {denominations.map((value, index) => (
          <DenominationRow key={value} value={value} index={index} />
        ))}
      </div>
    </Card>
  )
}

interface DenominationProps {
  /** In satang. */
  value: Denomination
  /** Index in `denominations` and in the form's `counts`. */
  index: number
}

function DenominationRow({ value, index }: DenominationProps) {
  const name = denominationName(value)
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden className="flex h-control flex-1 items-center whitespace-nowrap">
        {name}
      </span>
      <FormNumber name={`counts.${index}`} label={name} hideLabel className="w-20" />
      <span className="flex h-control w-22 items-center justify-end">
        <Amount value={value} index={index} />
      </span>
    </div>
  )
}

function Amount({ value, index }: DenominationProps) {
  const { control } = useFormContext<CountValues>()
  const count = useWatch({ control, name: `counts.${index}` })
  const isValidCount = Number.isSafeInteger(count) && Number(count) >= 0
  const amount = satang(isValidCount ? value * Number(count) : 0)
  return <Money value={amount} tone={amount === 0 ? 'muted' : 'plain'} />
}
