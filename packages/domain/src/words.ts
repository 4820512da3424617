/**
 * Thai texts that three or more files use, by purpose. Labels of fields are in the schemas of the contract and in
 * `field-titles.ts`, names of records in `entities.ts`, words of payroll in `payroll/payroll-words.ts`.
 */

/** Actions: buttons, menus, permissions, audited calls. */
export const actionWords = {
  acceptSeat: 'รับที่นั่ง',
  add: 'เพิ่ม',
  addLeave: 'เพิ่มวันลา',
  admit: 'ให้เข้ารอบนี้',
  amend: 'แก้ไขรายการในใบสมัคร',
  approve: 'อนุมัติ',
  bookExam: 'จองสอบ',
  retakeExam: 'สอบแก้ตัว',
  cancel: 'ยกเลิก',
  cancelBooking: 'ยกเลิกการจองสอบ',
  cancelApplication: 'ยกเลิกใบสมัคร',
  changeExamDate: 'เปลี่ยนวันสอบ',
  clear: 'ล้างตัวกรอง',
  clearSearch: 'ล้างคำค้นหา',
  close: 'ปิด',
  closeSession: 'ปิดรอบสอบ',
  copy: 'คัดลอก',
  create: 'สร้างรายการใหม่',
  declineSeat: 'ไม่รับที่นั่ง',
  delete: 'ลบ',
  correctTheory: 'แก้ไขผลทฤษฎีจากที่อื่น',
  disableRight: 'ระงับสิทธิ์สอบ',
  dismiss: 'ปิดเรื่อง',
  edit: 'แก้ไข',
  enableRight: 'คืนสิทธิ์สอบ',
  endWithoutRefund: 'ยุติ ไม่คืนเงิน',
  editNote: 'แก้ไขหมายเหตุ',
  editPayType: 'แก้ไขวิธีชำระเงิน',
  extendRight: 'ต่ออายุสิทธิ์สอบ',
  download: 'ดาวน์โหลด',
  exportExcel: 'ส่งออก Excel',
  followUp: 'บันทึกการติดตาม',
  findCustomer: 'ค้นหาลูกค้าเดิม',
  grantRights: 'ให้สิทธิ์สอบ',
  hold: 'พักไว้',
  import: 'นำเข้า',
  joinWaiting: 'ลงรายชื่อสำรอง',
  keepSession: 'คงรอบสอบไว้',
  leaveWaiting: 'ออกจากรายชื่อสำรอง',
  manage: 'จัดการ',
  match: 'จับคู่รายการ',
  unmatch: 'ยกเลิกการจับคู่',
  mergeCustomers: 'รวมข้อมูลผู้สมัครซ้ำ',
  offerSeat: 'เสนอที่นั่ง',
  openPdf: 'เปิดไฟล์ PDF',
  payBalance: 'รับชำระยอดค้าง',
  payOut: 'จ่ายเงินคืน',
  print: 'พิมพ์',
  printApplication: 'พิมพ์ใบสมัคร',
  printReceipt: 'พิมพ์ใบเสร็จ',
  printRefund: 'พิมพ์ใบคืนเงิน',
  checkIn: 'ลงทะเบียนเข้าสอบ',
  undoCheckIn: 'ยกเลิกการลงทะเบียนเข้าสอบ',
  callCandidate: 'เรียกคิว',
  enterExam: 'เข้าสอบ',
  recordResult: 'บันทึกผลสอบ',
  refund: 'คืนเงิน',
  register: 'ลงทะเบียน',
  replaceResources: 'เปลี่ยนตามที่เลือก',
  reject: 'ไม่อนุมัติ',
  requestRefund: 'ขอคืนเงิน',
  requestVoid: 'ขอลบรายการชำระเงิน',
  retry: 'ลองอีกครั้ง',
  revokeApproval: 'ยกเลิกการอนุมัติ',
  reveal: 'แสดงเลขบัตรเต็ม',
  save: 'บันทึก',
  signIn: 'เข้าสู่ระบบ',
  signOut: 'ออกจากระบบ',
  withdraw: 'ถอนคำขอ',
  buildPayroll: 'จัดทำเงินเดือน',
  correctResult: 'แก้ไขผลสอบ',
  issue: 'ออก',
  open: 'เปิด',
  prepare: 'จัดทำ',
  printReport: 'พิมพ์รายงาน',
  printTaxCertificate: 'พิมพ์ 50 ทวิ',
  readCard: 'อ่านบัตรประชาชน',
  receive: 'รับ',
  receiveDocument: 'รับเอกสาร',
  receiveRepayment: 'รับคืน',
  remit: 'นำส่ง',
  renewLink: 'สร้างลิงก์ใหม่',
  revokeLink: 'ยกเลิกลิงก์',
  view: 'ดู',
} as const

