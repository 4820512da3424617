/** Merges two records of the same person. Source: product specification, section 3. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, idInPath, version } from '../wire.ts'
import { customer, customerFields } from './customer.ts'

/** A field that can differ between the records; the merge keeps one of the two values. */
export type MergedField = keyof typeof customerFields
const mergedField = z.enum(
  // Safe cast: `Object.keys` returns plain strings.
  Object.keys(customerFields) as [MergedField, ...MergedField[]],
)

/** Thai labels of the reasons why two records may belong to one person. */
export const duplicateReasons = {
  birthday: { label: 'ชื่อและวันเกิดตรงกัน' },
  phone: { label: 'ชื่อและโทรศัพท์ตรงกัน' },
  passport: { label: 'หนังสือเดินทางกับเลขประจำตัวของคนเดียวกัน' },
} as const
export type DuplicateReason = keyof typeof duplicateReasons

const pair = z.object({
  customer: customer.row,
  other: customer.row,
  reasons: z.array(
    z.enum(Object.keys(duplicateReasons) as [DuplicateReason, ...DuplicateReason[]]),
  ),
})
export type DuplicatePair = z.output<typeof pair>

/** The number of records that a merge moves, and the first of their document numbers. */
const moved = z.object({ count: z.number(), codes: z.array(z.string()) })

const preview = z.object({
  /** The record that is kept. */
  customer: customer.row,
  /** The record that is merged into `customer`. */
  other: customer.row,
  /** The fields that differ. The value of the kept record is suggested unless it is empty. */
  fields: z.array(z.object({ field: mergedField, suggested: z.enum(['customer', 'other']) })),
  moves: z.object({ applications: moved, payments: moved, documents: moved, exam_rights: moved }),
  /** The reason in Thai why the records cannot be merged, or null. */
  refusal: z.string().nullable(),
})
export type MergePreview = z.output<typeof preview>

export const customerMerge = {
  duplicates: endpoint({
    method: 'GET',
    path: 'customer/duplicates',
    access: 'customer.merge',
    summary: 'Pairs of records that may belong to one person, newest first; at most a hundred',
    input: z.strictObject({}),
    output: dataOf(z.array(pair)),
  }),
  find: endpoint({
    method: 'GET',
    path: 'customer/merge/find',
    access: 'customer.merge',
    summary:
      'Find the record to merge, in the branches of the caller, by complete ID number, phone or text; data is null if there is none',
    input: customer.search,
    output: customer.found,
  }),
  preview: endpoint({
    method: 'GET',
    path: 'customer/merge/preview',
    access: 'customer.merge',
    summary: 'Preview of merging `other_id` into `customer_id`; nothing is changed',
    input: z.strictObject({ customer_id: idInPath, other_id: idInPath }),
    output: dataOf(preview),
  }),
  merge: endpoint({
    method: 'POST',
    path: 'customer/merge',
    access: 'customer.merge',
    summary:
      'Merge `other_id` into `customer_id` and move its records; a later read of `other_id` returns `customer_id`',
    input: z.strictObject({
      customer_id: id,
      version,
      other_id: id,
      other_version: version,
      /** Fields whose value is taken from the other record. */
      take: z.array(mergedField).max(40).default([]),
    }),
    output: dataOf(customer.row),
  }),
  mergeWalkIn: endpoint({
    method: 'POST',
    path: 'customer/mergewalkin',
    access: 'customer.create',
    summary:
      'Merge a walk-in into the customer with this complete ID or passport number, whose fields stay unchanged; returns that customer',
    input: z.strictObject({
      customer_id: id,
      version,
      idcard: customerFields.idcard.unwrap().optional(),
      passport: customerFields.passport.unwrap().optional(),
    }),
    output: dataOf(customer.row),
  }),
}
