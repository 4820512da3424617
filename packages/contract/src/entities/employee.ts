/**
 * Employees of the school, who are also the users. Source: product specification, sections 2 and 9; the
 * field names are those of the former system.
 */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { headings } from '@khapdee/domain/words'
import {
  bankAccountTypes,
  employeeStatuses,
  employeeTypes,
  weekdays,
  leaveKinds,
  payKinds,
} from '@khapdee/domain/employee'
import { payTypes } from '@khapdee/domain/application/status'
import { idCardProblem } from '@khapdee/domain/id-card'
import { entities } from '@khapdee/domain/entities'
import { zeroSatang } from '@khapdee/domain/money'
import { z } from 'zod'
import { bank, bankAccount } from '../bank-fields.ts'
import type { FieldProblem } from '../crud.ts'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  baht,
  dataOf,
  day,
  enteredDay,
  exportQuery,
  fileLink,
  flag,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  note,
  oneOf,
  option,
  optionalDay,
  nonNegativeBaht,
  reference,
  requiredReference,
  shownText,
  storedTexts,
  text,
  typeOf,
  version,
  statusOf,
  optionalPhone,
  wholeNumber,
} from '../wire.ts'
import { customerFields } from './customer.ts'
import { minPassword, photo, sessionRow, storedUsername, username } from './user.ts'

const { prefix, fname, sname, birthday, phone_2, email } = customerFields
const { address, moo, soi, street, subdistrict, district, province, postcode } = customerFields

export const employeeFields = {
  username,
  role_id: requiredReference('role'),
  /** The home branch. The employee is visible to users who work in it. */
  branch_id: requiredReference('branch'),
  /** Further branches in which the employee works. */
  branches: z
    .array(reference('branch', 'สาขาอื่นที่ทำงาน'))
    .max(200, { error: messages.invalid })
    .default([]),
  prefix,
  fname,
  sname,
  nickname: text('ชื่อเล่น', 50).default(''),
  prefix_en: text('คำนำหน้า (อังกฤษ)', 50).default(''),
  fname_en: text('ชื่อ (อังกฤษ)', 100).default(''),
  sname_en: text('นามสกุล (อังกฤษ)', 100).default(''),
  birthday,
  address,
  moo,
  soi,
  street,
  subdistrict,
  district,
  province,
  postcode,
  phone_1: optionalPhone(titleOf(customerFields, 'phone_1')),
  phone_2,
  email,
  emergency_name: text('ผู้ติดต่อกรณีฉุกเฉิน').default(''),
  emergency_phone: optionalPhone('โทรศัพท์ผู้ติดต่อ'),
  emergency_relation: text('ความสัมพันธ์', 50).default(''),
  department: text('แผนก', 100).default(''),
  position: text(fieldTitles.position, 100).default(''),
  employee_type: oneOf('ประเภทการจ้าง', employeeTypes).default('monthly'),
  status: statusOf(employeeStatuses).default('working'),
  start_date: optionalDay('วันที่เริ่มงาน'),
  end_date: optionalDay('วันที่พ้นสภาพ'),
  /** Weekly days off. */
  day_off: z
    .array(oneOf('วันหยุดประจำสัปดาห์', weekdays))
    .max(7, { error: messages.invalid })
    .default([]),
  note,
  photo: photo.default(null),
  /** May sign in. Ignored for resigned employees, who can never sign in. */
  is_activate: flag('เข้าสู่ระบบได้').default(true),
}

const claimed = (title: string) => labelled(nonNegativeBaht, title).default(zeroSatang)
const allowanceClaim = z.strictObject({
  spouse: flag('คู่สมรสไม่มีเงินได้').default(false),
  children: wholeNumber(headings.children, 20).default(0),
  later_children: wholeNumber('บุตรคนที่ 2 ขึ้นไป เกิดปี 2561 เป็นต้นไป', 20).default(0),
  parents: wholeNumber('บิดามารดา', 4).default(0),
  life_insurance: claimed('เบี้ยประกันชีวิต'),
  health_insurance: claimed('เบี้ยประกันสุขภาพ'),
  home_loan_interest: claimed('ดอกเบี้ยเงินกู้เพื่อที่อยู่อาศัย'),
})

