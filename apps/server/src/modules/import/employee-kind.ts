/** Employees: known by their user name. */
import { employee, salaryFieldNames } from '@khapdee/contract/entities/employee'
import {
  bankAccountTypes,
  banks,
  employeeStatuses,
  employeeTypes,
  weekdays,
} from '@khapdee/domain/employee'
import { payTypes } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  employeeColumns as personColumns,
  employeeTables,
  noSalary,
  visiblePeople,
} from '../employee/employee.queries.ts'
import { rolesToGive } from '../employee/role-limits.ts'
import { registerEmployee, updateEmployee } from '../employee/save-employee.ts'
import { isAdministrative } from '../role/administrators.ts'
import { addressColumns, email, nameOf, phoneColumn, text } from './person-columns.ts'
import {
  bankAccount,
  branch,
  choice,
  choices,
  dayCell,
  idCard,
  money,
  role,
  yesNo,
} from './cell-types.ts'
import type { ImportColumn, ImportKindSpec, StoredRecord, Values } from './import-kind.ts'

/** Each password takes a while to be hashed. */
const mostEmployees = 500

const columns: readonly ImportColumn[] = [
  {
    ...text('username', 'ชื่อผู้ใช้', 'somchai.j'),
    isRequired: true,
    note: 'a–z 0–9 . _ - จำนวน 3–32 ตัว ใช้ค้นหาพนักงานที่มีอยู่แล้ว',
  },
  { ...text('prefix', 'คำนำหน้า', 'นาย'), isRequired: true },
  { ...text('fname', 'ชื่อ', 'สมชาย'), isRequired: true },
  { ...text('sname', 'นามสกุล', 'ใจดี'), isRequired: true },
  text('nickname', 'ชื่อเล่น', 'ชาย'),
  { field: 'role_id', title: 'บทบาท', type: role, isRequired: true, example: 'ครูฝึก' },
  { field: 'branch_id', title: 'สาขา', type: branch, isRequired: true, example: 'KKN' },
  text('department', 'แผนก', 'ฝ่ายครูฝึก'),
  text('position', 'ตำแหน่ง', 'ครูฝึกขับรถยนต์'),
  {
    field: 'employee_type',
    title: 'ประเภทการจ้าง',
    type: choice(employeeTypes),
    example: 'รายเดือน',
  },
  { field: 'status', title: 'สถานะ', type: choice(employeeStatuses), example: 'ปฏิบัติงาน' },
  { field: 'start_date', title: 'วันที่เริ่มงาน', type: dayCell, example: '01/02/2569' },
  { field: 'end_date', title: 'วันที่พ้นสภาพ', type: dayCell, example: '' },
  { field: 'day_off', title: 'วันหยุดประจำสัปดาห์', type: choices(weekdays), example: 'จันทร์' },
  phoneColumn('phone_1', 'โทรศัพท์มือถือ', '081-234-5678'),
  phoneColumn('phone_2', 'โทรศัพท์สำรอง'),
  email,
  { field: 'birthday', title: 'วันเกิด', type: dayCell, example: '21/11/2540' },
  text('prefix_en', 'คำนำหน้า (อังกฤษ)', 'Mr.'),
  text('fname_en', 'ชื่อ (อังกฤษ)', 'Somchai'),
  text('sname_en', 'นามสกุล (อังกฤษ)', 'Jaidee'),
  ...addressColumns,
  text('emergency_name', 'ผู้ติดต่อกรณีฉุกเฉิน'),
  phoneColumn('emergency_phone', 'โทรศัพท์ผู้ติดต่อ'),
  text('emergency_relation', 'ความสัมพันธ์'),
  {
    field: 'is_activate',
    title: 'เข้าสู่ระบบได้',
    type: yesNo('เปิดใช้งาน', 'ปิดใช้งาน'),
    example: 'เปิดใช้งาน',
  },
  text('note', 'หมายเหตุ'),
  ...(
    [
      { field: 'idcard', title: 'เลขประจำตัวประชาชน', type: idCard, example: '' },
      { field: 'salary', title: 'เงินเดือน', type: money, example: '15,000.00' },
      { field: 'extra_salary', title: 'เงินเดือนพิเศษ', type: money, example: '' },
      { field: 'sso_salary', title: 'ฐานค่าจ้างประกันสังคม', type: money, example: '' },
      { field: 'is_salary_daily', title: 'คิดค่าจ้างเป็นรายวัน', type: yesNo(), example: '' },
      { field: 'salary_pay_type', title: 'วิธีรับเงินเดือน', type: choice(payTypes), example: '' },
      { field: 'bank', title: 'ธนาคาร', type: choice(banks), example: 'ธนาคารกสิกรไทย' },
      { field: 'bank_acc', title: 'เลขที่บัญชี', type: bankAccount, example: '' },
      text('branch_branch', 'สาขาธนาคาร'),
      {
        field: 'bank_account_type',
        title: 'ประเภทบัญชี',
        type: choice(bankAccountTypes),
        example: '',
      },
    ] as const
  ).map((column) => ({ ...column, needs: 'user.view-salary' as const })),
]

