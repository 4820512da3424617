/** Settings of payroll for the whole school. Source: product specification, section 10b. */
import { entities } from '@khapdee/domain/entities'
import { proRataModes } from '@khapdee/domain/payroll/employment'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, oneOf, reference, text, version, wholeNumberBetween } from '../wire.ts'

/** Digits of a social security number, or empty while it is not known. */
const digitsOrNone = (title: string, count: number) =>
  text(title, count).refine((value) => value === '' || new RegExp(`^\\d{${count}}$`).test(value), {
    error: `${title}ต้องเป็นตัวเลข ${count} หลัก`,
  })

const offTitle = 'สาขาที่ไม่ส่งกองทุนสงเคราะห์ลูกจ้าง'
const fields = {
  pro_rata: oneOf('เงินเดือนของเดือนที่ทำงานไม่เต็ม', proRataModes),
  /** In a shorter month, the last day is used. */
  pay_day: wholeNumberBetween('วันจ่ายเงินเดือน', 1, 31, 'ของเดือน'),
  ewf_off_branches: labelled(
    z.array(reference('branch', offTitle)).max(200, { error: messages.invalid }),
    offTitle,
  ),
  /** The employer's account with social security. */
  sso_account: digitsOrNone('เลขที่บัญชีนายจ้างประกันสังคม', 10),
  sso_branch: digitsOrNone('ลำดับที่สาขาประกันสังคม', 6),
  leaver_link_days: wholeNumberBetween('ลิงก์เอกสารสำหรับผู้พ้นสภาพใช้ได้', 1, 90, 'วัน'),
}

const row = z.object({ ...fields, version })

export const payrollSetting = {
  entity: entities.payroll_setting,
  fields: z.strictObject(fields),
  get: endpoint({
    method: 'GET',
    path: 'payroll/setting/get',
    access: 'payroll.view',
    summary: 'Read the settings of payroll',
    input: z.strictObject({}),
    output: dataOf(row),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'payroll/setting/update',
    access: 'payroll_rate.update',
    summary: 'Change the settings of payroll; drafts follow when they are built again',
    input: z.strictObject({ ...fields, version }),
    output: dataOf(row),
  }),
} as const
