/** The audit log, newest first; each entry expands to its changes. */
import { type AuditKind, auditKinds } from '@khapdee/contract/audit/calls'
import { audit, type AuditRow } from '@khapdee/contract/entities/audit'
import { entities } from '@khapdee/domain/entities'
import type { Tone } from '@khapdee/domain/tone'
import { headings } from '@khapdee/domain/words'
import { Permitted } from '../../shared/screen.tsx'
import { ExportButton } from '../../crud/actions.tsx'
import { byDays, byText, byType, byUser, type FilterSpec } from '../../crud/list-search.ts'
import { ListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { Chip, ThaiInstant } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'
import { AuditChanges } from '../../shared/audit-changes.tsx'

const filters: readonly FilterSpec[] = [
  { ...byUser, label: headings.user },
  { name: 'category', label: headings.action },
  byType,
  ...byDays,
  byText,
]

const tones: Readonly<Record<AuditKind, Tone>> = {
  create: 'ok',
  update: 'info',
  delete: 'danger',
  money: 'ok',
  decide: 'accent',
  print: 'muted',
  export: 'muted',
  reveal: 'warn',
  access: 'muted',
}

const isAuditKind = (kind: string): kind is AuditKind => Object.hasOwn(auditKinds, kind)

const columns: readonly Column<AuditRow>[] = [
  {
    id: 'at',
    header: headings.time,
    width: '10rem',
    nowrap: true,
    sortable: true,
    cell: ({ at }) => <ThaiInstant value={at} />,
  },
  { id: 'user', header: headings.user, nowrap: true, cell: ({ user }) => user ?? 'ระบบ' },
  {
    id: 'action',
    header: headings.action,
    phoneSlot: 'title',
    cell: ({ action }) => <span className="font-medium">{action}</span>,
  },
  {
    id: 'kind',
    header: 'กลุ่ม',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ kind }) =>
      isAuditKind(kind) ? <Chip tone={tones[kind]}>{auditKinds[kind].label}</Chip> : null,
  },
  {
    id: 'record',
    header: headings.item,
    cell: ({ entity, record }) => (
      <>
        <div className="text-xs text-muted">{entity}</div>
        <span className="wrap-anywhere">{record}</span>
      </>
    ),
  },
]

const rowKey = ({ audit_id }: AuditRow) => audit_id
const rowDetail = (row: AuditRow) => <AuditChanges row={row} />

export function AuditList() {
  return (
    <Permitted permission="audit.view">
      <List />
    </Permitted>
  )
}

function List() {
  const table = useBranchTable(audit.gettable)
  return (
    <ListScreen
      name="audit"
      title={entities.audit_log.label}
      actions={<ExportButton endpoint={audit.export} table={table} />}
      columns={columns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ รหัส หรือเลขที่เอกสาร"
      table={table}
      rowKey={rowKey}
      rowDetail={rowDetail}
    />
  )
}
