/** The history of a customer, in sections; sections that the user may not view are omitted. */
import type { AuditRow } from '@khapdee/contract/entities/audit'
import type { CustomerRecord } from '@khapdee/contract/entities/customer-record'
import { entities } from '@khapdee/domain/entities'
import { headings, units } from '@khapdee/domain/words'
import { useSession } from '../../session/session.ts'
import type { ReactNode } from 'react'
import { AuditChanges } from '../../shared/audit-changes.tsx'
import { Card } from '../../ui/page.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { ThaiInstant } from '../../ui/values.tsx'
import {
  type Application,
  applicationColumns,
  documentActions,
  documentColumns,
  type ExamRight,
  examActions,
  examColumns,
  type IssuedDocument,
  type Payment,
  paymentColumns,
} from './history-columns.tsx'

const changeColumns: readonly Column<AuditRow>[] = [
  {
    id: 'at',
    header: headings.time,
    width: '10rem',
    nowrap: true,
    cell: ({ at }) => <ThaiInstant value={at} />,
  },
  {
    id: 'action',
    header: headings.action,
    phoneSlot: 'title',
    cell: ({ action }) => <span className="font-medium">{action}</span>,
  },
  { id: 'user', header: headings.user, cell: ({ user }) => user ?? 'ระบบ' },
]

const applicationKey = ({ application_id }: Application) => application_id
const paymentKey = ({ payment_id }: Payment) => payment_id
const documentKey = ({ document_id }: IssuedDocument) => document_id
const examKey = ({ right_id }: ExamRight) => right_id
const changeKey = ({ audit_id }: AuditRow) => audit_id
const changeDetail = (row: AuditRow) => <AuditChanges row={row} />

export function CustomerHistory({ record }: { record: CustomerRecord }) {
  const { applications, payments, documents, exams, changes } = record
  const { can } = useSession()
  return (
    <>
      <Section
        title={entities.application.label}
        empty="ยังไม่มีใบสมัคร"
        columns={applicationColumns}
        rows={applications}
        rowKey={applicationKey}
      />
      <Section
        title={entities.payment.label}
        empty="ยังไม่มีการชำระเงิน"
        columns={paymentColumns}
        rows={payments}
        rowKey={paymentKey}
      />
      <Section
        title={headings.documents}
        empty="ยังไม่มีเอกสาร"
        columns={documentColumns}
        rows={documents}
        rowKey={documentKey}
        rowActions={documentActions}
      />
      <Section
        title={entities.exam_right.label}
        empty="ยังไม่มีสิทธิ์สอบ"
        columns={examColumns}
        rows={exams}
        rowKey={examKey}
        {...(can('exam.view') && { rowActions: examActions })}
      />
      <Section
        title="ประวัติการแก้ไข"
        empty="ยังไม่มีการแก้ไข"
        columns={changeColumns}
        rows={changes}
        rowKey={changeKey}
        rowDetail={changeDetail}
      />
    </>
  )
}

interface SectionProps<Row> {
  title: string
  empty: string
  columns: readonly Column<Row>[]
  /** Null if the user may not view the section. */
  rows: readonly Row[] | null
  rowKey: (row: Row) => number
  rowActions?: (row: Row) => readonly RowAction[]
  rowDetail?: (row: Row) => ReactNode
}

function Section<Row>({ title, empty, rows, ...table }: SectionProps<Row>) {
  if (rows === null) return null
  return (
    <Card
      title={
        <>
          {title}{' '}
          <span className="text-sm font-normal text-muted">
            {rows.length} {units.entries}
          </span>
        </>
      }
      flush
    >
      <DataTable
        {...table}
        label={title}
        rows={rows}
        state="ready"
        empty={<EmptyState title={empty} />}
      />
    </Card>
  )
}
