/**
 * The fields of `ui/fields` bound to the values of the form around them:
 *
 *     const { FormText, FormMoney } = fieldsOf<CourseValues>()
 *     <FormText name="name" />
 *
 * Label, required mark, unit and choices come from the form's schema (`FieldDescriptions`) unless they
 * are given as props. Saving focuses the first invalid field. Text that is not an amount, number or day
 * becomes a form value that every schema refuses, so that it is not saved as empty.
 */
import { satang, type Satang } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import {
  CheckboxGroupField,
  type CheckboxGroupFieldProps,
  SegmentedField,
  type SegmentedFieldProps,
  SwitchField,
  type SwitchFieldProps,
} from '../fields/choice-fields.tsx'
import { ComboField, type ComboFieldProps } from '../fields/combo-field.tsx'
import { DateField, type DateFieldProps } from '../fields/date-field.tsx'
import {
  MoneyField,
  type MoneyFieldProps,
  NumberField,
  type NumberFieldProps,
} from '../fields/number-fields.tsx'
import {
  PasswordField,
  type PasswordFieldProps,
  PhoneField,
  type PhoneFieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from '../fields/text-fields.tsx'
import { searchItems } from '../fields/suggestions.ts'
import { type Choice, SelectField, type SelectFieldProps } from '../fields/select-field.tsx'
import {
  type Bound,
  type FieldDescription,
  type CallerProps,
  useLabelledField,
} from './use-form-field.ts'

/** A form value that may be missing. */
type Maybe<Value> = Value | null | undefined

type Field<Values extends FieldValues, Value, Props> = (
  props: Bound<Values, Maybe<Value>> & CallerProps<Props>,
) => ReactNode

type FormComboProps = Omit<
  ComboFieldProps<string>,
  'search' | 'itemKey' | 'itemText' | 'renderItem' | 'onSelect'
> & {
  /** The suggestions. Must be the same array between renders. */
  items: readonly string[]
}

type ChoiceProps<Value, Props> = Omit<CallerProps<Props>, 'items'> & {
  /** Choices that differ from those of the schema. Must be the same array between renders. */
  items?: readonly Choice<Value>[]
}

/** The fields for a form of `Values`. Only names of values of the field's type compile. */
interface FormFields<Values extends FieldValues> {
  FormText: Field<Values, string, TextFieldProps>
  FormTextArea: Field<Values, string, TextAreaProps>
  FormPhone: Field<Values, string, PhoneFieldProps>
  FormSwitch: Field<Values, boolean, SwitchFieldProps>
  FormMoney: Field<Values, Satang, MoneyFieldProps>
  FormNumber: Field<Values, number, NumberFieldProps>
  FormDate: Field<Values, Day, DateFieldProps>
  FormPassword: Field<Values, string, PasswordFieldProps>
  /** Text with suggestions; any other text is allowed. */
  FormCombo: Field<Values, string, FormComboProps>
  FormSelect: <Value extends string | number | boolean | null>(
    props: Bound<Values, Maybe<Value>> & ChoiceProps<Value, SelectFieldProps<Value>>,
  ) => ReactNode
  FormSegmented: <Value extends string | number | boolean>(
    props: Bound<Values, Maybe<Value>> & ChoiceProps<Value, SegmentedFieldProps<Value>>,
  ) => ReactNode
  FormCheckboxGroup: <Value extends string | number>(
    props: Bound<Values, Maybe<readonly Value[]>> &
      ChoiceProps<Value, CheckboxGroupFieldProps<Value>>,
  ) => ReactNode
}

/** All forms share these components; `Values` exists only in their types. */
const fields: FormFields<FieldValues> = {
  FormText({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return <TextField {...props} {...field} value={textOf(value)} onChange={change} />
  },
  FormTextArea({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return <TextArea {...props} {...field} value={textOf(value)} onChange={change} />
  },
  FormPhone({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return <PhoneField {...props} {...field} value={textOf(value)} onChange={change} />
  },
  FormSwitch({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return <SwitchField {...props} {...field} value={value === true} onChange={change} />
  },
  FormMoney({ name, ...props }) {
    const { value, change, field, unit } = useLabelledField<FieldValues>(name, props)
    const hasUnit = unit !== undefined && props.label === undefined
    return (
      <MoneyField
        {...props}
        {...field}
        label={hasUnit ? `${field.label} (${unit})` : field.label}
        value={amountOf(value)}
        onChange={change}
        onInvalid={() => change(Number.NaN)}
      />
    )
  },
  FormNumber({ name, ...props }) {
    const { value, change, field, unit } = useLabelledField<FieldValues>(name, props)
    return (
      <NumberField
        unit={unit}
        {...props}
        {...field}
        value={numberOf(value)}
        onChange={change}
        onInvalid={() => change(Number.NaN)}
      />
    )
  },
  FormDate({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return (
      <DateField {...props} {...field} value={dayOf(value)} onChange={change} onInvalid={change} />
    )
  },
  FormPassword({ name, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    return <PasswordField {...props} {...field} value={textOf(value)} onChange={change} />
  },
  FormCombo({ name, items, ...props }) {
    const { value, change, field } = useLabelledField<FieldValues>(name, props)
    const search = useMemo(() => searchItems(items, identity, maxSuggestions), [items])
    return (
      <ComboField
        withButton
        {...props}
        {...field}
        search={search}
        itemKey={identity}
        itemText={identity}
        value={textOf(value)}
        onChange={change}
        onSelect={change}
      />
    )
  },
  FormSelect({ name, ...props }) {
    const { value, change, field, items } = useLabelledField<FieldValues>(name, props)
    const choices = offeredChoices(props.items, items)
    const chosen = choices.find((item) => item.value === value)
    return (
      <SelectField {...props} {...field} items={choices} value={chosen?.value} onChange={change} />
    )
  },
  FormSegmented({ name, ...props }) {
    const { value, change, field, items } = useLabelledField<FieldValues>(name, props)
    const choices = offeredChoices(props.items, items)
    const chosen = choices.find((item) => item.value === value)
    return (
      <SegmentedField
        {...props}
        {...field}
        items={choices}
        value={chosen?.value}
        onChange={change}
      />
    )
  },
  FormCheckboxGroup({ name, ...props }) {
    const { value, change, field, items } = useLabelledField<FieldValues>(name, props)
    const choices = offeredChoices(props.items, items)
    const chosen: readonly unknown[] = Array.isArray(value) ? value : []
    const known = choices.map((item) => item.value).filter((item) => chosen.includes(item))
    return (
      <CheckboxGroupField {...props} {...field} items={choices} value={known} onChange={change} />
    )
  },
}

/** The field components with the types of a form of `Values`. */
export const fieldsOf = <Values extends FieldValues>() => fields as FormFields<Values>

const maxSuggestions = 20
const identity = (text: string) => text
/** The given choices, or those of the schema, which are values of the field although typed as text. */
const offeredChoices = <Value,>(
  given: readonly Choice<Value>[] | undefined,
  described: FieldDescription['items'],
): readonly Choice<Value>[] =>
  given ?? (described as readonly Choice<unknown>[] as readonly Choice<Value>[]) ?? []

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The number of a form value; undefined for NaN, which marks invalid text. */
function numberOf(value: unknown): number | null | undefined {
  if (value == null) return null
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The amount of a form value; undefined for NaN, which marks invalid text. */
export function amountOf(value: unknown): Satang | null | undefined {
  const amount = numberOf(value)
  return amount == null ? amount : satang(amount)
}

function dayOf(value: unknown): Day | null | undefined {
  if (value == null || value === '') return null
  return typeof value === 'string' && isDay(value) ? value : undefined
}
