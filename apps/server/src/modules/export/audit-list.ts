/** The exported audit trail: one row per entry, with its changes in one cell. */
import { auditKinds } from '@khapdee/contract/audit/calls'
import { auditedEntities } from '@khapdee/contract/audit/entities'
import { type AuditRow, audit } from '@khapdee/contract/entities/audit'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatInstant } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { type SqlBool, sql } from 'kysely'
import { auditEntries, auditFilter, auditOrder } from '../audit/audit.queries.ts'
import { describeEntries } from '../audit/describe-entries.ts'
import { exportedList } from './export-list.ts'

const toLine = ({ label, before, after }: AuditRow['changes'][number]) =>
  before === null || after === null
    ? `${label}: ${after ?? before ?? ''}`
    : `${label}: ${before} → ${after}`

export const auditExport = exportedList<AuditRow>({
  endpoint: audit.export,
  name: 'audit',
  title: entities.audit_log.label,
  statuses: {},
  types: auditedEntities,
  category: {
    title: headings.action,
    labels: auditKinds,
  },
  columns: [
    { title: headings.time, width: 20, cell: (row) => formatInstant(row.at) },
    { title: headings.user, width: 26, cell: (row) => row.user ?? '' },
    { title: headings.action, width: 26, cell: (row) => row.action },
    { title: fieldTitles.type, width: 18, cell: (row) => row.entity },
    { title: headings.item, width: 26, cell: (row) => row.record },
    { title: headings.details, width: 80, cell: (row) => row.changes.map(toLine).join(' | ') },
    { title: 'ไอพีแอดเดรส', width: 18, cell: (row) => row.address },
  ],
  async ids(ctx, query) {
    const where = await auditFilter(ctx, query)
    return sql`select a.audit_id as id from audit_log a where ${where} order by ${auditOrder(query)}`
  },
  rows: async (ctx, ids) => {
    const entries = await auditEntries(ctx)
      .where(sql<SqlBool>`a.audit_id = any(${ids}::bigint[])`)
      .execute()
    return (await describeEntries(ctx, entries)).map((row) => ({ ...row, id: row.audit_id }))
  },
})
