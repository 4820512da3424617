/** Settings of the whole school. Source: product specification, section 4b. */
import { payslipPasswords } from '@khapdee/domain/payroll/payslip-password'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  dataOf,
  days,
  flag,
  multilineText,
  oneOf,
  reference,
  requiredText,
  text,
  version,
  wholeNumberBetween,
} from '../wire.ts'

/** Whether documents print the complete ID number; `branch` uses the settings of the branch. */
const idCardModes = {
  branch: 'ตามที่ตั้งไว้ในสาขา',
  full: 'เลขเต็ม',
  masked: 'ปิดบังบางหลัก',
} as const

/** The name in Thai, printed in the header of documents. */
export const schoolName = requiredText('ชื่อโรงเรียน')

const fields = {
  name: schoolName,
  /** Printed below the Thai name; empty for none. */
  name_en: text('ชื่อโรงเรียนภาษาอังกฤษ').default(''),
  /** An uploaded image, printed for branches without their own logo. */
  logo_file_id: reference('file', 'โลโก้เริ่มต้น').nullable().default(null),
  form_idcard: oneOf('เลขบัตรบนใบสมัคร', idCardModes).default('branch'),
  receipt_idcard: oneOf('เลขบัตรบนใบเสร็จและใบคืนเงิน', idCardModes).default('branch'),
  /** The latest day that may be agreed for a payment, in days from today. */
  due_date_max_days: days('นัดชำระล่วงหน้าได้ไม่เกิน', 1, 1095).default(365),
  /**
   * The number of unsuccessful lookups by complete ID number within an hour after which further
   * lookups of the user are refused.
   */
  number_misses_per_hour: wholeNumberBetween(
    'ค้นหาด้วยเลขเต็มไม่พบได้ไม่เกิน',
    1,
    1000,
    'ครั้งต่อชั่วโมง',
  ).default(30),
  /** Whether exam rights can also be booked in sessions of other branches. */
  exam_across_branches: flag('จองสอบข้ามสาขา', [
    'จองสอบข้ามสาขาได้',
    'จองได้เฉพาะสาขาของสิทธิ์สอบ',
  ]).default(false),
  /** The password of payslips. */
  payslip_password: oneOf('ล็อกไฟล์สลิปเงินเดือนด้วย', payslipPasswords).default('none'),
  /** Suggested answers for the follow-up dialog, one per line. */
  follow_up_presets: multilineText('คำตอบที่พบบ่อยเมื่อติดตาม').default(''),
}

const row = z.object({
  ...fields,
  /** Empty in a new school until `user/setup` has been called. */
  name: z.string(),
  /** Signed link to the logo. */
  logo_link: z.string().nullable(),
  version,
})

export type IdCardMode = keyof typeof idCardModes

export const school = {
  /** The fields that a user may write. */
  fields: z.strictObject(fields),
  get: endpoint({
    method: 'GET',
    path: 'school/get',
    access: 'settings.view',
    summary: 'Read the settings of the school',
    input: z.strictObject({}),
    output: dataOf(row),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'school/update',
    access: 'settings.update',
    summary: 'Update the settings of the school; a stale version is refused',
    input: z.strictObject({ ...fields, version }),
    output: dataOf(row),
  }),
}
