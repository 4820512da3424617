/** Thai names of the exported lists, for audit entries of exports; the keys are the file names. */
export const listNames: Readonly<Record<string, string>> = {
  applications: 'สมัครเรียน สมัครสอบ ตรวจสภาพรถ',
  'other-fees': 'ค่าใช้จ่ายอื่น',
  'request-fees': 'ค่าคำขอ',
  'pay-balance': 'รับชำระยอดค้าง',
  overdue: 'รายการค้างชำระ',
  payments: 'ประวัติการชำระเงิน',
  closings: 'ปิดยอดประจำวัน',
  customers: 'ผู้สมัคร',
  vehicles: 'ยานพาหนะ',
  employees: 'พนักงาน',
  audit: 'บันทึกการใช้งาน',
}
