/** The audit trail in Thai. Source: product specification, sections 1.2 and 11. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, exportQuery, fileLink, id, instant, listOf, listQuery } from '../wire.ts'

const row = z.object({
  audit_id: id,
  at: instant,
  /** Name of the user; null for calls without a signed-in user. */
  user: z.string().nullable(),
  username: z.string().nullable(),
  /** IP address of the caller. */
  address: z.string(),
  /** A key of `auditKinds`. */
  kind: z.string(),
  /** Label of the call, e.g. แก้ไขหลักสูตร. */
  action: z.string(),
  /** Label of the entity, e.g. หลักสูตร. */
  entity: z.string(),
  /** Current name or number of the record. */
  record: z.string(),
  /** Hidden values are already replaced; null means that the field was absent. */
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
      'Audit entries, newest first; users who do not see all branches get those of their own. `type` is the entity, `category` the kind of action',
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
