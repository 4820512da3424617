/**
 * The privacy notice for customers and its version. The legal bases are contract and legal
 * obligation (PDPA, section 24), so no consent is requested.
 */
import { fieldTitles } from './field-titles.ts'

export const privacyNotice = {
  /** Changes with the text; each customer records the version that was given. */
  version: '2569-1',
  text: 'โรงเรียนเก็บรวบรวมและใช้ข้อมูลส่วนบุคคลในใบสมัครนี้เท่าที่จำเป็นสำหรับการสมัคร การสอบ และการออกใบเสร็จรับเงิน ตามประกาศความเป็นส่วนตัวของโรงเรียน',
} as const

/** Label of the time when the notice was given to a customer. */
export const noticeTimeTitle = 'รับทราบประกาศความเป็นส่วนตัวเมื่อ'

/** Whether a recorded version is the current one. */
export const isCurrentNotice = (version: string): boolean => version === privacyNotice.version

/** List filter: whether the notice was given. */
export const noticeStates = {
  given: { label: 'รับทราบแล้ว' },
  missing: { label: 'ยังไม่ได้แจ้ง' },
} as const

/** List filter: Thai or foreign customers. */
export const nationalities = {
  thai: { label: 'คนไทย' },
  foreign: { label: fieldTitles.isForeigner },
} as const
