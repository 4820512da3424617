/** The sentences that several checks of exams give, in Thai. */
export const examSentences = {
  bookingCancelled: 'การจองนี้ยกเลิกแล้ว',
  checkedIn: 'ผู้สมัครลงทะเบียนเข้าสอบแล้ว',
  correctionReason: 'กรุณากรอกเหตุผลที่แก้ไขผลสอบ',
  passed: 'สอบผ่านแล้ว ไม่ต้องสอบอีก',
  pastDay: 'วันสอบต้องไม่ก่อนวันนี้',
  sessionCancelled: 'รอบสอบนี้ถูกยกเลิกแล้ว',
} as const
