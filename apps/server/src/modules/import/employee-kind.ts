/** Import of employees, identified by user name. */
import {
  employee,
  employeeFields,
  salaryFieldNames,
  salaryFields,
} from '@khapdee/contract/entities/employee'
import { departments, positions } from '@khapdee/domain/employee'
import { namePrefixes } from '@khapdee/domain/person-name'
import { activeWords } from '@khapdee/domain/words'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  employeesWithNames,
  noSalary,
  visiblePeople,
  visibleTerms,
} from '../employee/read-employee.ts'
import {
  accountAboveMessage,
  assignableRoles,
  changedAccountField,
} from '../employee/role-limits.ts'
import { registerEmployee, updateEmployee } from '../employee/save-employee.ts'
import { isAdministrative } from '../role/administrators.ts'
import { bankAccount, yesNo } from './cell-types.ts'
import { address, importColumns, nameOf } from './columns.ts'
import type { ImportColumn, ImportKindSpec, StoredRecord, Values } from './import-kind.ts'

/** Maximum of rows per file, because hashing the password of each new employee is slow. */
const maxEmployees = 500

/** The columns of pay, which require the permission to view salaries. */
const pay = {
  idcard: '',
  salary: '15,000.00',
  extra_salary: '',
  sso_salary: '',
  is_salary_daily: '',
  salary_pay_type: '',
  bank: 'ธนาคารกสิกรไทย',
  bank_acc: { type: bankAccount, example: '' },
  branch_branch: '',
  bank_account_type: '',
}

const columns: readonly ImportColumn[] = [
  ...importColumns(employeeFields, {
    username: {
      example: 'somchai.j',
      note: 'a–z 0–9 . _ - จำนวน 3–32 ตัว ใช้ค้นหาพนักงานที่มีอยู่แล้ว',
    },
    prefix: namePrefixes.mr,
    fname: 'สมชาย',
    sname: 'ใจดี',
    nickname: 'ชาย',
    role_id: 'ครูฝึก',
    branch_id: 'KKN',
    department: departments.instruction,
    position: positions.carInstructor,
    employee_type: 'รายเดือน',
    status: 'ปฏิบัติงาน',
    start_date: '01/02/2569',
    end_date: '',
    day_off: 'จันทร์',
    phone_1: '081-234-5678',
    phone_2: '',
    email: '',
    birthday: '21/11/2540',
    prefix_en: 'Mr.',
    fname_en: 'Somchai',
    sname_en: 'Jaidee',
    ...address,
    emergency_name: '',
    emergency_phone: '',
    emergency_relation: '',
    is_activate: { type: yesNo(...activeWords), example: activeWords[0] },
    note: '',
  }),
  ...importColumns(salaryFields, pay).map((column) => ({
    ...column,
    permission: 'user.view-salary' as const,
  })),
]

const fields = Object.keys(employee.update.input.shape).filter(
  (name) => !['user_id', 'version', ...salaryFieldNames].includes(name),
)

const valuesOf = (row: Values): Values =>
  Object.fromEntries(fields.map((name) => [name, row[name]]))

type Account = Parameters<typeof changedAccountField>[0]

/** The employees visible to the caller; of other users, only that the user name is taken. */
async function find(ctx: UserContext, keys: readonly string[]) {
  const hasKey = sql<SqlBool>`t.username = any(${keys}::text[])`
  const rows = await employeesWithNames(ctx)
    .select(visibleTerms(ctx).as('shows_terms'))
    .where(hasKey)
    .where(visiblePeople(ctx))
    .execute()
  const salaries = ctx.may('user.view-salary')
    ? await ctx.tx
        .selectFrom('user_salary')
        .selectAll()
        // 0 is the id of no user; it keeps the list from being empty.
        .where('user_id', 'in', [
          0,
          ...rows.filter((row) => row.shows_terms).map(({ user_id }) => user_id),
        ])
        .execute()
    : []
  const salaryOf = new Map(salaries.map((salary) => [salary.user_id, salary]))
  const isAdministrator = await isAdministrative(ctx, ctx.actor.role_id)
  const protectedRoles = new Set<number>()
  for (const roleId of new Set(rows.map(({ role_id }) => role_id))) {
    const isAllowed = isAdministrator || roleId === ctx.actor.role_id
    if (!isAllowed && (await isAdministrative(ctx, roleId))) protectedRoles.add(roleId)
  }
  const found = new Map(
    rows.map((row): [string, StoredRecord[]] => [
      row.username,
      [
        {
          id: row.user_id,
          version: row.version,
          values: valuesOf(row),
          ...(row.shows_terms && {
            extraValues: { ...noSalary, ...salaryOf.get(row.user_id) },
          }),
          ...(protectedRoles.has(row.role_id) && { refusal: 'คุณไม่มีสิทธิ์แก้ไขผู้ดูแลระบบ' }),
        },
      ],
    ]),
  )
  const taken = await ctx.tx.selectFrom('app_user as t').select('username').where(hasKey).execute()
  for (const { username } of taken) {
    if (!found.has(username)) {
      found.set(username, [{ id: 0, version: 0, values: {}, refusal: 'ชื่อผู้ใช้ นี้มีในระบบแล้ว' }])
    }
  }
  return found
}

export const employeeKind: ImportKindSpec = {
  kind: 'employee',
  columns,
  maxRows: maxEmployees,
  idName: 'user_id',
  keyFields: ['username'],
  keyOf: ({ username }) => (typeof username === 'string' ? username : null),
  nameOf,
  find,
  createSchema: employee.create.input,
  updateSchema: employee.update.input,
  async check(ctx) {
    const assignable = new Set((await assignableRoles(ctx)).map(({ role_id }) => role_id))
    return ({ values, stored }) => {
      const { role_id } = values as unknown as Account
      if (stored !== undefined) {
        // The stored values and the input of the update have all fields of the account.
        const before = stored.values as unknown as Account
        const field = changedAccountField(before, values as unknown as Account)
        if (field !== null && !assignable.has(before.role_id)) {
          return { field, message: accountAboveMessage }
        }
        const term = salaryFieldNames.find((name) => values[name] !== undefined)
        if (term !== undefined && stored.extraValues === undefined)
          return { field: term, message: accountAboveMessage }
        if (role_id === before.role_id) return null
      }
      if (assignable.has(role_id)) return null
      return { field: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }
    }
  },
  async create(ctx, values) {
    // The values were decoded with the schema of this endpoint, as are those in `update`.
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
