/** Two records of one person made one. Section 3. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, idInPath, version } from '../wire.ts'
import { customer, customerFields } from './customer.ts'

/** What both records say, and of which one side is kept. */
export type MergedField = keyof typeof customerFields
const mergedField = z.enum(
  // Its own keys, which the compiler gives as plain text.
  Object.keys(customerFields) as [MergedField, ...MergedField[]],
)

/** Why two records may be of one person, in words. */
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

/** How much moves, and the first of it by number. */
const moved = z.object({ count: z.number(), codes: z.array(z.string()) })

const preview = z.object({
  customer: customer.row,
  other: customer.row,
  /** Where the two differ, and what is proposed: the kept record, or the other where that is empty. */
  fields: z.array(z.object({ field: mergedField, suggested: z.enum(['customer', 'other']) })),
  moves: z.object({ applications: moved, payments: moved, documents: moved, exam_rights: moved }),
  /** Why they cannot be merged; null where they can. */
  refusal: z.string().nullable(),
})
export type MergePreview = z.output<typeof preview>

export const customerMerge = {
  duplicates: endpoint({
    method: 'GET',
    path: 'customer/duplicates',
    access: 'customer.merge',
    summary: 'Pairs of records that may be of one person, the newest first; a hundred at most',
    input: z.strictObject({}),
    output: dataOf(z.array(pair)),
  }),
  preview: endpoint({
    method: 'GET',
    path: 'customer/merge/preview',
    access: 'customer.merge',
    summary: 'What merging `other_id` into `customer_id` would keep and move; nothing is changed',
    input: z.strictObject({ customer_id: idInPath, other_id: idInPath }),
    output: dataOf(preview),
  }),
  merge: endpoint({
    method: 'POST',
    path: 'customer/merge',
    access: 'customer.merge',
    summary:
      'Merge `other_id` into `customer_id`: everything of it moves, and its address leads there',
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
}
