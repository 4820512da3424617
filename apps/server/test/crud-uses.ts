/** Creates a row that refers to a CRUD record, so that the record cannot be deleted. */
import { application } from '@khapdee/contract/entities/application'
import { request } from '@khapdee/contract/entities/request'
import type { CrudEntity } from '@khapdee/domain/entities'
import { type Satang, bahtToSatang, zeroSatang } from '@khapdee/domain/money'
import type { TestApp } from './app.ts'
import { type ApplicationInput, applicationInput, lineInput } from './make/application.ts'
import { customerInput } from './make/customer.ts'
import { bookExpense, bookIncome } from './make/account-entry.ts'
import { makeEmployee } from './make/employee.ts'
import { makeRecord } from './make/record.ts'
import type { Wire } from './wire.ts'

/** Registers an unpaid application with these lines. */
const registerUnpaid = (test: TestApp, lines: Partial<ApplicationInput>) =>
  test.call(application.create, applicationInput(test.school, { course: [], ...lines }), 'admin')
const priceOf = ({ price }: Wire): Satang => bahtToSatang(Number(price)) ?? zeroSatang
const idIn = (row: Wire, name: string) => Number(row[name])

/** By table, a function that creates a row which uses the record; only for tables to which rows can refer. */
export const crudUses: Readonly<
  Partial<Record<CrudEntity['table'], (test: TestApp, row: Wire) => Promise<unknown>>>
> = {
  branch: (test, row) => {
    const branch_id = idIn(row, 'branch_id')
    return makeRecord(test.db, 'vehicle', { branch_id, no: `9กก ${branch_id}` })
  },
  role: (test, row) =>
    makeEmployee(test, test.school.branch.KKN, { role_id: idIn(row, 'role_id') }),
  list_expenses: (test, row) => {
    const values = {
      branch_id: test.school.branch.KKN,
      list_expenses: idIn(row, 'list_expenses_id'),
    }
    return row['category'] === 'expenses'
      ? bookExpense(test, values, 'admin')
      : bookIncome(test, values, 'admin')
  },
  vehicle: (test, row) => {
    const [vehicle, branch_id] = [idIn(row, 'vehicle_id'), idIn(row, 'branch_id')]
    return bookExpense(test, { branch_id, vehicle }, 'admin')
  },
  course: (test, row) =>
    registerUnpaid(test, {
      course: [{ course_id: idIn(row, 'course_id'), ...lineInput(priceOf(row)) }],
    }),
  promotion: (test, row) => {
    const line = lineInput(600_000, { promotion_code: String(row['code']) })
    return registerUnpaid(test, { course: [{ course_id: test.school.course.car, ...line }] })
  },
  other_fee: (test, row) => {
    const other_fee_id = idIn(row, 'other_fee_id')
    return registerUnpaid(test, { other_fee: [{ other_fee_id, ...lineInput(priceOf(row)) }] })
  },
  request_fee: (test, row) => {
    const request_fee_id = idIn(row, 'request_fee_id')
    const request_fee = [{ request_fee_id, ...lineInput(priceOf(row)) }]
    return test.call(request.create, { customer: customerInput(), request_fee }, 'admin')
  },
}
