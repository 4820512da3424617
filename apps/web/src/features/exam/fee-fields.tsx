/** The fields of a fee that is sold together with a booking, a move or an extension. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ProposedFee, examBooking } from '@khapdee/contract/entities/exam-booking'
import { messages } from '@khapdee/contract/messages'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import type { Problem } from '../../api/form-errors.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/values.tsx'

export interface FeeValues {
  /** Whether the fee is waived. */
  fee_waived: boolean
  /** The amount paid now. */
  fee_paid: Satang | null
  fee_pay_type: PayType
  /** The bank reference of a transfer. */
  fee_reference: string
}

export const blankFee: FeeValues = {
  fee_waived: false,
  fee_paid: null,
  fee_pay_type: 'cash',
  fee_reference: '',
}

const { FormMoney, FormSegmented, FormSwitch, FormText } = fieldsOf<FeeValues>()

const payChoices = (Object.keys(payTypes) as PayType[]).map((value) => ({
  value,
  name: payTypes[value].label,
}))

interface FeeFieldsProps {
  fee: ProposedFee
  /** Whether the user may waive the fee. */
  mayWaive: boolean
}

/** The fee with the amount paid now, by default all of it. */
export function FeeFields({ fee, mayWaive }: FeeFieldsProps) {
  const form = useFormContext<FeeValues>()
  const { can } = useSession()
  const mayPay = can('application.pay')
  const { price, name } = fee
  useEffect(() => {
    form.setValue('fee_paid', mayPay ? price : zeroSatang)
  }, [form, mayPay, price])
  const [isWaived, payType] = useWatch({
    control: form.control,
    name: ['fee_waived', 'fee_pay_type'],
  })
  return (
    <fieldset className="flex flex-col gap-3.5 rounded-md border border-line-strong p-3">
      <legend className="px-1 text-sm font-medium">{fieldTitles.fee}</legend>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{name}</span>
        <Money value={price} />
      </p>
      {mayWaive && <FormSwitch name="fee_waived" label="ไม่คิดค่าธรรมเนียม" />}
      {!isWaived && mayPay && (
        <div className="flex flex-wrap items-start gap-3">
          <FormMoney name="fee_paid" label="ชำระครั้งนี้" className="w-36" />
          <FormSegmented
            name="fee_pay_type"
            label={fieldTitles.payType}
            items={payChoices}
            className="w-44"
          />
          {payType === 'transfer' && (
            <FormText name="fee_reference" label="เลขที่อ้างอิงธนาคาร" className="min-w-40 flex-1" />
          )}
        </div>
      )}
    </fieldset>
  )
}

interface FeesErrorProps {
  /** The query of the proposed fees. */
  read: { error: ApiError | null; data?: unknown; refetch: () => unknown }
}

/** The error of reading the proposed fees; nothing can be saved without them. */
export const FeesError = ({ read: { error, data, refetch } }: FeesErrorProps) =>
  error === null || data !== undefined ? null : (
    <Alert
      tone="error"
      action={
        <button type="button" onClick={() => void refetch()}>
          {actionWords.retry}
        </button>
      }
    >
      {error.message}
    </Alert>
  )

/** The errors of the input. @param fee null when no fee is charged */
export function feeProblems(values: FeeValues, fee: ProposedFee | null): Problem[] {
  if (fee === null || values.fee_waived) return []
  const { fee_paid } = values
  if (fee_paid === null || !Number.isInteger(fee_paid)) return [['fee_paid', messages.number]]
  return fee_paid > fee.price ? [['fee_paid', messages.overpay]] : []
}

/** The fee as sent; undefined when no fee is charged. */
export function feeInput(
  values: FeeValues,
  fee: ProposedFee | null,
): InputOf<typeof examBooking.retake>['fee'] | undefined {
  if (fee === null || values.fee_waived) return undefined
  const { fee_paid, fee_pay_type, fee_reference } = values
  return {
    other_fee_id: fee.other_fee_id,
    cost: fee.price,
    paid: fee_paid ?? zeroSatang,
    pay_type: fee_pay_type,
    bank_reference: fee_pay_type === 'transfer' && fee_paid ? fee_reference.toUpperCase() : '',
    cash_received: null,
  }
}

const fieldsOfFee: Readonly<Record<string, string>> = {
  'fee.bank_reference': 'fee_reference',
  'fee.pay_type': 'fee_pay_type',
}

/** The errors of a call, converted to the names of the form's fields. */
export const withFeeFields = (error: ApiError): ApiError =>
  new ApiError(error.message, {
    ...error,
    errors: error.errors.map(({ path, message }) => ({
      path: path.startsWith('fee.') ? (fieldsOfFee[path] ?? 'fee_paid') : path,
      message,
    })),
  })
