/** The Thai sentences that several checks of exams return. */
export const examSentences = {
  bookingCancelled: 'การจองนี้ยกเลิกแล้ว',
  checkedIn: 'ผู้สมัครลงทะเบียนเข้าสอบแล้ว',
  correctionReason: 'กรุณากรอกเหตุผลที่แก้ไขผลสอบ',
  passed: 'สอบผ่านแล้ว ไม่ต้องสอบอีก',
  pastDay: 'วันสอบต้องไม่ก่อนวันนี้',
  sessionCancelled: 'รอบสอบนี้ถูกยกเลิกแล้ว',
} as const

/** Why the result of an exam cannot be corrected while its right has a later booking: an open one, or one with a result. */
export const laterBookingSentences = {
  open: 'สิทธิ์นี้จองสอบครั้งต่อไปไว้แล้ว กรุณายกเลิกการจองนั้นก่อนแก้ไขผลสอบ',
  sat: 'สิทธิ์นี้มีผลสอบครั้งต่อไปแล้ว กรุณาแก้ไขครั้งล่าสุด',
} as const
