/** The help of each screen: its purpose, and the steps of its usual task. */
import { entities } from '@khapdee/domain/entities'
import { paths } from '../shared/paths.ts'

interface HelpText {
  purpose: string
  steps?: readonly string[]
}

/** The steps of every registration. */
const registrationSteps = [
  'อ่านบัตรประชาชน (F2) หรือค้นหาลูกค้าเดิม (F3) หากเป็นลูกค้าใหม่ให้กรอกข้อมูลเอง',
  'เลือกรายการ (F4) และใส่รหัสส่วนลดหากมี',
  'กรอกยอดที่รับชำระครั้งนี้และเงินที่รับมา ระบบคำนวณเงินทอนให้',
  'บันทึก (F9) ระบบออกเลขที่และพิมพ์ใบเสร็จ ลูกค้ายังไม่พร้อมให้กดพักไว้ แล้วเรียกคืนภายหลัง',
]

const applicationHelp = (list: string): HelpText => ({
  purpose: `ค้นหาและเปิดดู${list} รับชำระยอดค้าง พิมพ์เอกสาร แก้ไข ขอคืนเงิน หรือยกเลิก จากหน้าของแต่ละใบ`,
  steps: ['ค้นหาด้วยชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร', 'กดที่แถวเพื่อเปิด หรือกดปุ่มจัดการเพื่อทำรายการจากแถวนั้น'],
})

const payrollSteps = [
  'จัดทำเงินเดือนของเดือน แล้วตรวจยอดของแต่ละคน',
  'ส่งตรวจสอบ จากนั้นผู้มีสิทธิ์ยืนยันและอนุมัติ ผู้ส่งอนุมัติเองไม่ได้',
  'เมื่อจ่ายแล้วให้บันทึกการจ่าย สลิปจะเปิดให้พนักงานดู',
]

