/** Standing items: monthly income and deductions of a person. Source: product specification, section 10. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  branchName,
  dataOf,
  id,
  idInPath,
  nonNegativeBaht,
  option,
  reference,
  version,
} from '../wire.ts'
import { employeeFields } from './employee.ts'
import { payrollItem } from './payroll-item.ts'

const { name, type, condition, title_value } = payrollItem.fields.shape

const fields = {
  /** Baht for an item set manually, else a quantity; both with two decimals. */
  value: labelled(nonNegativeBaht, fieldTitles.quantity).default(zeroSatang),
}

const standingRow = z.object({
  payroll_standing_id: id,
  user_id: id,
  list_payroll_id: id,
  name,
  type,
  condition,
  title_value,
  /** The rate of one unit of the item. */
  per_value: payrollItem.fields.shape.value,
  ...fields,
  version,
})
export type StandingRow = z.output<typeof standingRow>

export const payrollStanding = {
  row: standingRow,
  list: endpoint({
    method: 'GET',
    path: 'list-payrollListUser/list',
    access: 'payroll.view',
    summary: 'Items that a person gets every month, and the items that can be added',
    input: z.strictObject({ user_id: idInPath }),
    output: dataOf(
      z.object({
        user_info: z.object({
          user_id: id,
          name,
          branch: branchName,
          position: employeeFields.position,
        }),
        list: z.array(standingRow),
        list_payroll: z.array(option),
        /** Whether the caller may change them: not for their own pay. */
        is_editable: z.boolean(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: 'list-payrollListUser/create',
    access: 'payroll.update',
    idempotent: 'optional',
    summary: 'Add a monthly item to a person; refused if the person already has it',
    input: z.strictObject({
      user_id: reference('app_user'),
      list_payroll_id: reference('list_payroll'),
      ...fields,
    }),
    output: dataOf(standingRow),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'list-payrollListUser/update',
    access: 'payroll.update',
    summary: 'Change the value of an item of a person; a stale version is refused',
    input: z.strictObject({ payroll_standing_id: id, ...fields, version }),
    output: dataOf(standingRow),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'list-payrollListUser/delete',
    access: 'payroll.update',
    summary: 'Remove a monthly item from a person',
    input: z.strictObject({ payroll_standing_id: id, version }),
    output: dataOf(z.object({ payroll_standing_id: id })),
  }),
} as const