/**
 * Salary fields. Only callers with `user.view-salary` may read or send them. Omitted fields stay
 * unchanged.
 */
export const salaryFields = {
  /**
   * Empty means unchanged, because forms only get the masked number. A number that begins with 0 is
   * checked as a foreigner's.
   */
  idcard: customerFields.idcard
    .unwrap()
    .refine(
      (value) =>
        value === '' || idCardProblem(value, { foreigner: value.startsWith('0') }) === null,
      { error: messages.idcard },
    )
    .optional(),
  salary: labelled(nonNegativeBaht, payrollWords.salary).optional(),
  extra_salary: labelled(nonNegativeBaht, 'เงินเดือนพิเศษ').optional(),
  sso_salary: labelled(nonNegativeBaht, payrollWords.socialSecurityBase).optional(),
  is_salary_daily: flag('คิดค่าจ้างเป็นรายวัน').optional(),
  salary_pay_type: oneOf('วิธีรับเงินเดือน', payTypes).optional(),
  bank: bank.optional(),
  bank_acc: bankAccount.optional(),
  branch_branch: text('สาขาธนาคาร', 100).optional(),
  bank_account_type: oneOf('ประเภทบัญชี', bankAccountTypes).optional(),
  pay_as: oneOf('ประเภทผู้รับเงิน', payKinds).optional(),
  sso_member: flag('ผู้ประกันตน').optional(),
  ewf_exempt: flag('ยกเว้นกองทุนสงเคราะห์ลูกจ้าง').optional(),
  /** Basis points: 500 is 5 %. */
  pvd_rate: wholeNumber('อัตรากองทุนสำรองเลี้ยงชีพ (% × 100)', 1500).optional(),
  /** The allowances claimed by the form ล.ย.01. */
  tax_allowances: labelled(allowanceClaim, 'ค่าลดหย่อนภาษี (ล.ย.01)').optional(),
}
export const salaryFieldNames = Object.keys(salaryFields) as (keyof typeof salaryFields)[]

const password = labelled(
  z
    .string()
    .max(256, { error: messages.tooLong(256) })
    .refine((value) => value === '' || value.length >= minPassword.length, {
      error: minPassword.message,
    }),
  'รหัสผ่านเริ่มต้น',
  { as: 'hidden' },
).default('')

const periodError = { path: ['end_date'], error: messages.dateRange }
const hasValidPeriod = ({
  start_date,
  end_date,
}: {
  start_date?: string | null | undefined
  end_date?: string | null | undefined
}) => !start_date || !end_date || start_date <= end_date

const texts = <Name extends keyof typeof employeeFields>(...names: Name[]) =>
  storedTexts(employeeFields, ...names)

const salaryTexts = storedTexts(salaryFields, 'bank', 'bank_acc', 'branch_branch')
const storedSalary = (name: 'salary' | 'extra_salary' | 'sso_salary') =>
  labelled(baht, titleOf(salaryFields, name)).optional()
const storedDay = (name: 'birthday' | 'start_date' | 'end_date') =>
  labelled(day, titleOf(employeeFields, name)).nullable()

/** An employee as returned by the server. It is not validated, because old rows may violate newer rules. */
const listRow = z.object({
  user_id: id,
  ...texts('username', 'prefix', 'fname', 'sname', 'nickname', 'prefix_en', 'fname_en', 'sname_en'),
  ...texts('address', 'moo', 'soi', 'street', 'subdistrict', 'district', 'province', 'postcode'),
  ...texts('phone_1', 'phone_2', 'email', 'department', 'position', 'note'),
  ...texts('emergency_name', 'emergency_phone', 'emergency_relation'),
  role_id: id,
  role_name: shownText(titleOf(employeeFields, 'role_id')),
  branch_id: id,
  branch_name: branchName,
  branches: z.array(id),
  birthday: storedDay('birthday'),
  employee_type: employeeFields.employee_type.unwrap(),
  status: employeeFields.status.unwrap(),
  start_date: storedDay('start_date'),
  end_date: storedDay('end_date'),
  day_off: employeeFields.day_off.unwrap(),
  photo: id.nullable(),
  /** Signed link to the photo. */
  photo_link: z.string().nullable(),
  is_activate: employeeFields.is_activate.unwrap(),
  /** The user still has a generated password and must change it at the next sign-in. */
  must_change_password: z.boolean(),
  /**
   * Whether the caller has all rights of the user's role. Then the caller may change the role, user
   * name and activity, delete the user, reset the password and end sessions, with the permission
   * for each.
   */
  is_manageable: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version,
})

