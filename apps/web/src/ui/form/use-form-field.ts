import { createContext, useContext } from 'react'
import {
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form'

/**
 * The name of one value of the form around the field: only names of values of type `Value` compile.
 * A component that takes `Values` as a type parameter gives it the default `never`, under which no
 * name compiles: the caller has to write `<FormCombo<CourseValues> name="type" />`.
 */
export interface Bound<Values extends FieldValues, Value> {
  name: NoInfer<FieldPathByValue<Values, Value>>
}

/** The props of a field that its caller writes; the form sets the others. */
export type Free<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onInvalid' | 'inputRef' | 'error' | 'name' | 'label'
> &
  Labelled

interface Labelled {
  /** Only where it is not that of the form's schema. */
  label?: string
  required?: boolean | undefined
}

/** The schema's part of a field's props. */
export interface FieldDescription {
  label: string
  required: boolean
  /** Of a number. */
  unit?: string | undefined
  /** The values of a choice, in the order of their table. */
  items?: readonly { value: string; name: string }[] | undefined
}

/** Describes the value of this name in the form; undefined where the form has no schema of it. */
export type DescribeField = (name: string) => FieldDescription | undefined

/** Given by the form around a field: see `EntryForm`. */
export const FieldDescriptions = createContext<DescribeField>(() => undefined)

/**
 * One value of the form around the component (`EntryForm`, or react-hook-form's `FormProvider`).
 * It renders again when this value or its error changes, not with other values of the form.
 * @returns `value` and `change`, and `field`: props that every field of the kit understands
 */
export function useFormField<Values extends FieldValues = never>(name: NoInfer<FieldPath<Values>>) {
  const { field, fieldState } = useController<Values>({ name })
  return {
    value: field.value as unknown,
    change: field.onChange as (value: unknown) => void,
    field: {
      name: field.name,
      error: fieldState.error?.message,
      // React Hook Form focuses the first wrong field through this ref.
      inputRef: field.ref,
      onBlur: field.onBlur,
    },
  }
}

/**
 * The same with label and required from the schema of the form, unless the caller writes them.
 * @throws where neither has a label
 */
export function useLabelledField<Values extends FieldValues = never>(
  name: NoInfer<FieldPath<Values>>,
  { label, required }: Labelled,
) {
  const described = useContext(FieldDescriptions)(name)
  const { value, change, field } = useFormField<Values>(name)
  const shown = label ?? described?.label
  if (shown === undefined) throw new Error(`The form has no label for ${name}`)
  return {
    value,
    change,
    field: { ...field, label: shown, required: required ?? described?.required },
    /** Of the schema; absent where the caller writes a label of their own. */
    unit: described?.unit,
    items: described?.items,
  }
}
