/** The list of exam rights. */
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { titlesOf } from '@khapdee/contract/field-meta'
import { listNames } from '@khapdee/domain/list-names'
import { useCallback } from 'react'
import { ExportButton, viewAction } from '../../crud/actions.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byDays, byStatus, byText, type FilterSpec } from '../../crud/list-search.ts'
import { pathsOf } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { listColumns } from './right-columns.tsx'
import { useRightActions } from './right-dialogs.tsx'

const labels = titlesOf(examRight.row.shape)

const filters: readonly FilterSpec[] = [
  byBranch,
  byStatus,
  // On the wire the filter by the kind of exam is named `category`, that by licence type `type`.
  { name: 'category', label: labels.kind },
  { name: 'type', label: labels.licence_type },
  ...byDays,
  byText,
]

const rowKey = ({ right_id }: ExamRightRow) => right_id

export function ExamRightList() {
  return (
    <Permitted permission="exam.view">
      <List />
    </Permitted>
  )
}

function List() {
  const table = useBranchTable(examRight.gettable)
  const { setPerPage } = table
  // After a change the list shows its first page, ten rows per page.
  const { rowActions, dialog } = useRightActions(useCallback(() => setPerPage(10), [setPerPage]))
  const withView = useCallback(
    (row: ExamRightRow) => [
      ...rowActions(row),
      viewAction(pathsOf('exam_right').record(row.application_id)),
    ],
    [rowActions],
  )
  return (
    <>
      <BranchScopedListScreen
        name="exam-right"
        title={listNames['exam-rights']}
        actions={<ExportButton endpoint={examRight.export} table={table} />}
        columns={listColumns}
        filters={filters}
        searchPlaceholder="ชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
        table={table}
        rowKey={rowKey}
        rowActions={withView}
      />
      {dialog}
    </>
  )
}
