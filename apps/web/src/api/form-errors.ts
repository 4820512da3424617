/** Errors of forms: found before sending by a schema or a rule, or answered by the server. */
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { ApiError } from './api-error.ts'
import './zod-config.ts'

/** Path in the form and message; the form shows the first problem of each field. */
export type Problem = readonly [path: string, message: string]

/** The problems of decoded form values: the issues of encoding them with `schema`. */
export function schemaProblems(schema: z.ZodObject, input: Record<string, unknown>): Problem[] {
  const result = z.safeEncode(schema, input)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => [path.join('.'), message])
}

/** A resolver for react-hook-form that rejects values for which `find` returns problems. */
export const resolverOf =
  <Values extends FieldValues>(find: (values: Values) => Problem[]): Resolver<Values> =>
  (values, _context, options) => {
    const problems = find(values)
    if (problems.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, message] of problems) errors[path] ??= { type: 'check', message }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }

/**
 * Checks form values with a schema of the contract. Forms hold decoded values (money in satang),
 * so the values are encoded, as a call does before it sends them. Values that the schema does not
 * know, such as those of a part of the form that is sent elsewhere, are ignored.
 */
export function schemaResolver<Values extends FieldValues>(schema: z.ZodObject): Resolver<Values> {
  const lenient = schema.strip()
  return resolverOf((values) => schemaProblems(lenient, values))
}

/**
 * Shows the errors of a refused call on the fields of a form; the first one takes the focus. Errors
 * that name no field of the form are left to the alert.
 */
export function showOnFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { errors }: ApiError,
): void {
  const values = form.getValues()
  errors
    .filter(({ path }) => (path.split('.')[0] ?? '') in values)
    .forEach(({ path, message }, index) =>
      // The filter has checked that the path begins with a field of the form.
      form.setError(
        path as FieldPath<Values>,
        { type: 'server', message },
        { shouldFocus: index === 0 },
      ),
    )
}
