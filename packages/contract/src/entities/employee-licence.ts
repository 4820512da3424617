/** Licences of employees to teach and to examine. Source: product specification, section 6.1. */
import { licenceKinds } from '@khapdee/domain/employee-licence'
import { examKinds } from '@khapdee/domain/evaluation'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, day, id, idInPath, oneOf, optionalDay, reference, text, version } from '../wire.ts'
import { licenceTypes } from './exams.ts'

const fields = {
  kind: oneOf('ใบอนุญาตเป็น', licenceKinds),
  subject: oneOf('ภาค', examKinds),
  licence_types: labelled(
    licenceTypes.min(1, { error: messages.select(fieldTitles.licenceType) }),
    fieldTitles.licenceType,
  ),
  number: text('เลขที่ใบอนุญาต', 50).default(''),
  /** The last valid day; null for a licence without one. */
  valid_until: optionalDay('ใช้ได้ถึงวันที่'),
}

const licenceRow = z.object({
  licence_id: id,
  user_id: id,
  ...fields,
  valid_until: labelled(day, titleOf(fields, 'valid_until')).nullable(),
  version,
})
export type LicenceRow = z.output<typeof licenceRow>

export const employeeLicence = {
  row: licenceRow,
  list: endpoint({
    method: 'GET',
    path: 'user/licence/:user_id',
    access: 'user.view',
    summary: 'Licences of an employee to teach and examine',
    input: z.strictObject({ user_id: idInPath }),
    output: dataOf(z.array(licenceRow)),
  }),
  create: endpoint({
    method: 'POST',
    path: 'user/licence/create',
    access: 'user.update',
    idempotent: 'optional',
    summary: 'Record a licence of an employee',
    input: z.strictObject({ user_id: reference('app_user'), ...fields }),
    output: dataOf(licenceRow),
  }),
  update: endpoint({
    method: 'PUT',
    path: 'user/licence/update',
    access: 'user.update',
    summary: 'Change a licence of an employee; a stale version is refused',
    input: z.strictObject({ licence_id: id, ...fields, version }),
    output: dataOf(licenceRow),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: 'user/licence/delete',
    access: 'user.update',
    summary: 'Delete a licence of an employee',
    input: z.strictObject({ licence_id: id, version }),
    output: dataOf(z.object({ licence_id: id })),
  }),
} as const