/** Titles of cards, columns and menu entries that are not labels of fields. */
export const headings = {
  setupList: 'ตั้งค่าเริ่มต้น',
  payrollList: 'รายการจ่ายเงินเดือน',
  payrollMonth: 'เงินเดือน',
  payrollReport: 'รายงานเงินเดือน',
  dashboard: 'ภาพรวม',
  customerTesting: 'ตรวจสอบข้อมูลผู้สมัคร',
  vehicleExpenses: 'ค่าใช้จ่ายยานพาหนะ',
  overCap: 'เกินวงเงินสูงสุด ไม่นับในยอดรวม',
  overCapMark: 'เกินวงเงิน',
  action: 'การทำงาน',
  address: 'ที่อยู่',
  allBranches: 'ทุกสาขา',
  approvals: 'รายการรออนุมัติ',
  cardReader: 'เครื่องอ่านบัตร',
  checkedVehicle: 'ข้อมูลรถ',
  /** The column with the names of fields. */
  data: 'ข้อมูล',
  details: 'รายละเอียด',
  displaySettings: 'ตั้งค่าการแสดงผล',
  pastAlerts: 'ข้อความแจ้งล่าสุด',
  documents: 'เอกสาร',
  examHistory: 'ประวัติการสอบ',
  fullAmount: 'เต็มจำนวน',
  help: 'วิธีใช้และปุ่มลัด',
  item: 'รายการ',
  loading: 'กำลังโหลดข้อมูล',
  masterData: 'ข้อมูลหลัก',
  none: 'ไม่มี',
  /** The number of a document or record. */
  number: 'เลขที่',
  /** The position in a list. */
  position: 'ลำดับ',
  permissions: 'สิทธิ์',
  ownSessions: 'รอบสอบของฉัน',
  personalData: 'ข้อมูลส่วนตัว',
  photo: 'รูปถ่าย',
  /** Followed by the number of amendments. */
  revision: 'แก้ไขครั้งที่',
  summary: 'สรุปยอด',
  /** The day and the time. */
  time: 'วันเวลา',
  /** The changes of an application. */
  timeline: 'ลำดับเหตุการณ์',
  /** The label of a sum. */
  total: 'รวม',
  user: 'ผู้ใช้งาน',
  waitingList: 'รายชื่อสำรอง',
  walkIn: 'ลูกค้าทั่วไป',
  worklist: 'ต้องดำเนินการ',
  all: 'ทั้งหมด',
  candidates: 'ผู้เข้าสอบ',
  chart: 'แผนภูมิ',
  checkingFile: 'กำลังตรวจสอบไฟล์',
  children: 'บุตร',
  spouse: 'คู่สมรส',
  general: 'ทั่วไป',
  itemDetails: 'ข้อมูลรายการ',
  noCandidates: 'ยังไม่มีผู้เข้าสอบ',
  noEntries: 'ยังไม่มีรายการ',
  noSession: 'ไม่ระบุรอบ',
  notSpecified: 'ไม่ระบุ',
  other: 'อื่น ๆ',
  queueScreen: 'จอแสดงคิว',
  receipts: 'ใบเสร็จ',
  receivedMoney: 'รับเงิน',
  returningCustomer: 'ลูกค้าเดิม',
  tax: 'ภาษี',
  thisMonth: 'เดือนนี้',
  today: 'วันนี้',
} as const

/** States that records of several kinds have. */
export const stateWords = {
  approved: 'อนุมัติแล้ว',
  called: 'เรียกแล้ว',
  cancelled: 'ยกเลิกแล้ว',
  ended: 'สิ้นสุด',
  full: 'เต็ม',
  new: 'ใหม่',
  outstanding: 'ค้างชำระ',
  overdue: 'เลยกำหนด',
  valid: 'ใช้ได้',
  void: 'ยกเลิก',
  waitingForApproval: 'รออนุมัติ',
} as const

/** The placeholder of searches for applications. */
export const applicationSearchHint = 'ชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร'

/** Messages in the answers of the server; the browser shows `failed` if there is no answer. */
export const answerMessages = {
  added: 'เพิ่มข้อมูลเรียบร้อยแล้ว',
  changed: 'แก้ไขข้อมูลเรียบร้อยแล้ว',
  deleted: 'ลบข้อมูลเรียบร้อยแล้ว',
  forbidden: 'คุณไม่มีสิทธิ์ใช้งานส่วนนี้',
  failed: 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง',
  signedOut: 'หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง',
} as const

export const units = {
  baht: 'บาท',
  entries: 'รายการ',
  hours: 'ชั่วโมง',
  points: 'คะแนน',
  rights: 'สิทธิ์',
  sheets: 'ใบ',
  times: 'ครั้ง',
} as const

/** An example of a number plate, in placeholders and templates of imports. */
export const plateExample = '1กข 1234'

/** The name of the product. */
export const productName = 'ขับดี'

/** Kinds of vehicles that several suggested lists contain. */
export const vehicleWords = { car: 'รถยนต์', motorcycle: 'รถจักรยานยนต์' } as const

/** The words for true and false. */
export const yesNoWords = ['ใช่', 'ไม่ใช่'] as const

/** The words for active records, which forms offer, and inactive ones. */
export const activeWords = ['เปิดใช้งาน', 'ปิดใช้งาน'] as const
