/** Branches of the school. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, id, multilineText, pdfLink, qrPicture, requiredText, text } from '../wire.ts'

/** Whole days from `least` to `most`. */
const days = (least: number, most: number) =>
  z
    .int({ error: messages.number })
    .min(least, { error: `กรุณากรอก ${least}–${most} วัน` })
    .max(most, { error: `กรุณากรอก ${least}–${most} วัน` })

const mostHeaderLines = 3

/**
 * What a branch may decide for itself; every key has a default. The rules of exams are those of the
 * product specification, section 6, and of the catalogue of a driving school, section 3; the pass
 * mark is no rule of the school's: the state says 45 of 50.
 */
export const branchSettings = z.strictObject({
  /** Days an exam right holds from the day it is granted. */
  exam_right_days: days(1, 730).default(90),
  /** By how many days a right is extended, unless the clerk says otherwise. */
  exam_extend_days: days(1, 730).default(90),
  /** Refuses a booking on a day that has no exam session. */
  exam_requires_session: z.boolean().default(false),
  /** Refuses to book or move an exam while anything is owed on the application. */
  exam_requires_full_payment: z.boolean().default(true),
  /** Working days from a failed theory exam until it may be sat again. */
  theory_retake_days: days(0, 365).default(1),
  /** Days from a failed practical exam until it may be sat again. */
  practice_retake_days: days(0, 365).default(3),
  /** Paper of receipts. */
  receipt_size: z.enum(['A4', 'A5', '80mm']).default('A4'),
  /** Print the payer's whole ID number on receipts instead of the masked one. */
  receipt_full_idcard: z.boolean().default(false),
  /**
   * Lines at the head of every document, the first in the place of the school's name. Empty: the
   * school's name. The tax number is printed in any case: Revenue Code, section 105 bis.
   */
  receipt_header: multilineText(200)
    .refine((lines) => lines.split('\n').length <= mostHeaderLines, {
      error: `หัวเอกสารมีได้ไม่เกิน ${mostHeaderLines} บรรทัด`,
    })
    .default(''),
  /** Print the branch's name, address and telephone below lines of its own. */
  receipt_header_address: z.boolean().default(true),
  /** A line at the foot of every document. */
  receipt_footer: text(120).default(''),
  /** From how many days ahead a vehicle's due days are reminded of. */
  vehicle_remind_days: days(0, 365).default(30),
})
export type BranchSettings = z.output<typeof branchSettings>

/** A mobile number, a citizen or tax number, or a biller's number; empty for none. */
const promptPayId = z.union([
  z.literal(''),
  z.string().regex(/^(0\d{9}|\d{13}|\d{15})$/, { error: 'หมายเลขพร้อมเพย์ไม่ถูกต้อง' }),
])

const logo = id.nullable()

const plain = crud({
  entity: entities.branch,
  fields: {
    /** Part of every document number, so it is frozen once a document carries it. */
    code: z
      .string({ error: messages.required('รหัสสาขา') })
      .regex(/^[A-Z]{2,5}$/, { error: 'รหัสสาขาต้องเป็นตัวอักษร A–Z 2–5 ตัว' }),
    name: requiredText('ชื่อสาขา'),
    parent_id: id.nullable().default(null),
    address: text().default(''),
    moo: text(50).default(''),
    soi: text().default(''),
    street: text().default(''),
    subdistrict: text().default(''),
    district: text().default(''),
    province: text().default(''),
    postcode: text(10).default(''),
    phone_1: text(30).default(''),
    phone_2: text(30).default(''),
    line: text(100).default(''),
    tax_id: z
      .union([
        z.literal(''),
        z.string().regex(/^\d{13}$/, { error: 'เลขประจำตัวผู้เสียภาษีต้องมี 13 หลัก' }),
      ])
      .default(''),
    tax_branch_no: z
      .union([z.literal(''), z.string().regex(/^\d{5}$/, { error: 'เลขที่สาขาต้องมี 5 หลัก' })])
      .default(''),
    promptpay_id: promptPayId.default(''),
    /** An uploaded picture, printed at the head of documents in the place of the product's sign. */
    logo_file_id: logo.default(null),
    settings: branchSettings.default(branchSettings.parse({})),
    note: multilineText().default(''),
  },
  shown: {
    parent_name: z.string().nullable(),
    /** Signed link to the logo. */
    logo_link: z.string().nullable(),
  },
})

export const branch = {
  ...plain,
  sample: endpoint({
    method: 'POST',
    path: 'branch/sample',
    access: 'branch.update',
    reads: true,
    summary: 'Link to a sample of the receipt that these settings would print; nothing is saved',
    input: z.strictObject({
      branch_id: id,
      promptpay_id: promptPayId,
      logo_file_id: logo,
      settings: branchSettings,
    }),
    output: dataOf(pdfLink),
  }),
  promptpay: endpoint({
    method: 'POST',
    path: 'branch/promptpay',
    access: 'branch.update',
    reads: true,
    summary: 'A PromptPay QR code without an amount, to try an id with; nothing is saved',
    input: z.strictObject({ promptpay_id: promptPayId }),
    output: dataOf(qrPicture),
  }),
}
