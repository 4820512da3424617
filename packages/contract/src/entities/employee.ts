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
import { idCardProblem, normalizeIdCard } from '@khapdee/domain/id-card'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import {
  baht,
  dataOf,
  day,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  multilineText,
  oneOf,
  option,
  positiveBaht,
  requiredText,
  text,
  version,
} from '../wire.ts'
import { customerFields } from './customer.ts'
import { leastPassword, sessionRow, username } from './user.ts'

const { birthday, address, moo, soi, street, subdistrict, district, province, postcode, email } =
  customerFields
const phone = customerFields.phone_2

/** One given before there was a rule for names stays; the server asks more of a new one. */
const storedUsername = z
  .string({ error: messages.required('ชื่อผู้ใช้') })
  .trim()
  .toLowerCase()
  .min(1, { error: messages.required('ชื่อผู้ใช้') })
  .max(32, { error: messages.tooLong(32) })

const employeeFields = {
  username,
  role_id: z.int({ error: messages.select('บทบาท') }).positive({ error: messages.invalid }),
  /** The home branch: whose people he is among. */
  branch_id: z.int({ error: messages.select('สาขา') }).positive({ error: messages.invalid }),
  /** Other branches that he works in. */
  branches: z.array(id).max(200, { error: messages.invalid }).default([]),
  prefix: requiredText('คำนำหน้า', 50),
  fname: requiredText('ชื่อ', 100),
  sname: requiredText('นามสกุล', 100),
  nickname: text(50).default(''),
  prefix_en: text(50).default(''),
  fname_en: text(100).default(''),
  sname_en: text(100).default(''),
  birthday,
  address,
  moo,
  soi,
  street,
  subdistrict,
  district,
  province,
  postcode,
  phone_1: phone,
  phone_2: phone,
  email,
  emergency_name: text().default(''),
  emergency_phone: phone,
  emergency_relation: text(50).default(''),
  department: text(100).default(''),
  position: text(100).default(''),
  employee_type: oneOf(employeeTypes).default('monthly'),
  status: oneOf(employeeStatuses).default('working'),
  start_date: day.nullable().default(null),
  end_date: day.nullable().default(null),
  /** Free every week. */
  day_off: z.array(oneOf(weekdays)).max(7, { error: messages.invalid }).default([]),
  note: multilineText().default(''),
  /** A picture that was uploaded for him. */
  photo: id.nullable().default(null),
  /** May sign in; never somebody who has left. */
  is_activate: z.boolean().default(true),
}

/**
 * For those with `user.view-salary` alone: refused from others, and never shown to them. What is
 * left out stays as it is.
 */
const salaryFields = {
  /** Empty: stays as it is, for it is read back masked. */
  idcard: z
    .string()
    .max(20, { error: messages.idcard })
    .overwrite(normalizeIdCard)
    .refine(
      (value) =>
        value === '' || idCardProblem(value, { foreigner: value.startsWith('0') }) === null,
      {
        error: messages.idcard,
      },
    )
    .optional(),
  salary: positiveBaht.optional(),
  extra_salary: positiveBaht.optional(),
  sso_salary: positiveBaht.optional(),
  is_salary_daily: z.boolean().optional(),
  salary_pay_type: oneOf(payTypes).optional(),
  bank: z
    .string()
    .refine((value) => value === '' || Object.hasOwn(banks, value), {
      error: messages.select('ธนาคาร'),
    })
    .optional(),
  bank_acc: z
    .string()
    .max(40, { error: messages.tooLong(40) })
    .overwrite((value) => arabicDigits(value).replace(/[\s-]/g, ''))
    .refine((value) => value === '' || /^\d{10,15}$/.test(value), {
      error: 'เลขที่บัญชีต้องเป็นตัวเลข 10–15 หลัก',
    })
    .optional(),
  branch_branch: text(100).optional(),
  bank_account_type: oneOf(bankAccountTypes).optional(),
}
export const salaryFieldNames = Object.keys(salaryFields) as (keyof typeof salaryFields)[]

const password = z
  .string()
  .max(256, { error: messages.tooLong(256) })
  .refine((value) => value === '' || value.length >= leastPassword.length, {
    error: leastPassword.message,
  })
  .default('')

const daysInOrder = (path: string) => ({ path: [path], error: messages.dateRange })
const worksInOrder = ({
  start_date,
  end_date,
}: {
  start_date: string | null
  end_date: string | null
}) => start_date === null || end_date === null || start_date <= end_date

const texts = <Name extends string>(...of: Name[]) =>
  Object.fromEntries(of.map((name) => [name, z.string()])) as Record<Name, z.ZodString>

const optionalTexts = <Name extends string>(...of: Name[]) =>
  Object.fromEntries(of.map((name) => [name, z.string().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodString>
  >

/** Read back as stored: the rules for writing are younger than some rows. */
const listRow = z.object({
  user_id: id,
  ...texts('username', 'prefix', 'fname', 'sname', 'nickname', 'prefix_en', 'fname_en', 'sname_en'),
  ...texts('address', 'moo', 'soi', 'street', 'subdistrict', 'district', 'province', 'postcode'),
  ...texts('phone_1', 'phone_2', 'email', 'department', 'position', 'note'),
  ...texts('emergency_name', 'emergency_phone', 'emergency_relation'),
  role_id: id,
  role_name: z.string(),
  branch_id: id,
  branch_name: z.string(),
  branches: z.array(id),
  birthday: day.nullable(),
  employee_type: employeeFields.employee_type.unwrap(),
  status: employeeFields.status.unwrap(),
  start_date: day.nullable(),
  end_date: day.nullable(),
  day_off: employeeFields.day_off.unwrap(),
  photo: id.nullable(),
  /** Signed link to the photo. */
  photo_link: z.string().nullable(),
  is_activate: z.boolean(),
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
  ...optionalTexts('bank', 'bank_acc', 'branch_branch'),
  salary: baht.optional(),
  extra_salary: baht.optional(),
  sso_salary: baht.optional(),
  is_salary_daily: z.boolean().optional(),
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
        username: storedUsername,
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
        user_id: id,
        start: day,
        end: day,
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
