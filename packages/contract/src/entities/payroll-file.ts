/** Files of payroll for banks and authorities, and the register of these files. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payrollFileKinds } from '@khapdee/domain/payroll/file-kinds'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  baht,
  branchName,
  dataOf,
  fileLink,
  flag,
  id,
  instant,
  listOf,
  listQuery,
  oneOf,
  reference,
  shownText,
} from '../wire.ts'
import { payMonth } from './payroll-shapes.ts'

const kind = oneOf('ไฟล์', payrollFileKinds)

/** A stored file. */
const row = z.object({
  payroll_file_id: id,
  kind,
  /** `2026-11`, or `2026` for a file of the year. */
  period: shownText(fieldTitles.period),
  /** Null for all branches. */
  branch_id: id.nullable(),
  branch: branchName,
  count: labelled(z.number(), 'จำนวนคน'),
  total: labelled(baht, fieldTitles.amount),
  /** SHA-256 of the content, hexadecimal. */
  sha256: shownText('ค่าแฮช SHA-256'),
  user: shownText(fieldTitles.preparedBy),
  createdAt: labelled(instant, 'จัดทำเมื่อ'),
})
export type PayrollFileRow = z.output<typeof row>

export const payrollFile = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'payroll/file/gettable',
    access: 'payroll.export',
    summary: 'Created files, newest first; `category` selects a kind and `month` a month',
    input: listQuery,
    output: listOf(row),
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll/file/create',
    access: 'payroll.export',
    idempotent: 'optional',
    summary:
      'Create a file of approved months; refused if the data has problems, and, unless `again` is set, if there is an earlier file, whose author is named',
    input: z.strictObject({
      kind,
      month: payMonth,
      /** Null for all branches of the caller. */
      branch_id: reference('branch').nullable().default(null),
      again: flag('ทำไฟล์ซ้ำ').default(false),
    }),
    output: dataOf(z.object({ ...row.shape, ...fileLink.shape })),
  }),
  open: endpoint({
    method: 'POST',
    path: 'payroll/file/open',
    access: 'payroll.export',
    reads: true,
    summary: 'Link to a file as it was created',
    input: z.strictObject({ payroll_file_id: id }),
    output: dataOf(fileLink),
  }),
}
