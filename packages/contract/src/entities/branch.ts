/** Branches of the school. Source: product specification, section 8. */
import { documentChecks } from '@khapdee/domain/check-in'
import { weekdayNames, weekdays } from '@khapdee/domain/employee'
import { entities } from '@khapdee/domain/entities'
import { noShowPolicies, theoryPoints } from '@khapdee/domain/exam-result'
import { examFeePurposes } from '@khapdee/domain/exam-fees'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { vatModes, vatTitle } from '@khapdee/domain/vat'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { crud } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { addressFields } from '../address-fields.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { exam } from './exams.ts'
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
  timeOfDay,
  days,
  wholeNumberBetween,
} from '../wire.ts'

const maxHeaderLines = 3

const maxTheoryPoints = 200

const openingHours = labelled(
  z
    .array(
      z
        .strictObject({
          weekday: oneOf('วัน', weekdays),
          opens: timeOfDay(fieldTitles.opens),
          closes: timeOfDay(fieldTitles.closes),
        })
        .refine(({ opens, closes }) => opens < closes, {
          path: ['closes'],
          error: 'เวลาปิดต้องอยู่หลังเวลาเปิด',
        }),
      { error: messages.invalid },
    )
    .min(1, { error: 'กรุณาเลือกวันที่เปิดทำการ' })
    .refine((hours) => new Set(hours.map(({ weekday }) => weekday)).size === hours.length, {
      error: messages.invalid,
    })
    .overwrite((hours) =>
      weekdayNames.flatMap((name) => hours.filter(({ weekday }) => weekday === name)),
    ),
  'เวลาทำการ',
)

/**
 * The settings of a branch. Source of the exam rules: product specification,
 * section 6, and demo catalogue, section 3.
 */
const settingFields = z.strictObject({
  /** Days for which an exam right is valid, from the day it is granted. */
  exam_right_days: days('อายุสิทธิ์สอบ', 1, 730).default(90),
  /** Default number of days by which an exam right is extended. */
  exam_extend_days: days('ต่ออายุสิทธิ์สอบครั้งละ', 1, 730).default(90),
  /** Refuses a booking on a day that has no exam session. */
  exam_requires_session: flag('จองสอบได้เฉพาะวันที่มีรอบสอบ').default(false),
  /** Refuses to book or move an exam while the application has a balance. */
  exam_requires_full_payment: flag('ต้องชำระครบก่อนจองสอบ').default(true),
  /** How often a candidate may move the bookings of one right. */
  exam_max_moves: wholeNumberBetween('เปลี่ยนวันสอบได้ไม่เกิน', 0, 100, units.times).default(3),
  /** Hours before the exam after which a candidate can no longer move it. */
  exam_move_notice_hours: wholeNumberBetween(
    'เปลี่ยนวันสอบล่วงหน้าอย่างน้อย',
    0,
    720,
    units.hours,
  ).default(0),
  /** Refuses a practice exam without a pass of the theory exam, here or elsewhere. */
  exam_theory_first: flag('ต้องผ่านภาคทฤษฎีก่อนสอบภาคปฏิบัติ').default(true),
  /** Minutes after the start of a session until which candidates are booked and checked in. */
  exam_late_minutes: wholeNumberBetween('เข้าสอบสายได้ไม่เกิน', 0, 240, 'นาที').default(30),
  /** The score from which the theory exam is passed; the state prescribes 45 of 50. */
  theory_pass_mark: wholeNumberBetween('เกณฑ์ผ่านภาคทฤษฎี', 1, maxTheoryPoints, units.points).default(
    theoryPoints.pass,
  ),
  theory_full_mark: wholeNumberBetween('คะแนนเต็มภาคทฤษฎี', 1, maxTheoryPoints, units.points).default(
    theoryPoints.full,
  ),
  /** The consequence of a no-show for the right of the candidate. */
  exam_no_show: oneOf('เมื่อไม่มาสอบ', noShowPolicies).default('keep'),
  /** Hours for which a seat is held for a customer of the waiting list; at most until two hours before the session. */
  exam_offer_hours: wholeNumberBetween('ถือที่นั่งที่เสนอไว้', 1, 720, units.hours).default(24),
  /** Refuses a practice session without a chair of the panel. */
  exam_practice_chair: flag('รอบสอบภาคปฏิบัติต้องมีประธาน').default(false),
  /** How required documents that are missing are treated at the check-in. */
  exam_checkin_documents: oneOf('เอกสารที่ขาดตอนเข้าสอบ', documentChecks).default('warn'),
  /** Working days before the exam from which a move is late. */
  exam_late_move_days: days('ถือว่าเปลี่ยนวันสอบกระชั้นชิดเมื่อเหลือน้อยกว่า', 0, 60, 'วันทำการ').default(3),
  /** The fee items that are proposed for further exams, late moves and extensions; none means free. */
  exam_fees: labelled(
    z
      .array(
        z.strictObject({
          purpose: oneOf('ใช้เมื่อ', examFeePurposes),
          ...exam.shape,
          other_fee_id: reference('other_fee', fieldTitles.fee),
        }),
        { error: messages.invalid },
      )
      .max(100, { error: messages.invalid })
      .superRefine((fees, ctx) => {
        const seen = new Set<string>()
        fees.forEach(({ purpose, kind, licence_type }, i) => {
          const key = `${purpose} ${kind} ${licence_type}`
          if (seen.has(key)) {
            ctx.addIssue({
              code: 'custom',
              path: [i, 'licence_type'],
              message: 'มีค่าธรรมเนียมของการสอบนี้แล้ว',
            })
          }
          seen.add(key)
        })
      }),
    'ค่าธรรมเนียมการสอบ',
  ).default([]),
  /** Working days from a failed theory exam until it may be retaken. */
  theory_retake_days: days('เว้นก่อนสอบแก้ตัวภาคทฤษฎี', 0, 365, 'วันทำการ').default(1),
  /** Days from a failed practical exam until it may be retaken. */
  practice_retake_days: days('เว้นก่อนสอบแก้ตัวภาคปฏิบัติ', 0, 365).default(3),
  /**
   * Whether the four-eyes rule applies to refunds, and to cancellations of applications with
   * payments: users who took a receipt of the application, or have made a request for it in one of
   * the `bindingStates`, need another user.
   */
  refund_needs_approval: flag('คืนเงินต้องมีผู้อนุมัติคนอื่น').default(true),
  /** Paper size of receipts. */
  receipt_size: oneOf('ขนาดใบเสร็จ', { A4: 'A4', A5: 'A5', '80mm': '80 มม.' }).default('A4'),
  /** Print the unmasked ID number of the payer on receipts. */
  receipt_full_idcard: flag('พิมพ์เลขบัตรเต็มบนใบเสร็จ').default(false),
  /**
   * Header lines of every document; the first line replaces the name of the school. The tax number is
   * always printed (Revenue Code, section 105 bis).
   */
  receipt_header: multilineText('หัวเอกสาร', 200)
    .refine((lines) => lines.split('\n').length <= maxHeaderLines, {
      error: `หัวเอกสารมีได้ไม่เกิน ${maxHeaderLines} บรรทัด`,
    })
    .default(''),
  /** Print the branch's name, address and phone below the lines of `receipt_header`. */
  receipt_header_address: flag('พิมพ์ชื่อสาขาและที่อยู่ใต้หัวเอกสาร').default(true),
  /** Footer line of every document. */
  receipt_footer: text('ข้อความท้ายเอกสาร', 120).default(''),
  /** The hours by weekday; a weekday without hours is closed. Null: not entered, which never refuses. */
  opening_hours: openingHours.nullable().default(null),
  /** Refuses people without entered licences, instead of warning. */
  strict_licences: flag('ต้องบันทึกใบอนุญาตก่อนจัดตาราง').default(false),
  /** Refuses vehicles without entered licence types and due days, instead of warning. */
  strict_vehicles: flag('ต้องบันทึกข้อมูลรถก่อนจัดตาราง').default(false),
  /** Refuses while no opening hours are entered, instead of warning. */
  strict_working_time: flag('ต้องกำหนดเวลาทำการก่อนจัดตาราง').default(false),
  /**
   * Whether prices include value added tax; a fee can differ. Applies to lines that are sold from
   * then on.
   */
  vat_mode: oneOf(vatTitle, vatModes).default('exempt'),
  /**
   * A user who may change the branch confirms that it has no tax number; receipts are then issued
   * without one.
   */
  no_tax_number: flag('ไม่มีเลขผู้เสียภาษี').default(false),
  /** Days before a vehicle's due day from which a reminder is shown. */
  vehicle_remind_days: days('แจ้งเตือนยานพาหนะล่วงหน้า', 0, 365).default(30),
})
/** The settings of a branch; every key has a default. */
export const branchSettings = settingFields.refine(
  ({ theory_pass_mark, theory_full_mark }) => theory_pass_mark <= theory_full_mark,
  { path: ['theory_pass_mark'], error: 'เกณฑ์ผ่านต้องไม่เกินคะแนนเต็ม' },
)
export type BranchSettings = z.output<typeof branchSettings>

