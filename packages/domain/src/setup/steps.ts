/** The steps by which a new school is set up, in their order. Source: product specification, section 12. */
export const setupSteps = {
  school: { label: 'ชื่อและโลโก้โรงเรียน', hint: 'พิมพ์บนหัวเอกสารทุกฉบับ' },
  branch: {
    label: 'ที่อยู่และเลขผู้เสียภาษีของสาขา',
    hint: 'ต้องมีครบก่อนออกใบเสร็จ หรือยืนยันว่าไม่มีเลขผู้เสียภาษี',
  },
  promptpay: { label: 'พร้อมเพย์ของสาขา', hint: 'พิมพ์ QR รับชำระบนใบสมัครและตอนรับเงินโอน' },
  hours: { label: 'เวลาทำการของสาขา', hint: 'ใช้เตือนเมื่อจัดรอบสอบนอกเวลา' },
  courses: {
    label: 'หลักสูตรและค่าธรรมเนียม',
    hint: 'เลือกจากรายการที่โรงเรียนส่วนใหญ่ใช้ แก้ราคา หรือนำเข้าจากไฟล์',
  },
  people: { label: 'พนักงานและสิทธิ์การใช้งาน', hint: 'ให้แต่ละคนเข้าสู่ระบบด้วยชื่อของตนเอง' },
  documents: { label: 'เอกสารที่ต้องใช้', hint: 'เช่น ใบรับรองแพทย์ ให้เจ้าหน้าที่ตรวจรับตอนสมัคร' },
  receipt: { label: 'ทดลองพิมพ์ใบเสร็จ', hint: 'ดูหัวเอกสารและขนาดกระดาษก่อนใช้จริง' },
  registration: { label: 'ลงทะเบียนลูกค้าคนแรก', hint: 'รับชำระเงินและพิมพ์ใบเสร็จใบแรก' },
} as const

export type SetupStep = keyof typeof setupSteps
