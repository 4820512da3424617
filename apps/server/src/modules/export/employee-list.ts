/** The employees as a file; what they are paid for those alone who may see it. */
import { employee } from '@khapdee/contract/entities/employee'
import { payTypes } from '@khapdee/domain/application/status'
import {
  type EmployeeStatus,
  bankAccountTypes,
  banks,
  employeeStatuses,
  employeeTypes,
} from '@khapdee/domain/employee'
import { maskIdCard } from '@khapdee/domain/id-card'
import { satang } from '@khapdee/domain/money'
import { personName } from '@khapdee/domain/person-name'
import { formatPhone } from '@khapdee/domain/phone'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { employeesWithNames } from '../employee/employee.queries.ts'
import { employeeListStatuses, employeeOrder, listedEmployees } from '../employee/list-employees.ts'
import { type Column, dayCell, exportedList } from './export-list.ts'

interface Person {
  id: number
  username: string
  prefix: string
  fname: string
  sname: string
  nickname: string
  phone_1: string
  email: string
  department: string
  position: string
  employee_type: keyof typeof employeeTypes
  status: EmployeeStatus
  is_activate: boolean
  start_date: Day | null
  end_date: Day | null
  role_name: string
  branch_name: string
}

/** All null where no pay is stored. */
interface Pay {
  idcard: string | null
  salary: number | null
  extra_salary: number | null
  sso_salary: number | null
  is_salary_daily: boolean | null
  salary_pay_type: keyof typeof payTypes | null
  bank: string | null
  bank_acc: string | null
  branch_branch: string | null
  bank_account_type: keyof typeof bankAccountTypes | null
}

type Row = Person & { [Field in keyof Pay]?: Pay[Field] | undefined }

const money = (amount: number | null | undefined) => ({ satang: satang(amount ?? 0) })
const labelIn = (labels: Readonly<Record<string, { label: string }>>, key?: string | null) =>
  labels[key ?? '']?.label ?? ''

const columns: readonly Column<Row>[] = [
  { title: 'ชื่อ–นามสกุล', width: 28, cell: personName },
  { title: 'ชื่อเล่น', width: 12, cell: (row) => row.nickname },
  { title: 'ชื่อผู้ใช้', width: 18, cell: (row) => row.username },
  { title: 'สาขา', width: 24, cell: (row) => row.branch_name },
  { title: 'แผนก', width: 20, cell: (row) => row.department },
  { title: 'ตำแหน่ง', width: 24, cell: (row) => row.position },
  { title: 'บทบาท', width: 20, cell: (row) => row.role_name },
  { title: 'ประเภทการจ้าง', width: 14, cell: (row) => employeeTypes[row.employee_type].label },
  { title: 'สถานะ', width: 14, cell: (row) => employeeStatuses[row.status].label },
  { title: 'เข้าสู่ระบบได้', width: 14, cell: (row) => (row.is_activate ? 'ใช่' : 'ไม่ใช่') },
  { title: 'วันที่เริ่มงาน', width: 14, cell: (row) => dayCell(row.start_date) },
  { title: 'วันที่พ้นสภาพ', width: 14, cell: (row) => dayCell(row.end_date) },
  { title: 'โทรศัพท์มือถือ', width: 16, cell: (row) => formatPhone(row.phone_1) },
  { title: 'อีเมล', width: 26, cell: (row) => row.email },
]

const payColumns: readonly Column<Row>[] = [
  { title: 'เลขประจำตัวประชาชน', width: 20, cell: (row) => maskIdCard(row.idcard ?? '') },
  { title: 'เงินเดือน', width: 14, cell: (row) => money(row.salary) },
  { title: 'เงินเดือนพิเศษ', width: 14, cell: (row) => money(row.extra_salary) },
  { title: 'ฐานค่าจ้างประกันสังคม', width: 20, cell: (row) => money(row.sso_salary) },
  { title: 'คิดค่าจ้าง', width: 12, cell: (row) => (row.is_salary_daily ? 'รายวัน' : 'รายเดือน') },
  { title: 'วิธีรับเงินเดือน', width: 14, cell: (row) => labelIn(payTypes, row.salary_pay_type) },
  { title: 'ธนาคาร', width: 24, cell: (row) => labelIn(banks, row.bank) },
  { title: 'เลขที่บัญชี', width: 18, cell: (row) => row.bank_acc ?? '' },
  { title: 'สาขาธนาคาร', width: 20, cell: (row) => row.branch_branch ?? '' },
  {
    title: 'ประเภทบัญชี',
    width: 14,
    cell: (row) => labelIn(bankAccountTypes, row.bank_account_type),
  },
]

export const employees = exportedList<Row>({
  endpoint: employee.export,
  name: 'employees',
  title: 'พนักงาน',
  statuses: employeeListStatuses,
  columns: (ctx) => (ctx.may('user.view-salary') ? [...columns, ...payColumns] : columns),
  ids: (ctx, query) =>
    sql`select t.user_id as id from app_user t where ${listedEmployees(ctx, query)}
      order by ${employeeOrder(query)}`,
  rows: (ctx, ids) =>
    employeesWithNames(ctx)
      .select('t.user_id as id')
      .$if(ctx.may('user.view-salary'), (query) =>
        query
          .leftJoin('user_salary as p', 'p.user_id', 't.user_id')
          .select(['p.idcard', 'p.salary', 'p.extra_salary', 'p.sso_salary', 'p.is_salary_daily'])
          .select(['p.salary_pay_type', 'p.bank', 'p.bank_acc', 'p.branch_branch'])
          .select('p.bank_account_type'),
      )
      .where('t.user_id', '=', sql<number>`any(${ids}::int[])`)
      .$narrowType<Pick<Row, 'employee_type' | 'status' | 'start_date' | 'end_date'>>()
      .$narrowType<Pick<Row, 'salary_pay_type' | 'bank_account_type'>>()
      .execute(),
})
