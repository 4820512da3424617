/** Sample values for the fields of a CRUD record, derived from the contract's schemas. */
import { isDeepStrictEqual } from 'node:util'
import type { CrudApi } from '@khapdee/contract/crud'
import { z } from 'zod'
import type { Wire } from './wire.ts'

const accepts = (field: unknown, value: unknown): boolean => {
  const read = z.safeDecode(field as z.ZodType, value as never)
  return read.success && isDeepStrictEqual(z.encode(field as z.ZodType, read.data), value)
}

const choicesOf = (field: unknown): readonly unknown[] => {
  const json = z.toJSONSchema(field as z.ZodType, { unrepresentable: 'any', io: 'input' })
  return json.enum ?? []
}

/** Whether the field has no default. */
export const isRequired = (field: unknown): boolean =>
  !z.safeDecode(field as z.ZodType, undefined as never).success

/** Whether the field is an amount in baht: at most two decimals. */
export const takesBaht = (field: unknown): boolean =>
  accepts(field, 19.99) && !accepts(field, 19.999)

const twoLines = 'บรรทัดแรก\nบรรทัดที่สอง'

/** For each field, the first candidate that it decodes and encodes unchanged; fields that accept none are omitted. */
function fill({ fields }: CrudApi, candidates: (field: unknown) => readonly unknown[]): Wire {
  return Object.fromEntries(
    Object.entries(fields.shape).flatMap(([name, field]) => {
      const found = candidates(field).find((value) => accepts(field, value))
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

/** Whether a field is an id: it accepts only positive integers. */
export const isId = (field: unknown) =>
  !accepts(field, 1.5) && accepts(field, 1) && !accepts(field, 0)

/** A complete body, unique for each `n`. Ids are null where allowed and otherwise omitted. */
export const sampleBody = (api: CrudApi, n: number): Wire =>
  fill(api, (field) =>
    isId(field)
      ? [null]
      : [
          twoLines,
          `${api.entity.label} ${n}`,
          ...choicesOf(field).slice(0, 1),
          true,
          100 + n + 0.5,
          100 + n,
          '2026-01-01',
        ],
  )

/** Other values than in {@link sampleBody}, for every field that is not an id. */
export const sampleChanges = (api: CrudApi, n: number): Wire =>
  fill(api, (field) =>
    isId(field)
      ? []
      : ['', `${api.entity.label}ใหม่ ${n}`, ...choicesOf(field).slice(-1), false, 0, '2027-01-01'],
  )

/**
 * Filters that can be derived from the fields: by `is_activate`, and by fields with a fixed set of
 * choices, with the values in `bodies`.
 */
export function sampleFilters({ fields }: CrudApi, bodies: readonly Wire[]) {
  const { shape } = fields
  const active = [true, false].map((value) => ({
    query: { status: String(value) },
    matches: (row: Wire) => row['is_activate'] === value,
  }))
  const chosen = ['category', 'status', 'type']
    .filter((name) => choicesOf(shape[name] ?? z.never()).length > 0)
    .flatMap((name) =>
      bodies.map(({ [name]: value }) => ({
        query: { [name]: value },
        matches: (row: Wire) => row[name] === value,
      })),
    )
  return [...('is_activate' in shape ? active : []), ...chosen]
}
