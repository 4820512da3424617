/**
 * Employees: everybody who works at the school and may sign in. Source: product specification,
 * sections 2 and 9; field names of the source, section 3.
 */
import {
  bankAccountTypes,
  banks,
  employeeStatuses,
  employeeTypes,
  weekdays,
} from '@khapdee/domain/employee'
import { payTypes } from '@khapdee/domain/application/status'
import { idCardProblem } from '@khapdee/domain/id-card'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  baht,
  dataOf,
  day,
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
  positiveBaht,
  reference,
  requiredReference,
  requiredText,
  shownText,
  storedTexts,
  text,
  version,
} from '../wire.ts'
import { customerFields, optionalPhone } from './customer.ts'
import { leastPassword, photo, sessionRow, storedUsername, username } from './user.ts'

const { prefix, fname, sname, birthday, phone_2, email } = customerFields
const { address, moo, soi, street, subdistrict, district, province, postcode } = customerFields

export const employeeFields = {
  username,
  role_id: requiredReference('role'),
  /** The home branch, which decides who sees the employee. */
  branch_id: requiredReference('branch'),
  /** Other branches to work in. */
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
  position: text('ตำแหน่ง', 100).default(''),
  employee_type: oneOf('ประเภทการจ้าง', employeeTypes).default('monthly'),
  status: oneOf('สถานะ', employeeStatuses).default('working'),
  start_date: optionalDay('วันที่เริ่มงาน'),
  end_date: optionalDay('วันที่พ้นสภาพ'),
  /** Free every week. */
  day_off: z
    .array(oneOf('วันหยุดประจำสัปดาห์', weekdays))
    .max(7, { error: messages.invalid })
    .default([]),
  note,
  photo: photo.default(null),
  /** May sign in; never somebody who has left. */
  is_activate: flag('เข้าสู่ระบบได้').default(true),
}

const bankTitle = 'ธนาคาร'
const accountTitle = 'เลขที่บัญชี'

/**
 * For those with `user.view-salary` alone: refused from others, and never shown to them. What is
 * left out stays as it is.
 */
export const salaryFields = {
  /** Empty: stays as it is, for it is read back masked. */
  idcard: customerFields.idcard
    .unwrap()
    .refine(
      (value) =>
        value === '' || idCardProblem(value, { foreigner: value.startsWith('0') }) === null,
      { error: messages.idcard },
    )
    .optional(),
  salary: labelled(positiveBaht, 'เงินเดือน').optional(),
  extra_salary: labelled(positiveBaht, 'เงินเดือนพิเศษ').optional(),
  sso_salary: labelled(positiveBaht, 'ฐานค่าจ้างประกันสังคม').optional(),
  is_salary_daily: flag('คิดค่าจ้างเป็นรายวัน').optional(),
  salary_pay_type: oneOf('วิธีรับเงินเดือน', payTypes).optional(),
  bank: labelled(
    z.string().refine((value) => value === '' || Object.hasOwn(banks, value), {
      error: messages.select(bankTitle),
    }),
    bankTitle,
    { words: banks },
  ).optional(),
  bank_acc: labelled(
    z
      .string()
      .max(40, { error: messages.tooLong(40) })
      .overwrite((value) => arabicDigits(value).replace(/[\s-]/g, ''))
      .refine((value) => value === '' || /^\d{10,15}$/.test(value), {
        error: `${accountTitle}ต้องเป็นตัวเลข 10–15 หลัก`,
      }),
    accountTitle,
  ).optional(),
  branch_branch: text('สาขาธนาคาร', 100).optional(),
  bank_account_type: oneOf('ประเภทบัญชี', bankAccountTypes).optional(),
}
export const salaryFieldNames = Object.keys(salaryFields) as (keyof typeof salaryFields)[]

const password = labelled(
  z
    .string()
    .max(256, { error: messages.tooLong(256) })
    .refine((value) => value === '' || value.length >= leastPassword.length, {
      error: leastPassword.message,
    }),
  'รหัสผ่านเริ่มต้น',
  { as: 'hidden' },
).default('')

const daysInOrder = (path: string) => ({ path: [path], error: messages.dateRange })
const worksInOrder = ({
  start_date,
  end_date,
}: {
  start_date: string | null
  end_date: string | null
}) => start_date === null || end_date === null || start_date <= end_date

const texts = <Name extends keyof typeof employeeFields>(...names: Name[]) =>
  storedTexts(employeeFields, ...names)

const payTexts = storedTexts(salaryFields, 'bank', 'bank_acc', 'branch_branch')
const storedPay = (name: 'salary' | 'extra_salary' | 'sso_salary') =>
  labelled(baht, titleOf(salaryFields, name)).optional()
const storedDay = (name: 'birthday' | 'start_date' | 'end_date') =>
  labelled(day, titleOf(employeeFields, name)).nullable()

