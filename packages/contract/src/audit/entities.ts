/** What the audit trail calls the records it tells of, and their fields. */
import {
  applicationStatuses,
  applicationKinds,
  payTypes,
  paymentStatuses,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { employeeStatuses } from '@khapdee/domain/employee'
import { type EntityName, entityList } from '@khapdee/domain/entities'
import { evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { dueKinds, dueStates, vehicleStatuses } from '@khapdee/domain/vehicle'
import { discountTypes, promotionTypes } from '../entities/promotion.ts'
import { auditedPeople } from './people.ts'
import {
  type AuditField,
  amount,
  choice,
  flag,
  hidden,
  list,
  masked,
  money,
  named,
  phone,
  plain,
  record,
  showAny,
  taxNumber,
} from './show.ts'

export interface AuditedEntity {
  label: string
  fields: Readonly<Record<string, AuditField>>
}

/** Fields that mean the same wherever they stand. */
export const commonFields: Readonly<Record<string, AuditField>> = {
  name: plain('ชื่อ'),
  code: plain('รหัส'),
  title: plain('หัวข้อ'),
  detail: plain('รายละเอียด'),
  note: plain('หมายเหตุ'),
  type: plain('ประเภท'),
  status: plain('สถานะ'),
  category: plain('หมวด'),
  price: money('ราคา'),
  is_activate: flag('สถานะ', 'เปิดใช้งาน', 'ปิดใช้งาน'),
  branch_id: named('สาขา', 'branch', 'ทุกสาขา'),
  user_id: named('ผู้ใช้งาน', 'app_user'),
  role_id: named('บทบาท', 'role'),
  customer_id: named('ผู้สมัคร', 'customer'),
  prefix: plain('คำนำหน้า'),
  fname: plain('ชื่อ'),
  sname: plain('นามสกุล'),
  nickname: plain('ชื่อเล่น'),
  birthday: plain('วันเกิด'),
  idcard: masked('เลขประจำตัวประชาชน'),
  passport: masked('เลขที่หนังสือเดินทาง'),
  address: plain('บ้านเลขที่'),
  moo: plain('หมู่ที่'),
  soi: plain('ซอย'),
  street: plain('ถนน'),
  subdistrict: plain('ตำบล/แขวง'),
  district: plain('อำเภอ/เขต'),
  province: plain('จังหวัด'),
  postcode: plain('รหัสไปรษณีย์'),
  phone_1: phone('โทรศัพท์มือถือ'),
  phone_2: phone('โทรศัพท์สำรอง'),
  email: plain('อีเมล'),
  line: plain('ไลน์ไอดี'),
  username: plain('ชื่อผู้ใช้'),
  password: hidden('รหัสผ่าน'),
  password_hash: hidden('รหัสผ่าน'),
  position: plain('ตำแหน่ง'),
  is_active: flag('สถานะ', 'เปิดใช้งาน', 'ปิดใช้งาน'),
  start: plain('วันเริ่มต้น'),
  end: plain('วันสิ้นสุด'),
  printed: list(
    'เอกสารที่พิมพ์',
    ({ number, prints }) => `${showAny(number)} (ครั้งที่ ${showAny(prints)})`,
  ),
}

const options = (choices: readonly { value: string; name: string }[]) =>
  Object.fromEntries(choices.map(({ value, name }) => [value, name]))

const fee = { name: plain('ชื่อรายการ') }

/** Fields that an entity words in its own way; the rest are in {@link commonFields}. */
const ownFields = {
  ...auditedPeople,
  branch: {
    fields: {
      code: plain('รหัสสาขา'),
      name: plain('ชื่อสาขา'),
      parent_id: named('สังกัดสาขา', 'branch'),
      phone_1: phone('โทรศัพท์'),
      tax_id: taxNumber('เลขประจำตัวผู้เสียภาษี'),
      tax_branch_no: plain('เลขที่สาขา'),
      promptpay_id: plain('หมายเลขพร้อมเพย์'),
      logo_file_id: named('โลโก้', 'file'),
      settings: record('ตั้งค่า', {
        exam_right_days: amount('อายุสิทธิ์สอบ', 'วัน'),
        exam_extend_days: amount('ต่ออายุสิทธิ์สอบครั้งละ', 'วัน'),
        exam_requires_session: flag('จองสอบได้เฉพาะวันที่มีรอบสอบ'),
        exam_requires_full_payment: flag('ต้องชำระครบก่อนจองสอบ'),
        theory_retake_days: amount('เว้นก่อนสอบแก้ตัวภาคทฤษฎี', 'วันทำการ'),
        practice_retake_days: amount('เว้นก่อนสอบแก้ตัวภาคปฏิบัติ', 'วัน'),
        receipt_size: choice('ขนาดใบเสร็จ', { '80mm': '80 มม.' }),
        receipt_full_idcard: flag('พิมพ์เลขบัตรเต็มบนใบเสร็จ'),
        receipt_header: plain('หัวเอกสาร'),
        receipt_header_address: flag('พิมพ์ชื่อสาขาและที่อยู่ใต้หัวเอกสาร'),
        receipt_footer: plain('ข้อความท้ายเอกสาร'),
        vehicle_remind_days: amount('แจ้งเตือนยานพาหนะล่วงหน้า', 'วัน'),
      }),
    },
  },
  course: {
    fields: {
      name: plain('ชื่อหลักสูตร'),
      theory_hours: amount('ภาคทฤษฎี', 'ชั่วโมง'),
      practice_hours: amount('ภาคปฏิบัติ', 'ชั่วโมง'),
      has_theory_exam: flag('มีสอบภาคทฤษฎี'),
      has_practice_exam: flag('มีสอบภาคปฏิบัติ'),
      min_age: amount('อายุขั้นต่ำ', 'ปี'),
    },
  },
  promotion: {
    fields: {
      code: plain('รหัสส่วนลด'),
      name: plain('ชื่อส่วนลด'),
      type: choice('ใช้กับ', options(promotionTypes)),
      type_discount: choice('รูปแบบส่วนลด', options(discountTypes)),
      value: plain('มูลค่า'),
      is_unlimit: flag('ไม่จำกัดจำนวน'),
      limit: amount('จำกัดจำนวนสิทธิ์', 'ครั้ง'),
    },
  },
  other_fee: { fields: fee },
  request_fee: {
    fields: { ...fee, is_state_fee: flag('ค่าธรรมเนียมของราชการ') },
  },
  list_expenses: {
    fields: {
      name: plain('ชื่อรายการ'),
      category: choice('หมวดหมู่', expenseCategories),
      type: choice('ประเภท', expenseTypes),
      status: choice('สถานะ', expenseStatuses),
    },
  },
  evaluate: {
    fields: {
      title: plain('หัวข้อประเมิน'),
      category: plain('หมวดหมู่'),
      type: choice('ประเภท', evaluationTypes),
      scale: choice('การให้คะแนน', evaluationScales),
      course_id: named('หลักสูตร', 'course'),
      other_fee_id: named('ค่าใช้จ่ายอื่น', 'other_fee'),
      sort: plain('ลำดับ'),
    },
  },
  vehicle: {
    fields: {
      no: plain('ทะเบียนรถ'),
      province: plain('จังหวัดที่จดทะเบียน'),
      type: plain('ประเภทรถ'),
      brand: plain('ยี่ห้อ'),
      model: plain('รุ่น'),
      color: plain('สี'),
      status: choice('สถานะ', vehicleStatuses),
      purchase_date: plain('วันที่ซื้อ'),
      insurance_company: plain('บริษัทประกันภัย'),
      insurance_type: plain('ประเภทประกันภัย'),
      noti_check: plain(dueKinds.noti_check),
      noti_compulsory: plain(dueKinds.noti_compulsory),
      noti_insurance: plain(dueKinds.noti_insurance),
      noti_tax: plain(dueKinds.noti_tax),
    },
  },
  customer: {
    fields: {
      name: plain('ชื่อ–นามสกุล'),
      is_foreigner: flag('ชาวต่างชาติ'),
      revealed: choice('ข้อมูลที่แสดง', { idcard: 'เลขประจำตัวประชาชน' }),
      privacy_notice_at: plain('รับทราบประกาศความเป็นส่วนตัวเมื่อ'),
      privacy_notice_version: plain('ฉบับของประกาศ'),
      merged: named('รวมข้อมูลจาก', 'customer'),
      merged_into: named('รวมเข้ากับ', 'customer'),
      applications: plain('ใบสมัครที่ย้ายมา'),
      payments: plain('ใบเสร็จที่ย้ายมา'),
      exam_rights: amount('สิทธิ์สอบที่ย้ายมา', 'สิทธิ์'),
    },
  },
  application: {
    fields: {
      application_code: plain('เลขที่ใบสมัคร'),
      status: choice('สถานะ', applicationStatuses),
      total: money('ยอดรวม'),
      discount: money('ส่วนลด'),
      net: money('ยอดสุทธิ'),
      paid: money('ชำระแล้ว'),
      balance: money('ยอดค้างชำระ'),
      payments: list('ใบเสร็จรับเงิน', ({ payment_code }) => showAny(payment_code)),
      decision: choice('ผลการอนุมัติ', requestDecisions),
      decision_note: plain('หมายเหตุการอนุมัติ'),
      end_note: plain('เหตุผล'),
    },
  },
  payment: {
    fields: {
      status: choice('สถานะ', paymentStatuses),
      pay_type: choice('วิธีชำระเงิน', payTypes),
      request_note: plain('เหตุผลที่ขอลบ'),
      decision_note: plain('หมายเหตุการอนุมัติ'),
    },
  },
  closing: {
    fields: {
      closing_code: plain('เลขที่เอกสาร'),
      day: plain('ประจำวันที่'),
      movements: amount('จำนวนรายการ', 'รายการ'),
      expected_cash: money('เงินสดตามระบบ'),
      expected_transfer: money('เงินโอนตามระบบ'),
      counted_cash: money('เงินสดที่นับได้'),
      difference: money('ส่วนต่าง'),
    },
  },
  file: {
    fields: { name: plain('ชื่อไฟล์'), size: amount('ขนาด', 'ไบต์') },
  },
  export: {
    fields: {
      branch: named('สาขา', 'branch', 'ทั้งหมด'),
      user: named('ผู้ใช้งาน', 'app_user', 'ทั้งหมด'),
      type: choice('ประเภท', applicationKinds),
      status: choice('สถานะ', {
        ...applicationStatuses,
        ...paymentStatuses,
        ...vehicleStatuses,
        ...employeeStatuses,
      }),
      category: choice('หมวด', { ...payTypes, ...dueStates }),
      sort: plain('เรียงตาม'),
      text: plain('คำค้นหา'),
      month: plain('งวดเดือน'),
      revealed: choice('ข้อมูลที่แสดง', { idcard: 'เลขประจำตัวประชาชน' }),
    },
  },
} as const satisfies Partial<Record<EntityName, Pick<AuditedEntity, 'fields'>>>

/** An audit entry names one of these; the trail itself is not audited. */
export type AuditEntity = Exclude<EntityName, 'audit_log'>

/** The order of the audit list's filter: people and roles first, then the order of the entities. */
const first = Object.keys(auditedPeople)
const order = (entity: string) => (first.includes(entity) ? first.indexOf(entity) : first.length)

const fieldsOf: Readonly<Partial<Record<EntityName, Pick<AuditedEntity, 'fields'>>>> = ownFields

/** Every audited entity with its label and the fields that are told in a way of their own. */
export const auditedEntities = Object.fromEntries(
  entityList
    .filter(([name]) => name !== 'audit_log')
    .toSorted(([a], [b]) => order(a) - order(b))
    .map(([name, { label, auditLabel = label }]): [string, AuditedEntity] => [
      name,
      { label: auditLabel, fields: fieldsOf[name]?.fields ?? {} },
    ]),
) as Readonly<Record<AuditEntity, AuditedEntity>>
