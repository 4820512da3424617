/** The audit trail, told in Thai. Source: product specification, sections 1.2 and 11. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, exportQuery, fileLink, id, instant, listOf, listQuery } from '../wire.ts'

const row = z.object({
  audit_id: id,
  at: instant,
  /** Who did it; null for what nobody signed in did. */
  user: z.string().nullable(),
  username: z.string().nullable(),
  /** Where from. */
  address: z.string(),
  /** One of `auditKinds`, by its key. */
  kind: z.string(),
  /** What was done, e.g. แก้ไขหลักสูตร. */
  action: z.string(),
  /** To what kind of record, e.g. หลักสูตร. */
  entity: z.string(),
  /** And which: its name or number, as it is called now. */
  record: z.string(),
  /** Values that are for nobody to see are already concealed; null says that there was none. */
  changes: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type AuditRow = z.output<typeof row>

export const audit = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'audit/gettable',
    access: 'audit.view',
    summary:
      'What was done, newest first, for who sees every branch; `type` is the entity, `category` the kind of action',
    input: listQuery,
    output: listOf(row),
  }),
  export: endpoint({
    method: 'POST',
    path: 'audit/export',
    access: 'audit.view',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
