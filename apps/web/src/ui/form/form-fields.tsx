/**
 * The fields of the kit tied to react-hook-form: `<FormText control={form.control} name="name"
 * label="ชื่อหลักสูตร" required />`. The first wrong field gets the focus. Text that is no amount,
 * number or day becomes a form value that every schema refuses, so it is never saved as empty.
 */
import { satang, type Satang } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import type { FieldValues } from 'react-hook-form'
import {
  CheckboxGroupField,
  type CheckboxGroupFieldProps,
} from '../fields/checkbox-group-field.tsx'
import { DateField, type DateFieldProps } from '../fields/date-field.tsx'
import { MoneyField, type MoneyFieldProps } from '../fields/money-field.tsx'
import { NumberField, type NumberFieldProps } from '../fields/number-field.tsx'
import { PhoneField, type PhoneFieldProps } from '../fields/phone-field.tsx'
import { SegmentedField, type SegmentedFieldProps } from '../fields/segmented-field.tsx'
import { SelectField, type SelectFieldProps } from '../fields/select-field.tsx'
import { SwitchField, type SwitchFieldProps } from '../fields/switch-field.tsx'
import { TextArea, type TextAreaProps } from '../fields/text-area.tsx'
import { TextField, type TextFieldProps } from '../fields/text-field.tsx'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

/** A form value that may not have been given yet. */
type Maybe<Value> = Value | null | undefined

export function FormText<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<string>> & Free<TextFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return <TextField {...props} {...field} value={textOf(value)} onChange={change} />
}

export function FormTextArea<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<string>> & Free<TextAreaProps>) {
  const { value, change, field } = useFormField(control, name)
  return <TextArea {...props} {...field} value={textOf(value)} onChange={change} />
}

export function FormPhone<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<string>> & Free<PhoneFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return <PhoneField {...props} {...field} value={textOf(value)} onChange={change} />
}

export function FormSwitch<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<boolean>> & Free<SwitchFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return <SwitchField {...props} {...field} value={value === true} onChange={change} />
}

export function FormMoney<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<Satang>> & Free<MoneyFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return (
    <MoneyField
      {...props}
      {...field}
      value={amountOf(value)}
      onChange={change}
      onInvalid={() => change(Number.NaN)}
    />
  )
}

export function FormNumber<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<number>> & Free<NumberFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return (
    <NumberField
      {...props}
      {...field}
      value={numberOf(value)}
      onChange={change}
      onInvalid={() => change(Number.NaN)}
    />
  )
}

export function FormDate<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<Day>> & Free<DateFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return (
    <DateField {...props} {...field} value={dayOf(value)} onChange={change} onInvalid={change} />
  )
}

export function FormSelect<
  Values extends FieldValues,
  Output,
  Value extends string | number | boolean | null,
>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<Value>> & Free<SelectFieldProps<Value>>) {
  const { value, change, field } = useFormField(control, name)
  const chosen = props.items.find((item) => item.value === value)
  return <SelectField {...props} {...field} value={chosen?.value} onChange={change} />
}

export function FormSegmented<
  Values extends FieldValues,
  Output,
  Value extends string | number | boolean,
>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<Value>> & Free<SegmentedFieldProps<Value>>) {
  const { value, change, field } = useFormField(control, name)
  const chosen = props.items.find((item) => item.value === value)
  return <SegmentedField {...props} {...field} value={chosen?.value} onChange={change} />
}

export function FormCheckboxGroup<
  Values extends FieldValues,
  Output,
  Value extends string | number,
>({
  control,
  name,
  ...props
}: Bound<Values, Output, Maybe<readonly Value[]>> & Free<CheckboxGroupFieldProps<Value>>) {
  const { value, change, field } = useFormField(control, name)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const known = props.items.map((item) => item.value).filter((item) => chosen.includes(item))
  return <CheckboxGroupField {...props} {...field} value={known} onChange={change} />
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Undefined for a value that only marks text which could not be read. */
function numberOf(value: unknown): number | null | undefined {
  if (value == null) return null
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function amountOf(value: unknown): Satang | null | undefined {
  const amount = numberOf(value)
  return amount == null ? amount : satang(amount)
}

function dayOf(value: unknown): Day | null | undefined {
  if (value == null || value === '') return null
  return typeof value === 'string' && isDay(value) ? value : undefined
}
