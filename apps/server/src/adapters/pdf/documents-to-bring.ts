/**
 * Documents that a customer brings to the first lesson of a course for which the school has entered no types of
 * documents. Source: catalogue, section 9.
 */
export function documentsToBring(customer: {
  is_foreigner: boolean
  /** Whether a course is for a truck licence, type 2 or above. */
  truck: boolean
}): string[] {
  const photos = 'รูปถ่าย 1 นิ้ว 6 รูป'
  const medical = 'ใบรับรองแพทย์ตัวจริง (ไม่เกิน 30 วัน)'
  const identity = customer.is_foreigner
    ? ['สำเนาหนังสือเดินทาง 2 ฉบับ', 'หนังสือรับรองที่พัก หรือใบอนุญาตทำงาน']
    : ['สำเนาบัตรประชาชน 2 ฉบับ']
  const truck = customer.truck ? ['สำเนาทะเบียนบ้าน', 'สำเนาใบขับขี่ส่วนบุคคล'] : []
  return [...identity, medical, photos, ...truck]
}
