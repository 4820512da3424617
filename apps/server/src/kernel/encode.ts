/**
 * Turns what a handler gives into the wire's JSON values. Compiled once from an endpoint's output
 * schema: only declared fields leave the server, whatever columns a row has, and money goes from
 * satang to baht. Plain values pass as they are, which a full validation of every row would not
 * do any better and several times slower.
 */
import { z } from 'zod'

type Encode = (value: unknown) => unknown

const same: Encode = (value) => value

/** What Zod's transforms are told of where they are; money's need none of it. */
const nowhere: z.core.ParsePayload = { value: undefined, issues: [] }

function compileObject(shape: z.ZodRawShape): Encode {
  const fields = Object.entries(shape).map(([key, schema]) => [key, compile(schema)] as const)
  // A copy of it has all its fields at once, which is several times quicker than to grow them. One
  // that stays undefined is none to JSON.
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
    // A loose object is somebody else's shape, passed on as it is.
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
