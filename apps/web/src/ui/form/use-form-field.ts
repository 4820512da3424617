import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form'

/** Which value of which form: only names of values of type `Value` are accepted. */
export interface Bound<Values extends FieldValues, Output, Value> {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, Value>
}

/** What the form gives instead: callers write the rest of a field's props. */
export type Free<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onInvalid' | 'inputRef' | 'error' | 'name'
>

/**
 * One value of a form.
 * @returns `value` and `change`, and `field`: props that every field of the kit understands
 */
export function useFormField<Values extends FieldValues, Output>(
  control: Control<Values, unknown, Output>,
  name: FieldPath<Values>,
) {
  const { field, fieldState } = useController({ control, name })
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
