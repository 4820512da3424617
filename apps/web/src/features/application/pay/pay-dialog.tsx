/** The dialog that takes payments of the balance: an amount and pay type per line. */
import {
  type ApplicationDetail,
  applicationDetail,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf } from '@khapdee/contract/field-meta'
import { payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { satang, type Satang, sumSatang } from '@khapdee/domain/money'
import { formatDayShort } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { HandCoins } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { ApiError } from '../../../api/api-error.ts'
import { resolverOf, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { useShortcut } from '../../../shared/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { Money } from '../../../ui/values.tsx'
import { BankAccountField } from '../../../crud/bank-account-field.tsx'
import { Amount, Amounts, Balance, CashChange, ReadOnlyField } from '../amounts.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { amountOrZero, paidByPayType, withFullAmount } from '../line-payment.ts'
import { lineLabels, storedLines } from '../line-values.ts'
import { AmountFields, PayTypeField } from '../payment-fields.tsx'
import { PromptPayQr } from '../promptpay-qr.tsx'
import { SlipFields } from '../slip-field.tsx'
import { showTakenPayment } from '../taken-payment.ts'
import { useApplicationCommand } from '../use-application-command.ts'
import {
  blankPayment,
  owedOf,
  payFormPath,
  payProblems,
  type PayValues,
  toPayInput,
} from './pay-values.ts'
import { isTouchScreen } from '../../../ui/hooks.ts'

const { FormText } = fieldsOf<PayValues>()

interface PayDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function PayDialog({ detail: currentDetail, onClose }: PayDialogProps) {
  // The dialog never uses newer data: a retry after a lost answer must send the same input and
  // version, so that it gets the first answer. After a saved payment the version is different, so
  // that the next payment is never mistaken for a retry.
  const [detail] = useState(currentDetail)
  const { application_code, type } = detail
  const endpoint = applicationKindConfigs[type].api.paybalance
  const owed = owedOf(detail)
  const form = useForm<PayValues>({
    defaultValues: blankPayment(owed),
    resolver: resolverOf((values) => payProblems(values, owed, endpoint)),
  })
  useEffect(() => {
    // On a touch screen, focusing would open the keyboard, which would hide the balance.
    if (!isTouchScreen()) form.setFocus('lines.0.paid')
  }, [form])
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onSaved: ({ data }, { application_id, cash_received = null }) =>
      showTakenPayment({ application_id, type, receipts: data.payments, cash_received }),
    closesOnConflict: true,
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: payFormPath(path, form.getValues()),
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
    },
    pdfOf: ({ data }) => data.pdf,
  })
  const inputOf = (values: PayValues) => {
    const { due_date, ...rest } = toPayInput(detail, values)
    // If nothing remains to be paid, the field is hidden, so its day is not sent.
    return { ...rest, due_date: remainingBalance(detail, values) > 0 ? due_date : null }
  }
  const lineNames = new Map(storedLines(detail).map((line) => [line.line_id, line.name]))

  const payAll = () => {
    for (const [index, line] of form.getValues('lines').entries()) {
      const balance = amountOrZero(owed.get(line.line_id) ?? null)
      form.setValue(`lines.${index}`, withFullAmount(line, balance), { shouldDirty: true })
    }
    form.clearErrors('lines')
    // After the field of the received cash is shown.
    setTimeout(() => form.setFocus('cash_received'))
  }
  const submit = form.handleSubmit((values) => run(inputOf(values)))
  useShortcut('pay', payAll, !pending, true)
  useShortcut('saveForm', () => void submit(), !pending, true)
  return (
    <FormDialog
      form={form}
      title={`${actionWords.payBalance} ${application_code}`}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      submitLabel="รับชำระเงิน"
      submitKeys={<ShortcutKeys name="saveForm" />}
      submitIcon={HandCoins}
      pending={pending}
      problem={problem}
    >
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>{detail.customer.name}</p>
            <Button onPress={payAll}>
              รับเต็มจำนวนทุกรายการ
              <ShortcutKeys name="pay" />
            </Button>
          </div>
          {form.getValues('lines').map(({ line_id }, index) => (
            <PayLine
              key={line_id}
              index={index}
              name={lineNames.get(line_id) ?? ''}
              balance={amountOrZero(owed.get(line_id) ?? null)}
            />
          ))}
          <FormText name="note" label={lineLabels.note} />
        </div>
        <PaySummary detail={detail} />
      </div>
    </FormDialog>
  )
}

function PaySummary({ detail }: { detail: ApplicationDetail }) {
  const { control } = useFormContext<PayValues>()
  const { application_id, branch_id, promptpay, balance, due_date } = detail
  const { cash, transfer } = useWatch({ control, compute: ({ lines }) => paidByPayType(lines) })
  const paid = sumSatang([cash, transfer])
  const rest = satang(Math.max(0, balance - paid))
  return (
    <div className="flex flex-col gap-3">
      <Amounts>
        <Amount label={payTypes.cash.label} value={cash} isPart />
        <Amount label={payTypes.transfer.label} value={transfer} isPart />
        <Amount label={lineLabels.paid} value={paid} isStrong />
      </Amounts>
      <Balance value={rest} />
      {paid > 0 && rest > 0 && (
        <FormDate
          name="due_date"
          label={dueTitle}
          description={
            due_date === null ? undefined : `${fieldTitles.formerValue} ${formatDayShort(due_date)}`
          }
        />
      )}
      {transfer > 0 && (
        <>
          {promptpay && <PromptPayQr {...{ branch_id, application_id }} amount={transfer} />}
          <SlipFields />
          <BankAccountField branch_id={branch_id} />
        </>
      )}
      {cash > 0 && <CashChange due={cash} />}
    </div>
  )
}

const { FormDate } = fieldsOf<PayValues>()
const dueTitle = titleOf(applicationDetail.shape, 'due_date')

/** The balance that remains after the typed amounts. */
const remainingBalance = ({ balance }: ApplicationDetail, { lines }: PayValues): Satang => {
  const { cash, transfer } = paidByPayType(lines)
  return satang(balance - cash - transfer)
}

interface PayLineProps {
  index: number
  name: string
  /** The balance of the line. */
  balance: Satang
}

/** The fields for the payment of one line. */
function PayLine({ index, name, balance }: PayLineProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className="float-start font-medium">{name}</legend>
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
        <div className="min-w-25">
          <ReadOnlyField label={fieldTitles.outstanding}>
            <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />
          </ReadOnlyField>
        </div>
        <AmountFields path={`lines.${index}`} fullAmount={balance} />
        <PayTypeField
          path={`lines.${index}`}
          fullAmount={balance}
          className="max-w-72 grow basis-44"
        />
      </div>
    </fieldset>
  )
}
