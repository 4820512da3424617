/** Form errors: found by a schema or a rule before sending, or returned by the server. */
import type { FieldProblem } from '@khapdee/contract/crud'
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { ApiError } from './api-error.ts'
import './zod-config.ts'

/** A wrong field's path in the form, and the Thai message; the form shows the first one per field. */
export type Problem = readonly [path: string, message: string]

const fieldSchemas = new WeakMap<z.ZodObject, z.ZodObject>()

/**
 * The schema without refinements of the whole object. With them, Zod encodes in two steps: the
 * first finds wrong types only, and ends the check if there are any. Then not all wrong fields
 * would be marked at once.
 */
function fieldsOnly(schema: z.ZodObject): z.ZodObject {
  const { checks = [] } = schema.def
  if (checks.length === 0) return schema
  const known = fieldSchemas.get(schema) ?? schema.clone({ ...schema.def, checks: [] })
  fieldSchemas.set(schema, known)
  return known
}

/** The problems that `schema` finds when it encodes decoded form values (money in satang). */
export function schemaProblems(schema: z.ZodObject, input: Record<string, unknown>): Problem[] {
  const ofFields = z.safeEncode(fieldsOnly(schema), input)
  const result = ofFields.success ? z.safeEncode(schema, input) : ofFields
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => [path.join('.'), message])
}

/** A resolver for react-hook-form that rejects values in which `findProblems` finds any. */
export const resolverOf =
  <Values extends FieldValues>(findProblems: (values: Values) => Problem[]): Resolver<Values> =>
  (values, _context, options) => {
    const problems = findProblems(values)
    if (problems.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, message] of problems) errors[path] ??= { type: 'check', message }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }

/**
 * A resolver that checks form values with a schema of the contract. Forms hold decoded values (money in
 * satang), so it encodes them as a call does. Values that the schema does not declare are ignored, such
 * as those that the form sends with another call.
 * @param findProblems the rules between several fields, which are checked whether the schema finds problems or not
 */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodObject,
  findProblems?: (values: Values) => readonly FieldProblem[],
): Resolver<Values> {
  const withoutUndeclared = schema.strip()
  return resolverOf((values) => [
    ...schemaProblems(withoutUndeclared, values),
    ...(findProblems?.(values) ?? []).map(({ path, message }): Problem => [path, message]),
  ])
}

/**
 * Shows the errors of a failed call on the fields of a form and focuses the first. Errors of paths that
 * the form does not have are shown by the alert only.
 */
export function showOnFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { errors }: ApiError,
): void {
  const values = form.getValues()
  errors
    .filter(({ path }) => (path.split('.')[0] ?? '') in values)
    .forEach(({ path, message }, index) =>
      // The cast is safe: the filter has checked that the path begins with a field of the form.
      form.setError(
        path as FieldPath<Values>,
        { type: 'server', message },
        { shouldFocus: index === 0 },
      ),
    )
}
