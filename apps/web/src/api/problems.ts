/** Problems of a form that no schema alone can find, as react-hook-form wants them. */
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import './zod-config.ts'

/** Path in the form and message; of several about one field the first counts. */
export type Problem = readonly [path: string, message: string]

/** What a schema refuses; encoding is the very step that a call makes before it sends. */
export function schemaProblems(schema: z.ZodObject, input: Record<string, unknown>): Problem[] {
  const result = z.safeEncode(schema, input)
  if (result.success) return []
  return result.error.issues.map(({ path, message }) => [path.join('.'), message])
}

/** Tells react-hook-form what `find` finds. */
export const resolverOf =
  <Values extends FieldValues>(find: (values: Values) => Problem[]): Resolver<Values> =>
  (values, _context, options) => {
    const problems = find(values)
    if (problems.length === 0) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, message] of problems) errors[path] ??= { type: 'check', message }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }
