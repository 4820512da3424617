/** Branches of the school. Source: product specification, section 8. */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { addressFields } from '../address-fields.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  dataOf,
  digits,
  flag,
  id,
  multilineText,
  note,
  oneOf,
  pdfLink,
  qrPicture,
  reference,
  requiredText,
  text,
} from '../wire.ts'

/** Whole days from `least` to `most`. */
const days = (title: string, least: number, most: number, unit = 'วัน') =>
  labelled(
    z
      .int({ error: messages.number })
      .min(least, { error: `กรุณากรอก ${least}–${most} วัน` })
      .max(most, { error: `กรุณากรอก ${least}–${most} วัน` }),
    title,
    { unit },
  )

const maxHeaderLines = 3

/**
 * What a branch may decide for itself; every key has a default. The rules of exams are those of the
 * product specification, section 6, and of the catalogue of a driving school, section 3; the pass
 * mark is no rule of the school's: the state says 45 of 50.
 */
export const branchSettings = z.strictObject({
  /** Days an exam right holds from the day it is granted. */
  exam_right_days: days('อายุสิทธิ์สอบ', 1, 730).default(90),
  /** By how many days a right is extended, unless the clerk says otherwise. */
  exam_extend_days: days('ต่ออายุสิทธิ์สอบครั้งละ', 1, 730).default(90),
  /** Refuses a booking on a day that has no exam session. */
  exam_requires_session: flag('จองสอบได้เฉพาะวันที่มีรอบสอบ').default(false),
  /** Refuses to book or move an exam while anything is owed on the application. */
  exam_requires_full_payment: flag('ต้องชำระครบก่อนจองสอบ').default(true),
  /** Working days from a failed theory exam until it may be sat again. */
  theory_retake_days: days('เว้นก่อนสอบแก้ตัวภาคทฤษฎี', 0, 365, 'วันทำการ').default(1),
  /** Days from a failed practical exam until it may be sat again. */
  practice_retake_days: days('เว้นก่อนสอบแก้ตัวภาคปฏิบัติ', 0, 365).default(3),
  /** Paper of receipts. */
  receipt_size: oneOf('ขนาดใบเสร็จ', { A4: 'A4', A5: 'A5', '80mm': '80 มม.' }).default('A4'),
  /** Print the payer's whole ID number on receipts instead of the masked one. */
  receipt_full_idcard: flag('พิมพ์เลขบัตรเต็มบนใบเสร็จ').default(false),
  /**
   * Lines at the head of every document, the first in the place of the school's name. Empty: the
   * school's name. The tax number is printed in any case: Revenue Code, section 105 bis.
   */
  receipt_header: multilineText('หัวเอกสาร', 200)
    .refine((lines) => lines.split('\n').length <= maxHeaderLines, {
      error: `หัวเอกสารมีได้ไม่เกิน ${maxHeaderLines} บรรทัด`,
    })
    .default(''),
  /** Print the branch's name, address and telephone below lines of its own. */
  receipt_header_address: flag('พิมพ์ชื่อสาขาและที่อยู่ใต้หัวเอกสาร').default(true),
  /** A line at the foot of every document. */
  receipt_footer: text('ข้อความท้ายเอกสาร', 120).default(''),
  /** From how many days ahead a vehicle's due days are reminded of. */
  vehicle_remind_days: days('แจ้งเตือนยานพาหนะล่วงหน้า', 0, 365).default(30),
})
export type BranchSettings = z.output<typeof branchSettings>

/** A mobile number, a citizen or tax number, or a biller's number; empty for none. */
const promptPayTitle = 'หมายเลขพร้อมเพย์'
const promptPayId = labelled(
  z.union([
    z.literal(''),
    z.string().regex(/^(0\d{9}|\d{13}|\d{15})$/, { error: `${promptPayTitle}ไม่ถูกต้อง` }),
  ]),
  promptPayTitle,
)

const logo = reference('file', 'โลโก้').nullable()

const codeTitle = 'รหัสสาขา'

const plain = crud({
  entity: entities.branch,
  fields: {
    /** Part of every document number, so it is frozen once a document carries it. */
    code: labelled(
      z
        .string({ error: messages.required(codeTitle) })
        .regex(/^[A-Z]{2,5}$/, { error: `${codeTitle}ต้องเป็นตัวอักษร A–Z 2–5 ตัว` }),
      codeTitle,
    ),
    name: requiredText('ชื่อสาขา'),
    parent_id: reference('branch', 'สังกัดสาขา').nullable().default(null),
    ...addressFields(200, (title) => text(title, 10).default('')),
    phone_1: text('โทรศัพท์', 30, { as: 'phone' }).default(''),
    phone_2: text('โทรศัพท์สำรอง', 30, { as: 'phone' }).default(''),
    line: text('ไลน์ไอดี', 100).default(''),
    tax_id: digits('เลขประจำตัวผู้เสียภาษี', 13, { as: 'taxNumber' }),
    tax_branch_no: digits('เลขที่สาขา', 5),
    promptpay_id: promptPayId.default(''),
    /** An uploaded picture, printed at the head of documents in the place of the product's sign. */
    logo_file_id: logo.default(null),
    settings: labelled(branchSettings, 'ตั้งค่า').default(branchSettings.parse({})),
    note,
  },
  computedFields: {
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
