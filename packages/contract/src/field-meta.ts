/**
 * The Thai label and the display of a field, attached to its schema. The label is Zod's `title`, so it
 * appears in OpenAPI; the display is in a separate registry. Both are inherited by schemas derived with
 * `refine`, `min` or `overwrite`, and found through the wrappers `optional`, `nullable` and `default`.
 */
import type { EntityName } from '@khapdee/domain/entities'
import { z } from 'zod'

/** Thai labels by value, as in the lists of the domain package. */
export type Words = Readonly<Record<string, string | { readonly label: string }>>

/** Describes how a decoded value is displayed. */
export interface Display {
  /** Unit after a number, or in brackets after the label: วัน, บาท. */
  unit?: string
  /** `money` is in satang, `idcard` is masked, `hidden` is never shown. */
  as?: 'money' | 'day' | 'phone' | 'idcard' | 'taxNumber' | 'hidden'
  /** The words for true and false of a boolean. */
  flag?: readonly [on: string, off: string]
  /** Labels of the values of an enum. */
  words?: Words
  /** The entity to which the value, an id, refers. */
  entity?: EntityName
  /** Shown when there is no id. */
  none?: string
}

export interface FieldMeta extends Display {
  /** Thai label; empty when the schema has none. */
  title: string
  /** True if the schema is neither optional nor nullable and has no default. */
  isRequired: boolean
}

/** A Zod registry, so that schemas derived by checks inherit the display. */
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

/** Sets the display of a schema, not its label. @returns the same schema, not a copy */
export function shownAs<Schema extends z.ZodType>(schema: Schema, display: Display): Schema {
  displays.add(schema, display)
  return schema
}

interface WrapperDefinition {
  innerType?: z.ZodType
  element?: z.ZodType
}

/** The schema inside a wrapper such as `optional`, or of the items of an array. */
function innerSchema(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, element } = schema.def as WrapperDefinition
  return innerType ?? element
}

const mayBeEmpty: ReadonlySet<string> = new Set(['optional', 'nullable', 'default', 'prefault'])

/** The label and display of a field, and whether it is required. */
export function fieldMeta(schema: z.ZodType): FieldMeta {
  const inner = innerSchema(schema)
  const inherited = inner === undefined ? { title: '', isRequired: true } : fieldMeta(inner)
  const { title = inherited.title } = schema.meta() ?? {}
  return {
    ...inherited,
    ...displays.get(schema),
    title,
    isRequired: inherited.isRequired && !mayBeEmpty.has(schema.def.type),
  }
}

/** The schema without its wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const { innerType } = schema.def as WrapperDefinition
  return innerType === undefined ? schema : unwrapped(innerType)
}

/** Schemas by field name; Zod calls this a shape. */
export type Fields = Readonly<Record<string, z.ZodType>>

/** The label of one field. */
export const titleOf = <Shape extends Fields>(fields: Shape, name: keyof Shape & string): string =>
  fieldMeta(fields[name] as z.ZodType).title

/** The labels of all fields of a shape; empty where a field has none. */
export const titlesOf = <Shape extends Fields>(
  fields: Shape,
): Readonly<Record<keyof Shape & string, string>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, titleOf(fields, name)])) as Record<
    keyof Shape & string,
    string
  >

/** The column heading of a field: its label, followed by the unit in brackets if it has one. */
export function columnHeading<Shape extends Fields>(
  fields: Shape,
  name: keyof Shape & string,
): string {
  const { title, unit } = fieldMeta(fields[name] as z.ZodType)
  return unit === undefined ? title : `${title} (${unit})`
}
