/** Audit fields derived from the contract: label and display come from the schema. */
import { z } from 'zod'
import { type Fields, fieldMeta, unwrapped } from '../field-meta.ts'
import {
  type AuditField,
  choice,
  eachItem,
  flag,
  hidden,
  list,
  masked,
  money,
  object,
  phone,
  plain,
  quantity,
  reference,
  taxNumber,
} from './show.ts'

const fieldBuilders = { money, phone, idcard: masked, taxNumber, hidden, day: plain }

function auditFieldOf(schema: z.ZodType): AuditField {
  const { title, as, flag: words, words: choices, entity, none, unit } = fieldMeta(schema)
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray) {
    const { element } = inner
    if (element instanceof z.ZodObject) return listOf(title, contractFields(element.shape))
    return { ...eachItem(auditFieldOf(element as z.ZodType)), label: title }
  }
  if (inner instanceof z.ZodObject) return object(title, contractFields(inner.shape))
  if (as !== undefined) return fieldBuilders[as](title)
  if (words !== undefined) return flag(title, ...words)
  if (choices !== undefined) return choice(title, choices)
  if (entity !== undefined) return reference(title, entity, none)
  return unit === undefined ? plain(title) : quantity(title, unit)
}

/** A list of objects, each shown as the values of its fields, joined by spaces. */
const listOf = (label: string, parts: Readonly<Record<string, AuditField>>) =>
  list(label, (item) =>
    Object.entries(parts)
      .map(([name, { show }]) => show(item[name], () => undefined))
      .join(' '),
  )

/** Converts the fields of a schema to audit fields; fields without a label are omitted. */
export const contractFields = <Shape extends Fields>(
  fields: Shape,
): Record<keyof Shape & string, AuditField> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, schema]) => fieldMeta(schema).title !== '')
      .map(([name, schema]) => [name, auditFieldOf(schema)]),
  ) as Record<keyof Shape & string, AuditField>

/** Converts the fields of a schema to audit fields that never show a value. */
export const hiddenFields = (fields: Fields): Record<string, AuditField> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, hidden(fieldMeta(schema).title)]),
  )
