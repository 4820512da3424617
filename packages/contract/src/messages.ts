import { cashWords } from '@khapdee/domain/application/cash-received'

/**
 * Thai messages of failed validation and of other refusals, with the words of the glossary; messages with a
 * parameter are functions. Amounts are given with their unit.
 */
export const messages = {
  required: (field: string) => `กรุณากรอก${field}`,
  otherCourse: 'กรุณาเลือกหลักสูตรอื่น',
  select: (field: string) => `กรุณาเลือก${field}`,
  between: (min: number, max: number, unit: string) => `กรุณากรอก ${min}–${max} ${unit}`,
  tooLong: (max: number) => `กรุณากรอกไม่เกิน ${max} ตัวอักษร`,
  invalid: 'ข้อมูลไม่ถูกต้อง',
  unknownField: 'มีข้อมูลที่ระบบไม่รู้จัก',
  number: 'กรุณากรอกเป็นตัวเลข',
  bahtDecimals: 'กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง',
  notNegative: 'จำนวนเงินต้องไม่ติดลบ',
  amountMax: (amount: string) => `จำนวนเงินต้องไม่เกิน ${amount}`,
  positive: 'จำนวนเงินต้องมากกว่า 0',
  date: 'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)',
  birthdayFuture: 'วันเกิดต้องไม่เกินวันนี้',
  birthdayTooEarly: 'วันเกิดต้องไม่ก่อนปี พ.ศ. 2443',
  registrationFuture: 'วันที่จดทะเบียนต้องไม่เกินวันนี้',
  registrationTooEarly: 'วันที่จดทะเบียนต้องไม่ก่อนปี พ.ศ. 2443',
  vehicleIdentity: 'กรุณากรอกทะเบียนรถหรือเลขตัวถัง',
  walkInOfOtherBranch: 'ลูกค้าทั่วไปใช้ได้เฉพาะสาขาที่ลงทะเบียน กรุณากรอกเลขประจำตัว',
  walkInExam: 'รายการนี้ให้สิทธิ์สอบ กรุณากรอกเลขประจำตัวของผู้สมัครก่อน',
  dateRange: 'วันที่เริ่มต้นต้องไม่เกินวันที่สิ้นสุด',
  idcard: 'เลขประจำตัวประชาชนไม่ถูกต้อง กรุณาตรวจสอบ',
  idcardLength: 'กรุณากรอกเลขประจำตัวประชาชนให้ครบ 13 หลัก',
  passport: 'เลขที่หนังสือเดินทางไม่ถูกต้อง',
  phone: 'กรุณากรอกหมายเลขโทรศัพท์ให้ถูกต้อง',
  email: 'รูปแบบอีเมลไม่ถูกต้อง',
  noLines: 'กรุณาเพิ่มรายการอย่างน้อย 1 รายการ',
  mayNotTakePayments: 'คุณไม่มีสิทธิ์รับชำระเงิน กรุณาลงทะเบียนโดยไม่รับเงิน',
  overpay: 'จำนวนเงินเกินยอดค้างชำระ',
  amountOrSplit: 'ระบุได้เพียงยอดเดียว หรือแยกตามวิธีชำระเงิน',
  repeatedPayType: 'วิธีชำระเงินซ้ำกัน',
  cashShort: (amount: string) => `${cashWords.short} ${amount}`,
  cashReceivedNeedsCash: 'เงินที่รับมาใช้กับเงินสดเท่านั้น',
  refundMax: (max: string) => `จำนวนเงินคืนต้องไม่เกินยอดที่ชำระแล้ว (${max})`,
  refundReason: 'กรุณาระบุเหตุผลการคืนเงิน',
  refundSum: 'จำนวนเงินคืนไม่เท่ากับผลรวมของรายการ',
} as const