/** By path; a screen below one of these paths has the help of the longest one. */
const helpTexts: Readonly<Record<string, HelpText>> = {
  [paths.dashboard]: {
    purpose: 'สรุปยอดรับเงิน ใบสมัคร การสอบ และงานที่ต้องดำเนินการของวันนี้ กดที่ตัวเลขเพื่อดูรายการที่มา',
  },
  [paths.applications.course.list]: applicationHelp('ใบสมัครเรียน'),
  [paths.applications.course.new]: {
    purpose: 'ลงทะเบียนผู้สมัครเรียน พร้อมรับชำระเงินครั้งแรก',
    steps: registrationSteps,
  },
  [paths.applications.exam.list]: applicationHelp('ใบสมัครสอบ'),
  [paths.applications.exam.new]: {
    purpose: 'รับสมัครสอบสำหรับผู้ที่ไม่ได้เรียนหลักสูตรของโรงเรียน',
    steps: registrationSteps,
  },
  [paths.applications.vehicle_check.list]: applicationHelp('ใบตรวจสภาพรถ'),
  [paths.applications.vehicle_check.new]: {
    purpose: 'รับตรวจสภาพรถ โดยระบุทะเบียนรถหรือเลขตัวถัง',
    steps: registrationSteps,
  },
  [paths.applications.other_fee.list]: applicationHelp('รายการขาย'),
  [paths.applications.other_fee.new]: {
    purpose: 'ขายสินค้าและบริการอื่น เช่น คู่มือ ค่าสอบแก้ตัว ใช้ลูกค้าทั่วไปได้โดยไม่ต้องมีเลขบัตร',
    steps: registrationSteps,
  },
  [paths.applications.request_fee.list]: applicationHelp('คำขอ'),
  [paths.applications.request_fee.new]: {
    purpose: 'รับค่าคำขอที่ต้องรออนุมัติ คำขอที่ไม่อนุมัติต้องคืนเงินให้ผู้ชำระ',
    steps: registrationSteps,
  },
  [paths.customers.list]: {
    purpose: 'ข้อมูลผู้สมัครทั้งหมด เปิดหน้าของแต่ละคนเพื่อดูใบสมัคร ยอดค้าง เอกสาร และสิทธิ์สอบ',
    steps: [
      'ค้นหาด้วยชื่อ เบอร์โทรตั้งแต่หลักแรก หรือเลขบัตรครบ 13 หลัก',
      'คนเดียวกันที่มีข้อมูลซ้ำให้รวมข้อมูลซ้ำ ประวัติจะย้ายไปอยู่กับข้อมูลที่เก็บไว้',
    ],
  },
  [paths.overdue]: {
    purpose: 'ใบสมัครที่ยังชำระไม่ครบ แบ่งตามอายุหนี้และวันนัดชำระ ใช้ติดตามทวงถาม',
    steps: ['เปิดใบสมัครเพื่อบันทึกการติดตามและวันนัดชำระ', 'กด J หรือ K เพื่อไปใบถัดไปหรือก่อนหน้า'],
  },
  [paths.payBalance]: {
    purpose: 'รับชำระยอดค้างที่เคาน์เตอร์',
    steps: [
      'สแกนหรือพิมพ์เลขที่ใบสมัคร ชื่อ หรือเบอร์โทร แล้วกด Enter',
      'รับเต็มจำนวนทุกรายการ (F8) หรือกรอกยอดเอง แล้วกรอกเงินที่รับมา',
      'กด F9 ระบบพิมพ์ใบเสร็จและแสดงเงินทอน กด Enter เพื่อรับลูกค้าถัดไป',
    ],
  },
  [paths.payments]: {
    purpose: 'ใบเสร็จที่ออกแล้ว พิมพ์สำเนา แก้ไขวิธีชำระเงิน หรือขอลบรายการชำระเงินได้จากที่นี่',
  },
  [paths.approvals]: {
    purpose: 'คำขอที่รอการพิจารณาของคุณ ผู้ขออนุมัติคำขอของตนเองไม่ได้',
  },
  [paths.closings.list]: {
    purpose: 'ปิดยอดประจำวัน: ตรวจนับเงินสดในลิ้นชักเทียบกับยอดในระบบ และนำฝากธนาคาร',
    steps: ['นับเงินสดแล้วกรอกยอดที่นับได้', 'ตรวจเงินขาดหรือเงินเกิน แล้วยืนยันปิดยอด ปิดแล้วแก้ไขไม่ได้'],
  },
  [paths.income.list]: { purpose: 'รายรับของโรงเรียน ทั้งจากใบเสร็จและรายรับอื่นที่บันทึกเอง' },
  [paths.expenses.list]: {
    purpose: 'รายจ่ายของโรงเรียน พร้อมไฟล์แนบและภาษีหัก ณ ที่จ่าย พิมพ์ใบสำคัญจ่ายได้จากแต่ละรายการ',
  },
  [paths.accounts.list]: { purpose: 'รายรับและรายจ่ายทั้งหมดเรียงตามวันที่ พร้อมยอดสรุปและกราฟ' },
  [entities.recurring_entry.path]: {
    purpose: 'รายรับหรือรายจ่ายที่เกิดซ้ำ เช่น ค่าเช่า ระบบเสนอให้บันทึกเมื่อถึงกำหนด',
  },
  [paths.statements]: {
    purpose: 'นำเข้ารายการเดินบัญชีของธนาคาร แล้วจับคู่กับใบเสร็จและรายจ่ายในระบบ',
    steps: ['นำเข้าไฟล์จากธนาคาร', 'ตรวจรายการที่ระบบเสนอ แล้วจับคู่รายการที่ยังไม่จับคู่'],
  },
  [entities.bank_account.path]: { purpose: 'บัญชีธนาคารที่รับโอนและนำฝาก ของแต่ละสาขา' },
  [paths.vehicleExpenses]: { purpose: 'ค่าใช้จ่ายแยกตามยานพาหนะ เช่น น้ำมัน ซ่อม ภาษี' },
  [paths.withheldTax]: { purpose: 'ภาษีหัก ณ ที่จ่ายที่ต้องนำส่ง และหนังสือรับรองของผู้ถูกหัก' },
  [paths.reports]: { purpose: 'รายงานรายรับ รายจ่าย และภาษีตามช่วงวันที่ พิมพ์หรือส่งออก Excel ได้' },
  [paths.accountLocks]: {
    purpose: 'ล็อกบัญชีถึงวันที่กำหนด รายการก่อนวันนั้นเพิ่มหรือแก้ไขไม่ได้จนกว่าจะปลดล็อก',
  },
  [paths.payroll]: { purpose: 'เงินเดือนของแต่ละคนในเดือนที่เลือก', steps: payrollSteps },
  [paths.payrollReport]: { purpose: 'สรุปเงินเดือนของทุกคนในเดือน พร้อมรายการรายได้และรายหัก' },
  [paths.payrollUsers]: {
    purpose: 'รายได้และรายหักที่แต่ละคนได้ทุกเดือน ใช้ตั้งต้นเมื่อจัดทำเงินเดือน',
  },
  [paths.payslips]: { purpose: 'พิมพ์สลิปเงินเดือนที่อนุมัติแล้ว ทีละคนหรือทั้งเดือน' },
  [paths.taxCertificates]: { purpose: 'ออก พิมพ์ และยกเลิกหนังสือรับรอง 50 ทวิ ของพนักงาน' },
  [paths.payrollFiles]: { purpose: 'ไฟล์สำหรับธนาคาร ประกันสังคม และกรมสรรพากร ของเดือนที่อนุมัติแล้ว' },
  [paths.ownPayslips]: { purpose: 'สลิปเงินเดือนและหนังสือรับรอง 50 ทวิ ของคุณเอง' },
  [paths.drawer]: {
    purpose: 'เงินสดในลิ้นชักตั้งแต่ปิดยอดครั้งก่อน: เงินทอนตั้งต้น เงินเข้า เงินออก และนำฝากธนาคาร',
  },
  [paths.pettyCash.list]: { purpose: 'เงินสดย่อยของผู้ถือแต่ละคน การเบิก การใช้ และการคืน' },
  [paths.exams]: { purpose: 'ผู้เข้าสอบของแต่ละวัน จองสอบ เปลี่ยนวันสอบ และพิมพ์ใบนัดสอบ' },
  [paths.examDay]: {
    purpose: 'ลงทะเบียนเข้าสอบในวันสอบ และเรียกคิวขึ้นจอ',
    steps: ['สแกนใบนัดสอบหรืออ่านบัตรประชาชนของผู้เข้าสอบ', 'เรียกคิว แล้วให้ผู้สอบเข้าสอบที่จุดสอบ'],
  },
  [entities.exam_session.path]: {
    purpose: 'รอบสอบ ที่นั่ง กรรมการสอบ และสถานที่ รอบที่ได้รับผลกระทบต้องจัดใหม่',
    steps: ['เปิดรอบสอบเพื่อบันทึกผลสอบ', 'เมื่อบันทึกผลครบแล้วให้ปิดรอบสอบ'],
  },
  [paths.ownSessions]: { purpose: 'รอบสอบที่คุณเป็นกรรมการ กดที่รอบเพื่อบันทึกผลสอบ' },
  [paths.examCalendar]: { purpose: 'รอบสอบ วันหยุด วันลา และกำหนดการ ในมุมมองเดือน สัปดาห์ หรือวัน' },
  [entities.exam_right.path]: {
    purpose: 'สิทธิ์สอบของผู้สมัคร ต่ออายุ ระงับ หรือคืนสิทธิ์ได้ตามสิทธิ์การใช้งาน',
  },
  [paths.examHistory]: { purpose: 'ผลสอบที่บันทึกแล้วทั้งหมด ค้นหาตามผู้สอบ วันที่ และผล' },
  [paths.evaluationResults]: { purpose: 'ผลคะแนนและความพึงพอใจ แยกตามหัวข้อ บุคคล สาขา หรือเดือน' },
  [paths.customerTesting]: {
    purpose: 'ตรวจสอบว่าผู้สมัครคนหนึ่งสอบอะไรได้ จองไว้วันใด และผลเป็นอย่างไร',
    steps: ['ค้นหาผู้สมัคร หรืออ่านบัตรประชาชน'],
  },
  [paths.branches.list]: { purpose: 'สาขา ที่อยู่ เวลาเปิด ใบเสร็จ ภาษี และพร้อมเพย์ของแต่ละสาขา' },
  [entities.course.path]: { purpose: 'หลักสูตรและราคา ราคาใหม่มีผลกับใบสมัครใหม่เท่านั้น' },
  [entities.promotion.path]: { purpose: 'รหัสส่วนลด ช่วงวันที่ใช้ได้ และจำนวนครั้งที่ใช้แล้ว' },
  [entities.other_fee.path]: { purpose: 'ราคาสินค้าและบริการที่ขายได้ ของแต่ละสาขา' },
  [entities.request_fee.path]: { purpose: 'อัตราค่าคำขอ และคำขอที่เป็นค่าธรรมเนียมของรัฐ' },
  [entities.list_expenses.path]: { purpose: 'หมวดที่ใช้แยกรายรับและรายจ่ายในบัญชี' },
  [entities.evaluate.path]: { purpose: 'หัวข้อในแบบประเมินของผู้สอบและผู้ทดสอบ' },
  [entities.vehicle.path]: {
    purpose: 'ยานพาหนะของโรงเรียน และกำหนดตรวจสภาพ พ.ร.บ. ประกัน และภาษี',
  },
  [entities.place.path]: { purpose: 'สถานที่เรียนและสอบ พร้อมจำนวนที่นั่ง' },
  [entities.holiday.path]: { purpose: 'วันหยุดของโรงเรียนและสาขา ซึ่งเตือนเมื่อจัดรอบสอบ' },
  [paths.school]: { purpose: 'ชื่อ โลโก้ และค่าที่ใช้ทั้งโรงเรียน' },
  [entities.document_type.path]: {
    purpose: 'เอกสารที่ผู้สมัครต้องนำมาตามหลักสูตร ใบสมัครจะแสดงเอกสารที่ยังขาด',
  },
  [entities.list_payroll.path]: { purpose: 'รายการรายได้และรายหักที่ใช้ในเงินเดือน' },
  [entities.payroll_rate.path]: {
    purpose: 'อัตราประกันสังคม ภาษี และค่าแรงตามกฎหมาย แต่ละอัตรามีวันที่เริ่มใช้',
  },
  [paths.setupList]: { purpose: 'สิ่งที่ต้องตั้งค่าก่อนรับผู้สมัครคนแรก ระบบทำเครื่องหมายให้เองเมื่อทำเสร็จ' },
  [entities.app_user.path]: { purpose: 'พนักงาน บัญชีผู้ใช้ วันลา และใบอนุญาต' },
  [entities.role.path]: {
    purpose: 'บทบาทและสิทธิ์ กำหนดว่าแต่ละบทบาทเห็นและทำอะไรได้บ้าง',
  },
  [entities.audit_log.path]: { purpose: 'ใครทำอะไร เมื่อใด และค่าก่อนกับหลังแก้ไข บันทึกนี้แก้ไขไม่ได้' },
  [entities.backup.path]: { purpose: 'ไฟล์สำรองข้อมูล สร้างใหม่ ตรวจสอบ และดาวน์โหลด' },
  [paths.profile]: { purpose: 'ข้อมูลส่วนตัวและรหัสผ่านของคุณ' },
  [paths.cardReader]: {
    purpose: 'เลือกและทดสอบเครื่องอ่านบัตรของเครื่องนี้',
    steps: ['เปิดโปรแกรมอ่านบัตร แล้วจับคู่ด้วยรหัสที่แสดง', 'เสียบบัตรแล้วกดทดสอบ'],
  },
}

/** The help of the screen at `pathname`; undefined when it has none. */
export function helpFor(pathname: string): HelpText | undefined {
  const path = Object.keys(helpTexts)
    .filter((known) => pathname === known || pathname.startsWith(`${known}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  return path === undefined ? undefined : helpTexts[path]
}
