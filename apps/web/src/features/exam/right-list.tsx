/** The list of exam rights. */
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { titlesOf } from '@khapdee/contract/field-meta'
import { actionWords, applicationSearchHint } from '@khapdee/domain/words'
import { listNames } from '@khapdee/domain/list-names'
import { Link } from '@tanstack/react-router'
import { HandCoins, Ticket } from 'lucide-react'
import { useCallback } from 'react'
import { useSession } from '../../session/session.ts'
import { ExportButton, ImportLink, viewAction } from '../../crud/actions.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byDays, byStatus, byText, type FilterSpec } from '../../crud/list-search.ts'
import { payActions } from '../../crud/pay-links.ts'
import { rightPath } from '../../crud/right-path.ts'
import { buttonClass } from '../../ui/button.tsx'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { listColumns } from './right-columns.tsx'
import { toBookable, useBookingActions } from './booking-actions.tsx'
import { useCertificateActions } from './certificate-actions.tsx'
import { useRightActions } from './right-dialogs.tsx'

const labels = titlesOf(examRight.row.shape)

const filters: readonly FilterSpec[] = [
  byStatus,
  // On the wire the filter by the kind of exam is named `category`, that by licence type `type`.
  { name: 'category', label: labels.kind },
  { name: 'type', label: labels.licence_type },
  ...byDays,
  byText,
]

const columnsWithoutBalance = listColumns.filter(({ id }) => id !== 'balance')

const rowKey = ({ right_id }: ExamRightRow) => right_id

export function ExamRightList() {
  return (
    <Permitted permission="exam.view">
      <List />
    </Permitted>
  )
}

function List() {
  useLive(['exam'])
  const table = useBranchTable(examRight.gettable)
  const { setPerPage } = table
  const { can } = useSession()
  const canPay = can('application.pay')
  // After a change the list shows its first page, ten rows per page.
  const { rowActions, dialog } = useRightActions(useCallback(() => setPerPage(10), [setPerPage]))
  const { actionsOf, dialog: bookingDialog } = useBookingActions()
  const { certificateActionsOf, certificateDialog } = useCertificateActions()
  const withView = useCallback(
    (row: ExamRightRow) => [
      ...actionsOf(toBookable(row)),
      ...certificateActionsOf(row),
      ...rowActions(row),
      ...(canPay ? payActions(row.owing).map((action) => ({ ...action, icon: HandCoins })) : []),
      viewAction(rightPath(row)),
    ],
    [actionsOf, certificateActionsOf, rowActions, canPay],
  )
  return (
    <>
      <BranchScopedListScreen
        name="exam-right"
        title={listNames['exam-rights']}
        actions={
          <>
            <ImportLink kind="exam-right" />
            <ExportButton endpoint={examRight.export} table={table} />
            {can('exam.grant') && (
              <Link to={paths.customerTesting} className={buttonClass()}>
                <Ticket size={16} aria-hidden />
                {actionWords.grantRights}
              </Link>
            )}
          </>
        }
        columns={can('application.view') ? listColumns : columnsWithoutBalance}
        filters={filters}
        searchPlaceholder={applicationSearchHint}
        table={table}
        rowKey={rowKey}
        rowActions={withView}
      />
      {dialog}
      {bookingDialog}
      {certificateDialog}
    </>
  )
}
