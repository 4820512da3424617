/** The applications of one kind. */
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { useMemo } from 'react'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { useSession } from '../../app/session.ts'
import { CreateLink } from '../../crud/create-link.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import { ListTotals } from '../../crud/list-totals.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { PageHeader } from '../../ui/page.tsx'
import { applicationActions, applicationColumns } from './application-columns.tsx'
import { type Face, faces } from './faces.ts'

const totals = [
  { name: 'net', label: 'ยอดสุทธิ' },
  { name: 'paid', label: 'ชำระแล้ว' },
  { name: 'balance', label: 'ยอดค้างชำระ', tone: 'owed' },
] as const

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'user', label: 'ผู้ใช้งาน' },
  { name: 'status', label: 'สถานะ' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
]

export function ApplicationList({ kind }: { kind: ApplicationKind }) {
  return (
    <Permitted to="application.view">
      <List key={kind} face={faces[kind]} />
    </Permitted>
  )
}

const rowKey = ({ application_id }: ApplicationRow) => application_id

function List({ face }: { face: Face }) {
  const { kind, title, path, api, fixed, defaultStatus } = face
  useDocumentTitle(title)
  const { can } = useSession()
  const canPay = can('application.pay')
  const { value: branch } = useCurrentBranch()
  const defaults = { branch, ...(defaultStatus !== undefined && { status: defaultStatus }) }
  const table = useTable(api.gettable, { defaults, fixed })
  const columns = useMemo(() => applicationColumns(kind), [kind])
  const rowActions = useMemo(() => applicationActions(canPay), [canPay])
  return (
    <>
      <PageHeader
        title={title}
        count={totalText(table)}
        actions={
          <>
            <ExportButton endpoint={api.export} table={table} fixed={fixed} />
            {can('application.create') && <CreateLink to={`${path}/new`} label="สร้างรายการใหม่" />}
          </>
        }
      />
      <ListTotals value={table.answer?.total} totals={totals} />
      <BranchListCard
        name="application"
        label={title}
        columns={columns}
        filters={filters}
        searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
        table={table}
        rows={table.rows}
        rowKey={rowKey}
        rowActions={rowActions}
      />
    </>
  )
}
