/**
 * The Thai label of a field and how its value is shown, kept with its schema. The label is Zod's own
 * `title`, so it reaches OpenAPI; the rest stands in a registry of its own. Both are inherited by
 * schemas made from a labelled one (`refine`, `min`, `overwrite`) and found through wrappers
 * (`optional`, `nullable`, `default`).
 */
import type { EntityName } from '@khapdee/domain/entities'
import { z } from 'zod'

/** Words by value, as the tables of the domain have them. */
export type Words = Readonly<Record<string, string | { readonly label: string }>>

/** How a decoded value is shown. */
export interface Display {
  /** Follows a number, or stands in brackets after the label: วัน, บาท. */
  unit?: string
  /** `money` is satang, `idcard` is shown masked, `hidden` not at all. */
  as?: 'money' | 'day' | 'phone' | 'idcard' | 'taxNumber' | 'hidden'
  /** Of a boolean: the word for true and the word for false. */
  flag?: readonly [on: string, off: string]
  /** The table of the words of its values. */
  words?: Words
  /** The record whose id the value is. */
  entity?: EntityName
  /** What no id at all means. */
  none?: string
}

export interface FieldMeta extends Display {
  /** Thai; empty where the schema has none. */
  title: string
  /** A form cannot leave it empty: it has neither a default nor a way of being left out or null. */
  isRequired: boolean
}

/** A registry takes the label along when a check makes a new schema of it, as Zod's own does. */
const displays = z.registry<Display>()

/**
 * Labels a field.
 * @param title in Thai
 * @returns a copy of the schema
 */
export function labelled<Schema extends z.ZodType>(
  schema: Schema,
  title: string,
  display?: Display,
): Schema {
  const copy = schema.meta({ title })
  if (display !== undefined) displays.add(copy, display)
  return copy
}

/** Says how values of a schema are shown, whatever their label. */
export function shownAs<Schema extends z.ZodType>(schema: Schema, display: Display): Schema {
  displays.add(schema, display)
  return schema
}

interface Wrapping {
  innerType?: z.ZodType
  element?: z.ZodType
}

/** The schema inside `optional`, `nullable`, `default` and the like, or of the items of an array. */
function inside(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, element } = schema.def as Wrapping
  return innerType ?? element
}

const mayBeEmpty: ReadonlySet<string> = new Set(['optional', 'nullable', 'default', 'prefault'])

/** What a field's schema says of it. */
export function fieldMeta(schema: z.ZodType): FieldMeta {
  const inner = inside(schema)
  const found = inner === undefined ? { title: '', isRequired: true } : fieldMeta(inner)
  const { title = found.title } = schema.meta() ?? {}
  return {
    ...found,
    ...displays.get(schema),
    title,
    isRequired: found.isRequired && !mayBeEmpty.has(schema.def.type),
  }
}

/** The schema without its wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as Wrapping
  return innerType === undefined ? schema : unwrapped(innerType)
}

/** Schemas by field name: a shape. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** The label of one field. */
export const titleOf = <Of extends Fields>(fields: Of, name: keyof Of & string): string =>
  fieldMeta(fields[name] as z.ZodType).title

/** The label over a column of one field: with its unit in brackets where it has one. */
export function headOf<Of extends Fields>(fields: Of, name: keyof Of & string): string {
  const { title, unit } = fieldMeta(fields[name] as z.ZodType)
  return unit === undefined ? title : `${title} (${unit})`
}
