/** Links by which people who left open their last payslip and certificates, without an account. Source: section 10b.12. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { leaverLinkStates } from '@khapdee/domain/payroll/leaver-link'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  createdAt,
  dataOf,
  id,
  idInPath,
  instant,
  reference,
  shownText,
  statusOf,
} from '../wire.ts'

const row = z.object({
  leaver_link_id: id,
  status: statusOf(leaverLinkStates),
  expires_at: labelled(instant, 'ใช้ได้ถึง'),
  /** When it was last opened; null before that. */
  opened_at: labelled(instant, fieldTitles.lastOpened).nullable(),
  user: shownText('ผู้สร้าง'),
  createdAt,
})
export type LeaverLinkRow = z.output<typeof row>

const token = z.string().regex(/^[\w-]{32}$/, { error: messages.invalid })

export const leaverLink = {
  row,
  list: endpoint({
    method: 'GET',
    path: 'payroll/leaver-link/list',
    access: 'payroll.export',
    summary: 'The links of a person, newest first',
    input: z.strictObject({
      user_id: labelled(idInPath, entities.app_user.label, { entity: 'app_user' }),
    }),
    output: dataOf(z.array(row)),
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll/leaver-link/issue',
    access: 'payroll.export',
    summary:
      'Create the link of a person who left, which replaces the previous one; its address is only in this answer, and the hint says how its password is formed',
    input: z.strictObject({ user_id: reference('app_user') }),
    output: dataOf(
      z.object({ path: z.string(), expires_at: row.shape.expires_at, hint: z.string() }),
    ),
  }),
  revoke: endpoint({
    method: 'POST',
    path: 'payroll/leaver-link/revoke',
    access: 'payroll.export',
    summary: 'Revoke a link, which is invalid from then on',
    input: z.strictObject({ leaver_link_id: id }),
    output: dataOf(z.null()),
  }),
  open: endpoint({
    method: 'POST',
    path: 'leaver/open',
    access: 'public',
    summary:
      'The documents of the person of a link, for its password; five wrong passwords lock the link',
    input: z.strictObject({
      token,
      password: labelled(
        z
          .string({ error: messages.required(fieldTitles.password) })
          .min(1, { error: messages.required(fieldTitles.password) })
          .max(100),
        fieldTitles.password,
      ),
    }),
    output: dataOf(
      z.object({
        name: z.string(),
        documents: z.array(z.object({ title: z.string(), pdf: z.string() })),
      }),
    ),
  }),
}
