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

/** The props of a field that its caller writes; the form gives the others. */
export type Free<Props> = Omit<
  Props,
  'value' | 'onChange' | 'onInvalid' | 'inputRef' | 'error' | 'name'
>

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
