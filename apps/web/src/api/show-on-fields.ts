import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from './api-error.ts'

/**
 * Puts what the server refused on the fields of a form; the first one takes the focus. What names
 * no field of the form is left to the alert.
 */
export function showOnFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { errors }: ApiError,
): void {
  const values = form.getValues()
  errors
    .filter(({ path }) => (path.split('.')[0] ?? '') in values)
    .forEach(({ path, message }, index) =>
      // Its first part was just seen among the values.
      form.setError(
        path as FieldPath<Values>,
        { type: 'server', message },
        { shouldFocus: index === 0 },
      ),
    )
}
