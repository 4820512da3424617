/** Taking money for what is owed: line by line, in cash and by transfer at once. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payTypes } from '@khapdee/domain/application/status'
import { satang, sumSatang } from '@khapdee/domain/money'
import { HandCoins } from 'lucide-react'
import { useEffect } from 'react'
import { useForm, useFormContext, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { resolverOf, showOnFields } from '../../api/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { Amount, Amounts, Balance } from './amounts.tsx'
import { Change } from './change.tsx'
import { faces } from './faces.ts'
import { amountOf } from './line-values.ts'
import { PayLine } from './pay-line.tsx'
import {
  blankPayment,
  owedOf,
  payFormPath,
  payProblems,
  type PayValues,
  toPayInput,
} from './pay-values.ts'
import { bankReferenceLabel, paidByPayType } from './preview.ts'
import { PromptPayQr } from './promptpay-qr.tsx'
import { storedLines } from './stored-lines.ts'
import { useAction } from './use-action.ts'

const { FormText } = fieldsOf<PayValues>()

interface PayDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function PayDialog({ detail, onClose }: PayDialogProps) {
  const { application_id, application_code, type } = detail
  const endpoint = faces[type].api.paybalance
  const owed = owedOf(detail)
  // The lines are those owed when it was opened; they are checked against what is owed now.
  const form = useForm<PayValues>({
    defaultValues: blankPayment(owed),
    resolver: resolverOf((values) => payProblems(values, owed, endpoint)),
  })
  useEffect(() => {
    // On a phone the keyboard would hide what is owed.
    if (!matchMedia('(pointer: coarse)').matches) form.setFocus('lines.0.paid')
  }, [form])
  const { run, pending, problem } = useAction(endpoint, {
    onClose,
    onRefused: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: payFormPath(path, form.getValues()),
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
    },
    pdfOf: ({ data }) => data.pdf,
  })
  const nameOf = new Map(storedLines(detail).map((line) => [line.line_id, line.name]))

  const payAll = () => {
    for (const [index, { line_id }] of form.getValues('lines').entries()) {
      form.setValue(`lines.${index}.paid`, amountOf(owed.get(line_id) ?? null))
    }
    form.clearErrors('lines')
  }
  return (
    <FormDialog
      form={form}
      title={`ชำระยอดค้าง ${application_code}`}
      size="lg"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => run(toPayInput(application_id, values)))}
      submitLabel="รับชำระเงิน"
      submitIcon={HandCoins}
      pending={pending}
      problem={problem}
    >
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>{detail.customer.name}</p>
            <Button onPress={payAll}>ชำระทั้งหมด</Button>
          </div>
          {form.getValues('lines').map(({ line_id }, index) => (
            <PayLine
              key={line_id}
              index={index}
              name={nameOf.get(line_id) ?? ''}
              balance={amountOf(owed.get(line_id) ?? null)}
            />
          ))}
          <FormText name="note" label="หมายเหตุ" />
        </div>
        <PaySummary detail={detail} />
      </div>
    </FormDialog>
  )
}

function PaySummary({ detail }: { detail: ApplicationDetail }) {
  const { control } = useFormContext<PayValues>()
  const { application_id, promptpay, balance } = detail
  const { cash, transfer } = useWatch({ control, compute: ({ lines }) => paidByPayType(lines) })
  const paid = sumSatang([cash, transfer])
  return (
    <div className="flex flex-col gap-3">
      <Amounts>
        <Amount label={payTypes.cash.label} value={cash} isPart />
        <Amount label={payTypes.transfer.label} value={transfer} isPart />
        <Amount label="ชำระครั้งนี้" value={paid} isStrong />
      </Amounts>
      <Balance value={satang(Math.max(0, balance - paid))} />
      {transfer > 0 && (
        <>
          {promptpay && <PromptPayQr application_id={application_id} amount={transfer} />}
          <FormText name="bank_reference" label={bankReferenceLabel} keys="code" />
        </>
      )}
      {cash > 0 && <Change due={cash} />}
    </div>
  )
}
