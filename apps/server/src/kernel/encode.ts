/**
 * Encodes the result of a use case as JSON values. The encoder is compiled once from an endpoint's output
 * schema: it copies only declared fields, whatever columns a row has, and converts money from satang to
 * baht. Plain values are not validated, because that would be several times slower.
 */
import { z } from 'zod'

type Encode = (value: unknown) => unknown

const unchanged: Encode = (value) => value

/** The context argument of Zod's transforms, which the money codec does not use. */
const unusedContext: z.core.ParsePayload = { value: undefined, issues: [] }

function compileObject(shape: z.ZodRawShape): Encode {
  const fields = Object.entries(shape).map(([key, schema]) => [key, compile(schema)] as const)
  // Copying an object with all keys is several times faster than adding keys one by one;
  // JSON.stringify omits keys that are undefined.
  const blank: Record<string, unknown> = Object.fromEntries(fields.map(([key]) => [key, undefined]))
  return (value) => {
    const row = value as Record<string, unknown>
    const out = { ...blank }
    for (const [key, encode] of fields) {
      const field = row[key]
      if (field !== undefined) out[key] = encode === unchanged ? field : encode(field)
    }
    return out
  }
}

function compile(schema: z.core.$ZodType): Encode {
  if (schema instanceof z.ZodCodec) {
    const { reverseTransform } = schema.def
    return (value) => reverseTransform(value, unusedContext)
  }
  if (schema instanceof z.ZodObject) {
    // A loose object has undeclared keys, so it is passed on unchanged.
    return schema.def.catchall === undefined || schema.def.catchall instanceof z.ZodNever
      ? compileObject(schema.shape)
      : unchanged
  }
  if (schema instanceof z.ZodArray) {
    const element = compile(schema.element)
    return element === unchanged ? unchanged : (value) => (value as unknown[]).map(element)
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = compile(schema.def.innerType)
    return inner === unchanged ? unchanged : (value) => (value === null ? null : inner(value))
  }
  if (schema instanceof z.ZodDefault) return compile(schema.def.innerType)
  return unchanged
}

/** The encoder of one output schema. */
export const compileEncoder = (schema: z.ZodObject): Encode => compileObject(schema.shape)
