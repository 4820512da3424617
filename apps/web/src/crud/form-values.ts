/** Form values from a schema of the contract, and from a record. */
import { z } from 'zod'
import '../api/zod-config.ts'

/** Decoded values; numbers may be missing while a form is filled in. */
export type FormValues<Input> = {
  [Name in keyof Input]: NonNullable<Input[Name]> extends number ? Input[Name] | null : Input[Name]
}

/** An empty form: the schema's defaults, else empty text, else nothing. */
export function blankValues(schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const result = z.safeDecode(field as z.ZodType, undefined)
      if (result.success) return [name, result.data]
      const [issue] = result.error.issues
      return [name, issue?.code === 'invalid_type' && issue.expected === 'string' ? '' : null]
    }),
  )
}

/** What of a record the schema lets one write; text that is null shows as empty. */
export function valuesOf(schema: z.ZodObject, record: object): Record<string, unknown> {
  const stored = new Map(Object.entries(record))
  return Object.fromEntries(
    Object.entries(blankValues(schema)).map(([name, blank]) => [name, stored.get(name) ?? blank]),
  )
}
