/**
 * What a customer is told of his personal data, and which wording of it. Basis and purpose: domain
 * notes, "Personal data": contract and law, so nobody is asked to consent.
 */
export const privacyNotice = {
  /** Changes with the text; what was recorded names the one that was given. */
  version: '2569-1',
  text: 'โรงเรียนเก็บรวบรวมและใช้ข้อมูลส่วนบุคคลในใบสมัครนี้เท่าที่จำเป็นสำหรับการสมัคร การสอบ และการออกใบเสร็จรับเงิน ตามประกาศความเป็นส่วนตัวของโรงเรียน',
} as const

/** Whether somebody who was given this wording has been told what is told now. */
export const isCurrentNotice = (version: string): boolean => version === privacyNotice.version

/** Whether customers were told, as lists tell them apart. */
export const noticeStates = {
  given: { label: 'รับทราบแล้ว' },
  missing: { label: 'ยังไม่ได้แจ้ง' },
} as const

/** Who a customer is to the law, as lists tell them apart. */
export const nationalities = {
  thai: { label: 'คนไทย' },
  foreign: { label: 'ชาวต่างชาติ' },
} as const