const row = z.object({
  ...listRow.shape,
  /** For example `1-1000-xxxxx-01-6`. */
  masked_idcard: z.string().optional(),
  bank: salaryTexts.bank.optional(),
  bank_acc: salaryTexts.bank_acc.optional(),
  branch_branch: salaryTexts.branch_branch.optional(),
  salary: storedSalary('salary'),
  extra_salary: storedSalary('extra_salary'),
  sso_salary: storedSalary('sso_salary'),
  is_salary_daily: salaryFields.is_salary_daily,
  salary_pay_type: salaryFields.salary_pay_type,
  bank_account_type: salaryFields.bank_account_type,
  pay_as: salaryFields.pay_as,
  sso_member: salaryFields.sso_member,
  ewf_exempt: salaryFields.ewf_exempt,
  pvd_rate: salaryFields.pvd_rate,
  tax_allowances: salaryFields.tax_allowances,
})
export type EmployeeRow = z.output<typeof listRow>

const leaveKind = typeOf(leaveKinds)

const leaveRow = z.object({
  leave_id: id,
  user_id: id,
  start: day,
  end: day,
  kind: leaveKind,
  reason: z.string(),
  /** Name of the user who recorded the leave. */
  user: z.string(),
  createdAt: instant,
})
/** Days of a kind of leave in the present year, by the rates of payroll. */
const leaveBalance = z.object({
  kind: leaveKind,
  entitled: labelled(z.number(), 'สิทธิ์'),
  used: labelled(z.number(), 'ใช้แล้ว'),
  left: labelled(z.number(), fieldTitles.remaining),
})
export type LeaveBalanceRow = z.output<typeof leaveBalance>
export type LeaveRow = z.output<typeof leaveRow>

const userInPath = z.strictObject({ user_id: idInPath })
const firstCredentials = z.object({ user_id: id, username: z.string(), first_password: z.string() })