const storedSettings = branchSettings.strip()
/**
 * Reads the stored settings of a branch. Settings that only a newer version of the program has,
 * which may run on another server, are omitted.
 */
export const storedBranchSettings = (stored: unknown): BranchSettings =>
  storedSettings.parse(stored)

const promptPayTitle = 'หมายเลขพร้อมเพย์'
/** A mobile number, an ID or tax number, or a biller id; empty for none. */
const promptPayId = labelled(
  z.union([
    z.literal(''),
    z.string().regex(/^(0\d{9}|\d{13}|\d{15})$/, { error: messages.invalidField(promptPayTitle) }),
  ]),
  promptPayTitle,
)

const logo = reference('file', fieldTitles.logo).nullable()

/** 13 digits with a check digit like that of ID numbers; empty for none. */
const taxId = labelled(
  digits(fieldTitles.taxId, 13).refine((number) => number === '' || isThaiIdNumber(number), {
    error: `${fieldTitles.taxId}ไม่ถูกต้อง กรุณาตรวจสอบ`,
  }),
  fieldTitles.taxId,
  { as: 'taxNumber' },
)

const codeTitle = 'รหัสสาขา'

const crudEndpoints = crud({
  entity: entities.branch,
  fields: {
    /** Part of document numbers, so it cannot be changed after the first document was issued. */
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
    tax_id: taxId,
    tax_branch_no: digits('เลขที่สาขา', 5),
    promptpay_id: promptPayId.default(''),
    /** An uploaded image, printed in the header of documents instead of the default logo of the school. */
    logo_file_id: logo.default(null),
    settings: labelled(branchSettings, 'ตั้งค่า').default(branchSettings.parse({})),
    note,
  },
  computedFields: {
    parent_name: z.string().nullable(),
    /** Whether a document number contains the code, which can then not be changed. */
    code_used: z.boolean(),
    /** Signed link to the logo. */
    logo_link: z.string().nullable(),
  },
})

export const branch = {
  ...crudEndpoints,
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
    summary: 'A PromptPay QR code without an amount, for testing an id; nothing is saved',
    input: z.strictObject({ promptpay_id: promptPayId }),
    output: dataOf(qrPicture),
  }),
}
