/**
 * The dialogs that refund or request a refund: the lines that end, the refunded amount of each, and
 * the payout.
 */
import {
  type ApplicationDetail,
  applicationRow,
  money,
  refund,
  sums,
} from '@khapdee/contract/entities/application-shapes'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { titleOf } from '@khapdee/contract/field-meta'
import { refundPending } from '@khapdee/domain/application/approval-request'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { lineStatuses } from '@khapdee/domain/application/status'
import { banks } from '@khapdee/domain/banks'
import { entities } from '@khapdee/domain/entities'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useForm, useFormContext, useWatch } from 'react-hook-form'
import { ApiError, isServerUnavailable } from '../../../api/api-error.ts'
import { resolverOf, showOnFields } from '../../../api/form-errors.ts'
import { choicesOf } from '../../../crud/choices.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { EndingNotice } from '../../../shared/ending-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { DescriptionList } from '../../../ui/page.tsx'
import { Money } from '../../../ui/values.tsx'
import { BankAccountField } from '../../../crud/bank-account-field.tsx'
import { Amount, Amounts, ReadOnlyField } from '../amounts.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import type { StoredLine } from '../line-values.ts'
import { useApplicationCommand } from '../use-application-command.ts'
import {
  amountProblems,
  proposedRefund,
  refundableLines,
  refundEffect,
  refundFormPath,
  refundProblems,
  refundSum,
  type RefundValues,
  toRefundInput,
} from './refund-values.ts'

