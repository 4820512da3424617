/** Rates of people for work, such as seats on the panels of exams. Source: product specification, section 10. */
import { examKinds } from '@khapdee/domain/evaluation'
import { panelRoles } from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { examLicences } from '@khapdee/domain/licence-types'
import { workUnits } from '@khapdee/domain/payroll/items'
import { workKinds } from '@khapdee/domain/payroll/work'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  dataOf,
  enteredDay,
  id,
  idInPath,
  nonNegativeBaht,
  oneOf,
  option,
  reference,
  shownText,
  version,
} from '../wire.ts'

const { any: _, ...licences } = examLicences

const fields = {
  kind: oneOf('งาน', workKinds).default('exam_panel'),
  /**
   * Null for every role, licence type or subject. The rate with the most specific scope on the day
   * is paid.
   */
  role: oneOf(fieldTitles.panelRole, panelRoles).nullable().default(null),
  subject: oneOf('ภาค', examKinds).nullable().default(null),
  licence_type: oneOf(fieldTitles.licenceType, licences).nullable().default(null),
  valid_from: labelled(enteredDay, 'ใช้ตั้งแต่วันที่'),
  unit: oneOf('หน่วย', workUnits).default('time'),
  /** Baht for one unit; 0 pays nothing. */
  rate: labelled(nonNegativeBaht, fieldTitles.rate),
  /** The item of income of its line. */
  list_payroll_id: reference('list_payroll'),
}

const row = z.object({
  payroll_work_rate_id: id,
  user_id: id,
  ...fields,
  /** The name of the item. */
  item: shownText(headings.item),
  version,
})
export type WorkRateRow = z.output<typeof row>

export const payrollWorkRate = {
  row,
  fields: z.strictObject(fields),
  list: endpoint({
    method: 'GET',
    path: 'payroll/work-rate/list',
    access: 'payroll.view',
    summary: 'The rates of a person for work, the present ones first, and the items of their lines',
    input: z.strictObject({ user_id: idInPath }),
    output: dataOf(
      z.object({
        rates: z.array(row),
        list_payroll: z.array(option),
        /** Whether the caller may change them: not for their own pay. */
        is_editable: z.boolean(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll/work-rate/create',
    access: 'payroll.update',
    idempotent: 'optional',
    summary:
      'Add a rate of a person from a day on; a second rate for the same work and day is refused',
    input: z.strictObject({ user_id: reference('app_user'), ...fields }),
    output: dataOf(row),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'payroll/work-rate/update',
    access: 'payroll.update',
    summary: 'Correct a rate; drafts follow when they are built again. A stale version is refused',
    input: z.strictObject({ payroll_work_rate_id: id, ...fields, version }),
    output: dataOf(row),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'payroll/work-rate/delete',
    access: 'payroll.update',
    summary: 'Delete a rate; pay that used it does not change',
    input: z.strictObject({ payroll_work_rate_id: id, version }),
    output: dataOf(z.object({ payroll_work_rate_id: id })),
  }),
} as const
