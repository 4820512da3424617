/** The branches side by side: receipts of today and of this month against last month and last year, and registrations. */
import type { DashboardContent } from '@khapdee/contract/entities/dashboard'
import { type DashboardSpan, dashboardSpans } from '@khapdee/domain/dashboard'
import { entities } from '@khapdee/domain/entities'
import { sumSatang } from '@khapdee/domain/money'
import { headings } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { RecordLink } from '../../crud/actions.tsx'
import { paths } from '../../shared/paths.ts'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/page.tsx'
import { countText, Money } from '../../ui/values.tsx'
import { applicationsIn, receivedIn } from './sums.ts'

/** A branch, or the sum of all, which has no id. */
interface BranchRow {
  branch_id: number | undefined
  name: string
}

const title = 'รับเงินแยกตามสาขา'
const rowKey = ({ branch_id }: BranchRow) => String(branch_id)
const shownSpans: readonly DashboardSpan[] = ['today', 'month', 'last_month', 'last_year']

export function BranchTable({ content }: { content: DashboardContent }) {
  const { branches } = content
  const columns = useMemo(() => columnsOf(content), [content])
  const rows: BranchRow[] = [
    ...branches,
    ...(branches.length > 1 ? [{ branch_id: undefined, name: headings.total }] : []),
  ]
  return (
    <Card title={title} flush>
      <DataTable label={title} columns={columns} rows={rows} rowKey={rowKey} state="ready" />
    </Card>
  )
}

function columnsOf({
  spans,
  received,
  registered,
}: DashboardContent): readonly Column<BranchRow>[] {
  const money = (span: DashboardSpan): Column<BranchRow> => ({
    id: span,
    header: dashboardSpans[span].label,
    align: 'end',
    cell: ({ branch_id }) => {
      const { cash, transfer } = receivedIn(received ?? [], span, branch_id)
      const branch = branch_id === undefined ? {} : { branch: String(branch_id) }
      return (
        <RecordLink to={paths.payments} search={{ ...spans[span], ...branch }}>
          <Money value={sumSatang([cash, transfer])} />
        </RecordLink>
      )
    },
  })
  return [
    { id: 'name', header: entities.branch.label, phoneSlot: 'title', cell: ({ name }) => name },
    ...shownSpans.map(money),
    ...(registered === null
      ? []
      : [
          {
            id: 'applications',
            header: `${entities.application.label}${dashboardSpans.month.label}`,
            align: 'end' as const,
            cell: ({ branch_id }: BranchRow) =>
              countText(applicationsIn(registered, 'month', undefined, branch_id)),
          },
        ]),
  ]
}