/** Read back as stored: the rules for writing are younger than some rows. */
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
  /** Has not yet chosen a password of his own. */
  must_change_password: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version,
})

const row = z.object({
  ...listRow.shape,
  /** `1-1000-xxxxx-01-6`. */
  masked_idcard: z.string().optional(),
  bank: payTexts.bank.optional(),
  bank_acc: payTexts.bank_acc.optional(),
  branch_branch: payTexts.branch_branch.optional(),
  salary: storedPay('salary'),
  extra_salary: storedPay('extra_salary'),
  sso_salary: storedPay('sso_salary'),
  is_salary_daily: salaryFields.is_salary_daily,
  salary_pay_type: salaryFields.salary_pay_type,
  bank_account_type: salaryFields.bank_account_type,
})
export type EmployeeRow = z.output<typeof listRow>

const leaveRow = z.object({
  leave_id: id,
  user_id: id,
  start: day,
  end: day,
  reason: z.string(),
  /** Who wrote it down. */
  user: z.string(),
  createdAt: instant,
})
export type LeaveRow = z.output<typeof leaveRow>

const userInPath = z.strictObject({ user_id: idInPath })
const signIn = z.object({ user_id: id, username: z.string(), first_password: z.string() })

export const employee = {
  entity: entities.app_user,
  resource: 'user',
  idName: 'user_id',
  row,
  fields: z.strictObject({ ...employeeFields, ...salaryFields, password }),
  create: endpoint({
    method: 'POST',
    path: 'user/register',
    access: 'user.create',
    idempotent: 'optional',
    summary:
      'Create an employee; the answer alone tells the first password, which is empty in a repeated one',
    input: z
      .strictObject({
        ...employeeFields,
        ...salaryFields,
        /** Empty: one is made. It must be changed at the first sign-in. */
        password,
      })
      .refine(worksInOrder, daysInOrder('end_date')),
    output: dataOf(z.object({ ...row.shape, ...signIn.shape })),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'user/update',
    access: 'user.update',
    summary: 'Change an employee; whoever may no longer sign in is signed out everywhere',
    input: z
      .strictObject({
        user_id: id,
        ...employeeFields,
        username: storedUsername(32),
        ...salaryFields,
        version,
      })
      .refine(worksInOrder, daysInOrder('end_date')),
    output: dataOf(row),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'user/delete',
    access: 'user.delete',
    summary: 'Delete an employee and sign him out everywhere',
    input: z.strictObject({ user_id: id, version }),
    output: dataOf(z.object({ user_id: id })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'user/gettable',
    access: 'user.view',
    summary: 'List employees; status outstanding means all who are active',
    input: listQuery,
    output: listOf(listRow),
  }),
  get: endpoint({
    method: 'GET',
    path: 'user/get/:user_id',
    access: 'user.view',
    summary: 'Read one employee; pay, bank and ID number for those alone who may see them',
    input: userInPath,
    output: dataOf(row),
  }),
  export: endpoint({
    method: 'POST',
    path: 'user/export',
    access: 'user.export',
    summary: 'Link to an Excel file of the whole list; pay for those alone who may see it',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  listforregister: endpoint({
    method: 'GET',
    path: 'user/listforregister',
    access: 'user.view',
    summary: 'Dropdowns of the employee form; roles are those the caller may give',
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
    summary: 'The whole ID number of one employee; every reveal is audited',
    input: z.strictObject({ user_id: id }),
    output: dataOf(z.object({ idcard: z.string() })),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'user/resetpassword',
    access: 'user.update',
    summary: 'A new first password for an employee who forgot his; he is signed out everywhere',
    input: z.strictObject({ user_id: id }),
    output: dataOf(signIn),
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions/:user_id',
    access: 'user.end-session',
    summary: 'Where an employee is signed in',
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
    summary: 'Days on which an employee is away, the latest first',
    input: userInPath,
    output: dataOf(z.array(leaveRow)),
  }),
  addLeave: endpoint({
    method: 'POST',
    path: 'user/leave/create',
    access: 'user.update',
    idempotent: 'optional',
    summary:
      'Write down days of leave; those that overlap with others of the same person are refused',
    input: z
      .strictObject({
        user_id: reference('app_user'),
        start: labelled(day, 'ตั้งแต่วันที่'),
        end: labelled(day, 'ถึงวันที่'),
        reason: requiredText('เหตุผล'),
      })
      .refine(({ start, end }) => start <= end, daysInOrder('end')),
    output: dataOf(leaveRow),
  }),
  removeLeave: endpoint({
    method: 'DELETE',
    path: 'user/leave/delete',
    access: 'user.update',
    summary: 'Take days of leave back',
    input: z.strictObject({ leave_id: id }),
    output: dataOf(z.object({ leave_id: id })),
  }),
} as const
