/** What the audit trail calls the people of the school, their pay, leave, sign-ins and rights. */
import { employeeStatuses, employeeTypes, weekdays } from '@khapdee/domain/employee'
import { describePermissions } from '@khapdee/domain/permission-labels'
import type { AuditedEntity } from './entities.ts'
import { choice, each, flag, hidden, named, phone, plain } from './show.ts'

export const auditedPeople = {
  app_user: {
    fields: {
      role: plain('บทบาท'),
      branch_code: plain('รหัสสาขา'),
      branches: each(named('สาขาอื่นที่ทำงาน', 'branch')),
      prefix_en: plain('คำนำหน้า (อังกฤษ)'),
      fname_en: plain('ชื่อ (อังกฤษ)'),
      sname_en: plain('นามสกุล (อังกฤษ)'),
      photo: named('รูปถ่าย', 'file'),
      emergency_name: plain('ผู้ติดต่อกรณีฉุกเฉิน'),
      emergency_phone: phone('โทรศัพท์ผู้ติดต่อ'),
      emergency_relation: plain('ความสัมพันธ์'),
      department: plain('แผนก'),
      employee_type: choice('ประเภทการจ้าง', employeeTypes),
      status: choice('สถานะ', employeeStatuses),
      start_date: plain('วันที่เริ่มงาน'),
      end_date: plain('วันที่พ้นสภาพ'),
      day_off: each(choice('วันหยุดประจำสัปดาห์', weekdays)),
      is_activate: flag('เข้าสู่ระบบได้'),
      is_active: flag('เข้าสู่ระบบได้'),
      revealed: choice('ข้อมูลที่แสดง', { idcard: 'เลขประจำตัวประชาชน' }),
      sessions: choice('การเข้าสู่ระบบ', { ended: 'สิ้นสุดทุกอุปกรณ์' }),
    },
  },
  // Few may see pay, and the trail does not know who looks: it says that it changed, not to what.
  user_salary: {
    fields: {
      idcard: hidden('เลขประจำตัวประชาชน'),
      salary: hidden('เงินเดือน'),
      extra_salary: hidden('เงินเดือนพิเศษ'),
      sso_salary: hidden('ฐานค่าจ้างประกันสังคม'),
      is_salary_daily: hidden('คิดค่าจ้างเป็นรายวัน'),
      salary_pay_type: hidden('วิธีรับเงินเดือน'),
      bank: hidden('ธนาคาร'),
      bank_acc: hidden('เลขที่บัญชี'),
      branch_branch: hidden('สาขาธนาคาร'),
      bank_account_type: hidden('ประเภทบัญชี'),
    },
  },
  user_leave: {
    fields: {
      user_id: named('พนักงาน', 'app_user'),
      start: plain('ตั้งแต่วันที่'),
      end: plain('ถึงวันที่'),
      reason: plain('เหตุผล'),
    },
  },
  session: {
    fields: {
      revoked: choice('สิ้นสุดเพราะ', {
        'signed out': 'ออกจากระบบ',
        'refresh token used twice': 'มีการใช้สิทธิ์เข้าระบบซ้ำ ระบบจึงปิดการเข้าใช้งานนี้',
        'ended by an administrator': 'ผู้ดูแลสั่งสิ้นสุด',
      }),
    },
  },
  role: {
    fields: {
      name: plain('ชื่อบทบาท'),
      all_branches: flag('เห็นข้อมูลทุกสาขา'),
      may_self_decide: flag('อนุมัติรายการของตนเองได้'),
      permissions: {
        label: 'สิทธิ์',
        show: (value) =>
          (Array.isArray(value) ? describePermissions(value.map(String)) : '') || '–',
      },
    },
  },
} as const satisfies Record<string, Pick<AuditedEntity, 'fields'>>
