/**
 * Encodes the result of a use case as JSON values. Compiled once from an endpoint's output
 * schema: only declared fields leave the server, whatever columns a row has, and money goes from
 * satang to baht. Plain values are not validated, because that would be several times
 * slower.
 */
import { z } from 'zod'

type Encode = (value: unknown) => unknown

const same: Encode = (value) => value

/** The context argument of Zod's transforms, which the money codec does not use. */
const nowhere: z.core.ParsePayload = { value: undefined, issues: [] }

function compileObject(shape: z.ZodRawShape): Encode {
  const fields = Object.entries(shape).map(([key, schema]) => [key, compile(schema)] as const)
  // Copying an object with all keys is several times faster than adding keys one by one. Keys that
  // stay undefined are left out by JSON.stringify.
  const blank: Record<string, unknown> = Object.fromEntries(fields.map(([key]) => [key, undefined]))
  return (value) => {
    const row = value as Record<string, unknown>
    const out = { ...blank }
    for (const [key, encode] of fields) {
      const field = row[key]
      if (field !== undefined) out[key] = encode === same ? field : encode(field)
    }
    return out
  }
}

function compile(schema: z.core.$ZodType): Encode {
  if (schema instanceof z.ZodCodec) {
    const { reverseTransform } = schema.def
    return (value) => reverseTransform(value, nowhere)
  }
  if (schema instanceof z.ZodObject) {
    // A loose object has undeclared keys, so it is passed on unchanged.
    return schema.def.catchall === undefined || schema.def.catchall instanceof z.ZodNever
      ? compileObject(schema.shape)
      : same
  }
  if (schema instanceof z.ZodArray) {
    const element = compile(schema.element)
    return element === same ? same : (value) => (value as unknown[]).map(element)
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = compile(schema.def.innerType)
    return inner === same ? same : (value) => (value === null ? null : inner(value))
  }
  if (schema instanceof z.ZodDefault) return compile(schema.def.innerType)
  return same
}

/** The encoder of one output schema. */
export const compileEncoder = (schema: z.ZodObject): Encode => compileObject(schema.shape)
