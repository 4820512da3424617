/** The exported list of employees; salary columns only for callers who may see them. */
import { customer } from '@khapdee/contract/entities/customer'
import { employee, employeeFields, salaryFields } from '@khapdee/contract/entities/employee'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import type { payTypes } from '@khapdee/domain/application/status'
import { type EmployeeStatus, type bankAccountTypes, employeeTypes } from '@khapdee/domain/employee'
import { personName } from '@khapdee/domain/person-name'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { employeesWithNames, visibleTerms } from '../employee/read-employee.ts'
import { employeeListStatuses, employeeOrder, listedEmployees } from '../employee/list-employees.ts'
import { type Column, columnBuilder, exportedList } from './export-list.ts'

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

/** All null when no salary is stored. */
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

const column = columnBuilder<Row>({ ...employee.row.shape, ...employeeFields })
const pay = columnBuilder<Row>(salaryFields)

const columns: readonly Column<Row>[] = [
  { title: titleOf(customer.row.shape, 'name'), width: 28, cell: personName },
  column('nickname', 12),
  column('username', 18),
  column('branch_name', 24),
  column('department', 20),
  column('position', 24),
  column('role_name', 20),
  column('employee_type', 14),
  column('status', 14),
  column('is_activate', 14),
  column('start_date', 14),
  column('end_date', 14),
  column('phone_1', 16),
  column('email', 26),
]

const payColumns: readonly Column<Row>[] = [
  pay('idcard', 20),
  pay('salary', 14),
  pay('extra_salary', 14),
  pay('sso_salary', 20),
  {
    title: 'คิดค่าจ้าง',
    width: 12,
    cell: (row) => employeeTypes[row.is_salary_daily ? 'daily' : 'monthly'].label,
  },
  pay('salary_pay_type', 14),
  pay('bank', 24),
  pay('bank_acc', 18),
  pay('branch_branch', 20),
  pay('bank_account_type', 14),
]

export const employeeExport = exportedList<Row>({
  endpoint: employee.export,
  name: 'employees',
  title: entities.app_user.label,
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
          .leftJoin('user_salary as p', (join) =>
            join.onRef('p.user_id', '=', 't.user_id').on(visibleTerms(ctx)),
          )
          .select(['p.idcard', 'p.salary', 'p.extra_salary', 'p.sso_salary', 'p.is_salary_daily'])
          .select(['p.salary_pay_type', 'p.bank', 'p.bank_acc', 'p.branch_branch'])
          .select('p.bank_account_type'),
      )
      .where('t.user_id', '=', sql<number>`any(${ids}::int[])`)
      .$narrowType<Pick<Row, 'employee_type' | 'status' | 'start_date' | 'end_date'>>()
      .$narrowType<Pick<Row, 'salary_pay_type' | 'bank_account_type'>>()
      .execute(),
})
