import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import './zod-config.ts'

/**
 * Checks form values with a schema of the contract. Forms hold decoded values (money in satang),
 * so the values are encoded: the very step that a call makes before it sends them. Values the
 * schema does not know, such as those of a part of the form that is sent elsewhere, are not
 * looked at.
 */
export function schemaResolver<Values extends FieldValues>(schema: z.ZodObject): Resolver<Values> {
  const lenient = schema.strip()
  return (values, _context, options) => {
    const result = z.safeEncode(lenient, values)
    if (result.success) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, code, message } of result.error.issues) {
      errors[path.join('.')] ??= { type: code, message }
    }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }
}
