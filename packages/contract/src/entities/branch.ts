/** Branches of the school. Source: product specification, section 8. */
import { z } from 'zod'
import { crud } from '../crud.ts'
import { messages } from '../messages.ts'
import { id, multilineText, requiredText, text } from '../wire.ts'

/** What a branch may decide for itself; every key has a default. */
export const branchSettings = z.strictObject({
  /** Days an exam right holds from the day it is granted. */
  exam_right_days: z.int().min(1).max(730).default(90),
  /** Paper of receipts. */
  receipt_size: z.enum(['A4', 'A5', '80mm']).default('A4'),
  /** Print the payer's whole ID number on receipts instead of the masked one. */
  receipt_full_idcard: z.boolean().default(false),
  /** From how many days ahead a vehicle's due days are reminded of. */
  vehicle_remind_days: z.int().min(0).max(365).default(30),
})
export type BranchSettings = z.output<typeof branchSettings>

export const branch = crud({
  resource: 'branch',
  path: 'branch',
  idName: 'branch_id',
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
    promptpay_id: z
      .union([
        z.literal(''),
        z.string().regex(/^(0\d{9}|\d{13}|\d{15})$/, { error: 'หมายเลขพร้อมเพย์ไม่ถูกต้อง' }),
      ])
      .default(''),
    settings: branchSettings.default(branchSettings.parse({})),
    note: multilineText().default(''),
  },
  shown: { parent_name: z.string().nullable() },
})