const { FormMoney, FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<RefundValues>()

const bankChoices = choicesOf(banks).toSorted((a, b) => a.name.localeCompare(b.name, 'th'))

interface RefundDialogProps {
  detail: ApplicationDetail
  /** The receipt whose lines and amounts are proposed. */
  receipt_id?: number
  onClose: () => void
}

/** Refunds at once, after a confirmation. */
export function RefundDialog({ detail: currentDetail, receipt_id, onClose }: RefundDialogProps) {
  const endpoint = applicationKindConfigs[currentDetail.type].api.refund
  const { form, detail, onError } = useRefundForm(currentDetail, receipt_id)
  const [unconfirmed, setUnconfirmed] = useState<RefundValues | null>(null)
  const command = useApplicationCommand(endpoint, {
    onClose,
    onError,
    closesOnConflict: true,
    pdfOf: ({ data }) => data.pdf,
  })
  return (
    <>
      <RefundForm
        detail={detail}
        form={form}
        isPaidNow
        title={actionWords.refund}
        onSubmit={setUnconfirmed}
        onClose={onClose}
        {...command}
      />
      <ConfirmDialog
        isOpen={unconfirmed !== null}
        onClose={() => setUnconfirmed(null)}
        title={actionWords.refund}
        onConfirm={async () => {
          if (unconfirmed === null) return
          await command.run(toRefundInput(detail, unconfirmed))
        }}
      >
        {unconfirmed !== null && (
          <>
            <p>
              ยืนยันคืนเงิน {bahtWithUnit(refundSum(unconfirmed))} ให้ {detail.customer.name} ใช่หรือไม่
            </p>
            <EndingNotice {...refundEffect(unconfirmed, detail)} />
          </>
        )}
      </ConfirmDialog>
    </>
  )
}

/** Requests the same refund, which another user decides. */
export function RequestRefundDialog({
  detail: currentDetail,
  receipt_id,
  onClose,
}: RefundDialogProps) {
  const { form, detail, onError } = useRefundForm(currentDetail, receipt_id)
  const command = useApplicationCommand(refundRequest.create, {
    onClose,
    onError,
    closesOnConflict: true,
  })
  return (
    <RefundForm
      detail={detail}
      form={form}
      title={actionWords.requestRefund}
      onSubmit={(values) => void command.run(toRefundInput(detail, values))}
      onClose={onClose}
      {...command}
    >
      <p className="text-muted">
        ส่งให้ผู้มีสิทธิ์คนอื่นพิจารณา เมื่ออนุมัติแล้วจึงจ่ายเงินคืน ระหว่างนี้รับชำระหรือแก้ไขรายการที่เลือกไม่ได้
      </p>
    </RefundForm>
  )
}

/** The form of a refund, the application as it was when the dialog was opened, and the handler that shows server errors. */
function useRefundForm(currentDetail: ApplicationDetail, receipt_id?: number) {
  // The dialog never uses newer data: a retry after a lost answer must send the same input and version, and the
  // position of a line in the form must not change.
  const [detail] = useState(currentDetail)
  const proposal = proposedRefund(detail, receipt_id)
  const form = useForm<RefundValues>({
    defaultValues: proposal,
    resolver: resolverOf((values) =>
      refundProblems(values, detail, applicationKindConfigs[detail.type].api.refund),
    ),
  })
  const onError = (error: ApiError) => {
    const errors = error.errors.map(({ path, message }) => ({
      path: refundFormPath(path, form.getValues()),
      message,
    }))
    // After a rejection the proposal is restored, to prevent sending the input again by mistake. Without an
    // answer the input stays: a retry must send it again with the same idempotency key.
    if (!isServerUnavailable(error)) form.reset(proposal)
    showOnFields(form, new ApiError(error.message, { ...error, errors }))
  }
  return { form, detail, onError }
}

interface RefundFormProps extends RefundDialogProps {
  form: UseFormReturn<RefundValues>
  title: string
  /** Whether the account from which it is paid can be chosen. */
  isPaidNow?: boolean
  onSubmit: (values: RefundValues) => void
  pending: boolean
  problem: string | null
  children?: ReactNode
}

function RefundForm(props: RefundFormProps) {
  const { detail, form, title, isPaidNow = false, onSubmit, children, ...rest } = props
  const { onClose, pending, problem } = rest
  const lines = refundableLines(detail)
  return (
    <FormDialog
      form={form}
      schema={refundRequest.create.input}
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(onSubmit)}
      submitLabel={title}
      submitIcon={Undo2}
      pending={pending}
      problem={problem}
    >
      {children}
      <DescriptionList
        items={[
          {
            label: titleOf(applicationRow.shape, 'application_code'),
            value: detail.application_code,
          },
          { label: entities.customer.label, value: detail.customer.name },
          { label: titleOf(sums, 'net'), value: <Money value={detail.net} /> },
          { label: titleOf(sums, 'balance'), value: <Money value={detail.balance} /> },
        ]}
      />
      {lines.map((line, index) => (
        <LineFields key={line.line_id} index={index} line={line} isOnly={lines.length === 1} />
      ))}
      <RefundSummary detail={detail} isPaidNow={isPaidNow} />
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

interface LineFieldsProps {
  index: number
  line: StoredLine
  /** Whether the application has no other line to choose. */
  isOnly: boolean
}

/** Whether a line is refunded, and the amount. */
function LineFields({ index, line, isOnly }: LineFieldsProps) {
  const { control, setValue, clearErrors, trigger } = useFormContext<RefundValues>()
  const isChosen = useWatch({ control, name: `lines.${index}.chosen` })
  const { name, paid, status } = line
  const state = line.refund_pending
    ? refundPending.label
    : isOpenLine(line)
      ? ''
      : lineStatuses[status].label
  const label = state === '' ? name : `${name} (${state})`
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className={isOnly ? 'float-start font-medium' : 'sr-only'}>{label}</legend>
      {!isOnly && <FormSwitch name={`lines.${index}.chosen`} label={label} />}
      {isChosen && (
        <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
          <div className="min-w-25">
            <ReadOnlyField label={titleOf(money, 'paid')}>
              <Money value={paid} tone={paid > 0 ? 'plain' : 'muted'} />
            </ReadOnlyField>
          </div>
          <div className="flex min-w-0 grow basis-50 items-start gap-2">
            <div
              className="min-w-24 flex-1"
              onBlur={() => {
                void trigger(`lines.${index}.value`)
              }}
            >
              <FormMoney name={`lines.${index}.value`} label={titleOf(refund.shape, 'value')} />
            </div>
            <Button
              isDisabled={paid === 0}
              onPress={() => {
                setValue(`lines.${index}.value`, paid)
                clearErrors(`lines.${index}.value`)
              }}
              className="mt-6.25 px-2.5"
            >
              <span aria-hidden>{`${actionWords.refund}${headings.fullAmount}`}</span>
              <span className="sr-only">{`${actionWords.refund}${headings.fullAmount} ${bahtWithUnit(paid)}`}</span>
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  )
}

/** The sum, the lines that end, and the fields of the payout. */
function RefundSummary({ detail, isPaidNow }: { detail: ApplicationDetail; isPaidNow: boolean }) {
  const { control } = useFormContext<RefundValues>()
  const values = useWatch({ control, compute: (all) => all })
  return (
    <div className="flex flex-col gap-3.5 border-t border-line pt-3">
      <Amounts>
        <Amount label={titleOf(refund.shape, 'value')} value={refundSum(values)} isStrong />
      </Amounts>
      {amountProblems(values, detail).length === 0 && (
        <EndingNotice {...refundEffect(values, detail)} />
      )}
      <FormSegmented name="pay_type" label={titleOf(refund.shape, 'pay_type')} />
      {values.pay_type === 'transfer' && (
        <div className="flex flex-wrap gap-x-3.5 gap-y-3">
          <FormSelect name="payee_bank" required items={bankChoices} className="min-w-32 flex-1" />
          <FormText
            name="payee_account"
            required
            ignoreThaiLayout="digits"
            inputMode="numeric"
            className="min-w-32 flex-1"
          />
          <FormText name="payee_name" required className="min-w-32 flex-1" />
          {isPaidNow && (
            <BankAccountField branch_id={detail.branch_id} className="min-w-32 flex-1" />
          )}
        </div>
      )}
    </div>
  )
}
