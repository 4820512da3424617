/** The applications of one kind. */
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { useMemo } from 'react'
import { Permitted } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { CreateLink, ExportButton } from '../../crud/actions.tsx'
import { BranchListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byDays, byStatus, byText, byUser } from '../../crud/list-search.ts'
import { applicationActions, applicationColumns } from './application-columns.tsx'
import { type Face, faces } from './faces.ts'

const totals = [
  { name: 'net', label: 'ยอดสุทธิ' },
  { name: 'paid', label: 'ชำระแล้ว' },
  { name: 'balance', label: 'ยอดค้างชำระ', tone: 'owed' },
] as const

const filters = [byBranch, byUser, byStatus, ...byDays, byText]

export function ApplicationList({ kind }: { kind: ApplicationKind }) {
  return (
    <Permitted to="application.view">
      <List key={kind} face={faces[kind]} />
    </Permitted>
  )
}

const rowKey = ({ application_id }: ApplicationRow) => application_id

function List({ face }: { face: Face }) {
  const { kind, title, paths, api, fixed, defaultStatus } = face
  const { can } = useSession()
  const canPay = can('application.pay')
  const defaults = defaultStatus === undefined ? {} : { status: defaultStatus }
  const table = useBranchTable(api.gettable, { defaults, fixed })
  const columns = useMemo(() => applicationColumns(kind), [kind])
  const rowActions = useMemo(() => applicationActions(canPay), [canPay])
  return (
    <BranchListScreen
      name="application"
      title={title}
      actions={
        <>
          <ExportButton endpoint={api.export} table={table} fixed={fixed} />
          {can('application.create') && <CreateLink to={paths.new} label="สร้างรายการใหม่" />}
        </>
      }
      columns={columns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
      table={table}
      rowKey={rowKey}
      rowActions={rowActions}
    >
      <ListTotals value={table.answer?.total} totals={totals} />
    </BranchListScreen>
  )
}
