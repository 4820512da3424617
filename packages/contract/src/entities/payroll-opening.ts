/** Sums of a tax year from before the payroll of the school, and of an earlier employer. Source: product specification, section 10b. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { openingTypes } from '@khapdee/domain/payroll/opening'
import { zeroSatang } from '@khapdee/domain/money'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, id, idInPath, nonNegativeBaht, reference, typeOf, version } from '../wire.ts'

const amount = (title: string) => labelled(nonNegativeBaht, title).default(zeroSatang)

const fields = {
  /** CE. */
  year: labelled(
    z
      .int({ error: messages.select(fieldTitles.taxYear) })
      .min(2000)
      .max(2200),
    fieldTitles.taxYear,
  ),
  type: typeOf(openingTypes),
  regular: amount('เงินได้ประจำ'),
  irregular: amount('เงินได้ไม่ประจำ'),
  tax: amount('ภาษีที่หักไว้'),
  sso: amount('ประกันสังคมที่หักไว้'),
  provident_fund: amount('กองทุนสำรองเลี้ยงชีพที่หักไว้'),
}

const row = z.object({ payroll_opening_id: id, user_id: id, ...fields, version })
export type OpeningRow = z.output<typeof row>

export const payrollOpening = {
  row,
  fields: z.strictObject(fields),
  list: endpoint({
    method: 'GET',
    path: 'payroll/opening/list',
    access: 'payroll.view',
    summary: 'The income of a person in tax years before the payroll of the school, latest first',
    input: z.strictObject({ user_id: idInPath }),
    output: dataOf(
      z.object({
        openings: z.array(row),
        /** Whether the caller may change them: not for their own pay. */
        is_editable: z.boolean(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll/opening/create',
    access: 'payroll.update',
    idempotent: 'optional',
    summary: 'Record the sums of a tax year; one row for each year and type',
    input: z.strictObject({ user_id: reference('app_user'), ...fields }),
    output: dataOf(row),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'payroll/opening/update',
    access: 'payroll.update',
    summary: 'Correct sums; drafts follow when they are built again. A stale version is refused',
    input: z.strictObject({ payroll_opening_id: id, ...fields, version }),
    output: dataOf(row),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'payroll/opening/delete',
    access: 'payroll.update',
    summary: 'Delete sums of a year; drafts follow when they are built again',
    input: z.strictObject({ payroll_opening_id: id, version }),
    output: dataOf(z.object({ payroll_opening_id: id })),
  }),
} as const