export const employee = {
  entity: entities.app_user,
  resource: 'user',
  idName: 'user_id',
  row,
  fields: z.strictObject({ ...employeeFields, ...salaryFields, password }),
  /** As in `crud()`: Zod checks a refinement of the input only when all fields are valid. */
  problems: (values: Parameters<typeof hasValidPeriod>[0]): FieldProblem[] =>
    hasValidPeriod(values) ? [] : [{ path: 'end_date', message: messages.dateRange }],
  create: endpoint({
    method: 'POST',
    path: 'user/register',
    access: 'user.create',
    idempotent: 'optional',
    summary:
      'Create an employee; the answer has the first password once, a replayed answer has an empty one',
    input: z
      .strictObject({
        ...employeeFields,
        ...salaryFields,
        /** The first password, generated when empty. It must be changed at the first sign-in. */
        password,
      })
      .refine(hasValidPeriod, periodError),
    output: dataOf(z.object({ ...row.shape, ...firstCredentials.shape })),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'user/update',
    access: 'user.update',
    summary: 'Change an employee; deactivation ends all sessions of the employee',
    input: z
      .strictObject({
        user_id: id,
        ...employeeFields,
        username: storedUsername(32),
        ...salaryFields,
        /**
         * The day from which changed pay, branch and position are valid; by default the first of
         * this month.
         */
        pay_from: labelled(enteredDay, 'มีผลตั้งแต่วันที่').nullable().optional(),
        version,
      })
      .refine(hasValidPeriod, periodError),
    output: dataOf(row),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'user/delete',
    access: 'user.delete',
    summary: 'Delete an employee and end all sessions of the employee',
    input: z.strictObject({ user_id: id, version }),
    output: dataOf(z.object({ user_id: id })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'user/gettable',
    access: 'user.view',
    summary:
      'List employees; `status` outstanding selects those not yet paid for the latest month of payroll',
    input: listQuery,
    output: listOf(listRow),
  }),
  get: endpoint({
    method: 'GET',
    path: 'user/get/:user_id',
    access: 'user.view',
    summary: 'Read one employee; salary, bank and ID number only for callers who may see them',
    input: userInPath,
    output: dataOf(row),
  }),
  export: endpoint({
    method: 'POST',
    path: 'user/export',
    access: 'user.export',
    summary: 'Link to an Excel file of the whole list; salaries only for callers who may see them',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  listforregister: endpoint({
    method: 'GET',
    path: 'user/listforregister',
    access: 'user.view',
    summary: 'Dropdowns of the employee form; only roles that the caller may assign',
    input: z.strictObject({}),
    output: dataOf(
      z.object({
        bank: z.array(option),
        department: z.array(z.string()),
        position: z.array(z.string()),
        role: z.array(z.object({ role_id: id, name: z.string() })),
        branch: z.array(z.object({ branch_id: id, name: z.string() })),
        days: z.array(option),
        pay_type: z.array(option),
        salary_pay_type: z.array(option),
        bank_account_type: z.array(option),
      }),
    ),
  }),
  reveal: endpoint({
    method: 'POST',
    path: 'user/reveal',
    access: 'user.reveal',
    summary: 'The unmasked ID number of one employee; every reveal is audited',
    input: z.strictObject({ user_id: id }),
    output: dataOf(z.object({ idcard: z.string() })),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'user/resetpassword',
    access: 'user.update',
    summary:
      'Reset the password of an employee to a generated one and end all sessions of the employee',
    input: z.strictObject({ user_id: id }),
    output: dataOf(firstCredentials),
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions/:user_id',
    access: 'user.end-session',
    summary: 'The open sessions of an employee',
    input: userInPath,
    output: dataOf(z.array(sessionRow)),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: 'user/endsessions',
    access: 'user.end-session',
    summary: 'End one session of an employee, or all of them',
    input: z.strictObject({
      user_id: id,
      session_id: z.uuid({ error: messages.invalid }).optional(),
    }),
    output: dataOf(z.null()),
  }),
  leave: endpoint({
    method: 'GET',
    path: 'user/leave/:user_id',
    access: 'user.view',
    summary: 'Leave of an employee, latest first, and what is left of each kind this year',
    input: userInPath,
    output: z.object({ data: z.array(leaveRow), detail: z.array(leaveBalance) }),
  }),
  addLeave: endpoint({
    method: 'POST',
    path: 'user/leave/create',
    access: 'user.update',
    idempotent: 'optional',
    summary: 'Record leave; leave that overlaps other leave of the same employee is refused',
    input: z
      .strictObject({
        user_id: reference('app_user'),
        start: labelled(enteredDay, fieldTitles.firstDay),
        end: labelled(enteredDay, fieldTitles.lastDay),
        kind: leaveKind.default('other'),
        /** Required for leave of kind `other`. */
        reason: text(fieldTitles.reason).default(''),
      })
      .refine(({ start, end }) => start <= end, { path: ['end'], error: messages.dateRange })
      .refine(({ kind, reason }) => kind !== 'other' || reason !== '', {
        path: ['reason'],
        error: messages.required(fieldTitles.reason),
      }),
    output: dataOf(leaveRow),
  }),
  removeLeave: endpoint({
    method: 'DELETE',
    path: 'user/leave/delete',
    access: 'user.update',
    summary: 'Delete leave',
    input: z.strictObject({ leave_id: id }),
    output: dataOf(z.object({ leave_id: id })),
  }),
} as const
