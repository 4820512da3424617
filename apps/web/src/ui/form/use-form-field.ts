import { createContext, useContext } from 'react'
import {
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form'

/**
 * The name of a field in the surrounding form. The type accepts only names of fields with values of type `Value`. A component
 * declares `Values extends FieldValues = never`: with the default no name compiles, so each use must state the type of
 * the form's values: `<FormUpload<BranchValues> name="logo" />`.
 */
export interface Bound<Values extends FieldValues, Value> {
  name: NoInfer<FieldPathByValue<Values, Value>>
}

/** The props of a field that the caller sets; the form sets the others. */
export type CallerProps<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onInvalid' | 'inputRef' | 'error' | 'name' | 'label'
> &
  Labelled

interface Labelled {
  /** A label that differs from that of the form's schema. */
  label?: string
  required?: boolean | undefined
}

/** The props of a field that come from the form's schema. */
export interface FieldDescription {
  label: string
  required: boolean
  /** Unit of a number. */
  unit?: string | undefined
  /** The choices, in the order of the contract. */
  items?: readonly { value: string; name: string }[] | undefined
}

/** Returns the schema's props for the value of this name; undefined when the schema does not have it. */
export type DescribeField = (name: string) => FieldDescription | undefined

/** Provided by the surrounding form, see `EntryForm`. */
export const FieldDescriptions = createContext<DescribeField>(() => undefined)

/**
 * Binds a component to one value of the surrounding form (`EntryForm`, or react-hook-form's
 * `FormProvider`). It renders again when this value or its error changes, not with other values.
 * @returns `value`, `change`, and as `field` the props that all components of `ui/fields` have
 */
export function useFormField<Values extends FieldValues = never>(name: NoInfer<FieldPath<Values>>) {
  const { field, fieldState } = useController<Values>({ name })
  return {
    value: field.value as unknown,
    change: field.onChange as (value: unknown) => void,
    field: {
      name: field.name,
      error: fieldState.error?.message,
      // React Hook Form focuses the first invalid field through this ref.
      inputRef: field.ref,
      onBlur: field.onBlur,
    },
  }
}

/**
 * As `useFormField`, with label, required mark, unit and choices from the form's schema. The caller's
 * label and required mark take precedence.
 * @throws Error when neither the caller nor the schema has a label
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
    unit: described?.unit,
    items: described?.items,
  }
}
