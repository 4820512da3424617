/** The payment fields of a line: one amount with its pay type, or an amount in cash and one by transfer. */
import { bahtWithUnit, type Satang } from '@khapdee/domain/money'
import { headings, actionWords } from '@khapdee/domain/words'
import type { KeyboardEvent } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { MoneyField } from '../../ui/fields/number-fields.tsx'
import { amountOf, fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import {
  type LinePaymentValues,
  splitAmountLabels,
  payChoices,
  withFullAmount,
  withPayChoice,
  withRestByTransfer,
} from './line-payment.ts'
import { lineLabels } from './line-values.ts'

const { FormMoney } = fieldsOf<FieldValues>()

interface PaymentFieldsProps {
  /** Path of the line in the form. */
  path: string
  /** Maximum amount that can be paid on the line: its net amount or its balance. */
  fullAmount: Satang
}

/** Reads and replaces the payments of a line. */
function useLinePayment(path: string) {
  const { getValues, setValue, clearErrors, setFocus } = useFormContext<FieldValues>()
  return {
    setFocus,
    change(update: (line: LinePaymentValues) => LinePaymentValues) {
      const line = getValues(path) as LinePaymentValues
      setValue(path, update(line), { shouldDirty: true })
      clearErrors([`${path}.paid`, `${path}.paid_transfer`])
    },
  }
}

/** The amounts, with a button that pays the full amount. The key `+` divides the amount into cash and transfer. */
export function AmountFields({ path, fullAmount }: PaymentFieldsProps) {
  const { control } = useFormContext<FieldValues>()
  const { change, setFocus } = useLinePayment(path)
  const isSplit = useWatch({ control, name: `${path}.pay_type` }) === 'both'
  const splitByKey = (event: KeyboardEvent) => {
    if (event.key !== '+') return
    event.preventDefault()
    if (isSplit) return
    change((line) => withPayChoice(line, 'both', fullAmount))
    setTimeout(() => setFocus(`${path}.paid_transfer`))
  }
  const fillTransfer = () => {
    change((line) => withRestByTransfer(line, fullAmount))
    // The new value clears the selection made on focus; without one, typing would append to the value.
    setTimeout(() => selectIfFocused(`${path}.paid_transfer`))
  }
  return (
    <div
      className={`flex min-w-0 grow items-start gap-2 ${isSplit ? 'basis-72' : 'basis-50'}`}
      onKeyDownCapture={splitByKey}
    >
      {isSplit ? (
        <>
          <CashAmountField path={path} onLeave={fillTransfer} />
          <FormMoney
            name={`${path}.paid_transfer`}
            label={splitAmountLabels.transfer}
            className="min-w-24 flex-1"
          />
        </>
      ) : (
        <FormMoney name={`${path}.paid`} label={lineLabels.paid} className="min-w-24 flex-1" />
      )}
      <Button
        isDisabled={fullAmount <= 0}
        onPress={() => change((line) => withFullAmount(line, fullAmount))}
        className="mt-6.25 px-2.5"
      >
        <span aria-hidden>{`${actionWords.receive}${headings.fullAmount}`}</span>
        <span className="sr-only">{`${actionWords.receive}${headings.fullAmount} ${bahtWithUnit(fullAmount)}`}</span>
      </Button>
    </div>
  )
}

/** Selects the text of the field with this name if it has the focus. */
function selectIfFocused(name: string) {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.name === name) {
    activeElement.select()
  }
}

function CashAmountField({ path, onLeave }: { path: string; onLeave: () => void }) {
  const { value, change, field } = useFormField<FieldValues>(`${path}.paid`)
  return (
    <MoneyField
      {...field}
      label={splitAmountLabels.cash}
      className="min-w-24 flex-1"
      value={amountOf(value)}
      onChange={change}
      onInvalid={() => change(Number.NaN)}
      onBlur={() => {
        field.onBlur()
        onLeave()
      }}
    />
  )
}

/** The pay type of a line: cash, transfer or both. */
export function PayTypeField({
  path,
  fullAmount,
  className,
}: PaymentFieldsProps & { className: string }) {
  const { value, field } = useFormField<FieldValues>(`${path}.pay_type`)
  const { change } = useLinePayment(path)
  return (
    <SegmentedField
      {...field}
      label={lineLabels.pay_type}
      items={payChoices}
      value={payChoices.find((choice) => choice.value === value)?.value}
      onChange={(choice) => change((line) => withPayChoice(line, choice, fullAmount))}
      className={className}
    />
  )
}