const fields = Object.keys(employee.update.input.shape).filter(
  (name) => !['user_id', 'version', ...salaryFieldNames].includes(name),
)

/** Those whom the user sees, and that the others' names are taken. */
async function find(ctx: UserContext, keys: readonly string[]) {
  const { rows } = await sql<
    Values & { user_id: number; version: number; role_id: number; username: string }
  >`
    select ${personColumns(ctx)} from ${employeeTables}
    where t.username = any(${keys}::text[]) and ${visiblePeople(ctx)}`.execute(ctx.tx)
  const salaries = ctx.may('user.view-salary')
    ? await ctx.tx
        .selectFrom('user_salary')
        .selectAll()
        .where('user_id', 'in', [0, ...rows.map(({ user_id }) => user_id)])
        .execute()
    : []
  const salaryOf = new Map(salaries.map((each) => [each.user_id, each]))
  const mayTouchAll = await isAdministrative(ctx, ctx.actor.role_id)
  const above = new Set<number>()
  for (const roleId of new Set(rows.map(({ role_id }) => role_id))) {
    const isOwn = mayTouchAll || roleId === ctx.actor.role_id
    if (!isOwn && (await isAdministrative(ctx, roleId))) above.add(roleId)
  }
  const found = new Map(
    rows.map((row): [string, StoredRecord[]] => [
      row.username,
      [
        {
          id: row.user_id,
          version: row.version,
          values: Object.fromEntries(fields.map((name) => [name, row[name]])),
          kept: { ...noSalary, ...salaryOf.get(row.user_id) },
          ...(above.has(row.role_id) && { closed: 'คุณไม่มีสิทธิ์แก้ไขผู้ดูแลระบบ' }),
        },
      ],
    ]),
  )
  const { rows: taken } = await sql<{ username: string }>`
    select username from app_user where username = any(${keys}::text[])`.execute(ctx.tx)
  for (const { username } of taken) {
    if (!found.has(username)) {
      found.set(username, [{ id: 0, version: 0, values: {}, closed: 'ชื่อผู้ใช้ นี้มีในระบบแล้ว' }])
    }
  }
  return found
}

export const employeeKind: ImportKindSpec = {
  kind: 'employee',
  columns,
  mostRows: mostEmployees,
  idName: 'user_id',
  keys: ['username'],
  keyOf: ({ username }) => (typeof username === 'string' ? username : null),
  nameOf,
  find,
  created: employee.create.input,
  updated: employee.update.input,
  async check(ctx) {
    const given = new Set((await rolesToGive(ctx)).map(({ role_id }) => role_id))
    return ({ values, stored }) => {
      const roleId = values['role_id'] as number
      if (roleId === stored?.values['role_id'] || given.has(roleId)) return null
      return { field: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }
    }
  },
  async create(ctx, values) {
    // As the schema of this very call has decoded them, like those of the update below.
    const answer = (await registerEmployee.run(ctx, values)) as {
      data: { user_id: number; first_password: string }
    }
    return { id: answer.data.user_id, first_password: answer.data.first_password }
  },
  async update(ctx, values) {
    await updateEmployee.run(ctx, values)
    return { id: values['user_id'] as number }
  },
}
