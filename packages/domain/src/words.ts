/**
 * Thai texts that three or more files use, by purpose. Labels of fields are in the schemas of the contract,
 * names of records in `entities.ts`, labels of states beside their types.
 */

/** Actions: buttons, menus, permissions, audited calls. */
export const actionWords = {
  addLeave: 'เพิ่มวันลา',
  cancel: 'ยกเลิก',
  cancelApplication: 'ยกเลิกใบสมัคร',
  clear: 'ล้างค่า',
  close: 'ปิด',
  create: 'สร้างรายการใหม่',
  delete: 'ลบ',
  edit: 'แก้ไข',
  editPayType: 'แก้ไขวิธีชำระเงิน',
  exportExcel: 'ส่งออก Excel',
  manage: 'จัดการ',
  mergeCustomers: 'รวมข้อมูลผู้สมัครซ้ำ',
  openPdf: 'เปิดไฟล์ PDF',
  payBalance: 'ชำระยอดค้าง',
  printReceipt: 'พิมพ์ใบเสร็จ',
  printRefund: 'พิมพ์ใบคืนเงิน',
  refund: 'คืนเงิน',
  register: 'ลงทะเบียน',
  requestVoid: 'ขอลบรายการชำระเงิน',
  retry: 'ลองอีกครั้ง',
  reveal: 'แสดงเลขบัตรเต็ม',
  save: 'บันทึก',
  signIn: 'เข้าสู่ระบบ',
  signOut: 'ออกจากระบบ',
} as const

/** Titles of cards, columns and menu entries that are not labels of fields. */
export const headings = {
  action: 'การทำงาน',
  address: 'ที่อยู่',
  details: 'รายละเอียด',
  documents: 'เอกสาร',
  item: 'รายการ',
  loading: 'กำลังโหลดข้อมูล',
  none: 'ไม่มี',
  /** The position in a list. */
  position: 'ลำดับ',
  permissions: 'สิทธิ์',
  personalData: 'ข้อมูลส่วนตัว',
  photo: 'รูปถ่าย',
  summary: 'สรุปยอด',
  user: 'ผู้ใช้งาน',
} as const

/** Messages in answers of the server, and of the browser if there is no answer. */
export const answers = {
  added: 'เพิ่มข้อมูลเรียบร้อยแล้ว',
  changed: 'แก้ไขข้อมูลเรียบร้อยแล้ว',
  deleted: 'ลบข้อมูลเรียบร้อยแล้ว',
  failed: 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง',
  signedOut: 'หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง',
} as const

export const units = { baht: 'บาท', entries: 'รายการ', hours: 'ชั่วโมง', rights: 'สิทธิ์' } as const

/** The words for true and false. */
export const yesNoWords = ['ใช่', 'ไม่ใช่'] as const

/** The words for active records, which forms offer, and inactive ones. */
export const activeWords = ['เปิดใช้งาน', 'ปิดใช้งาน'] as const
