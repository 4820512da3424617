/** The files of payroll for banks and authorities, and the dialog that makes one. */
import { type PayrollFileRow, payrollFile } from '@khapdee/contract/entities/payroll-file'
import { entities, listLabel } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { payrollFileKinds } from '@khapdee/domain/payroll/file-kinds'
import { Download, FilePlus } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { call } from '../../api/client.ts'
import { download } from '../../crud/actions.tsx'
import { columnsOf, userAndTimeColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byMonth, type FilterSpec } from '../../crud/list-search.ts'
import { showError } from '../../shared/alerts.ts'
import { Permitted } from '../../shared/screen.tsx'
import { titleOf } from '@khapdee/contract/field-meta'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { countText, Money } from '../../ui/values.tsx'

const MakeDialog = lazyPart(async () => (await import('./make-dialog.tsx')).MakeDialog)

const byKind: FilterSpec = { name: 'category', label: titleOf(payrollFile.row.shape, 'kind') }
const filters = [byKind, byMonth]
const columns = columnsOf<PayrollFileRow>(payrollFile.row.shape, [
  { id: 'kind', phoneSlot: 'title', cell: ({ kind }) => payrollFileKinds[kind].label },
  { id: 'period', nowrap: true, cell: ({ period }) => period },
  { id: 'branch', cell: ({ branch }) => branch },
  { id: 'count', align: 'end', nowrap: true, cell: ({ count }) => countText(count) },
  { id: 'total', align: 'end', nowrap: true, cell: ({ total }) => <Money value={total} /> },
  {
    id: 'sha256',
    cell: ({ sha256 }) => (
      <code className="text-xs break-all" title={sha256}>
        {sha256.slice(0, 12)}…
      </code>
    ),
  },
  userAndTimeColumn(titleOf(payrollFile.row.shape, 'user')),
])
const rowKey = ({ payroll_file_id }: PayrollFileRow) => payroll_file_id

export const PayrollFileList = () => (
  <Permitted permission="payroll.export">
    <Files />
  </Permitted>
)

function Files() {
  const table = useBranchTable(payrollFile.gettable)
  const [isMaking, setMaking] = useState(false)
  const rowActions = useCallback(
    ({ payroll_file_id }: PayrollFileRow) => [
      {
        id: 'download',
        label: actionWords.download,
        icon: Download,
        primary: true,
        onAction: () =>
          void call(payrollFile.open, { payroll_file_id })
            .then(({ data }) => download(data.file))
            .catch(showError),
      },
    ],
    [],
  )
  return (
    <>
      <BranchScopedListScreen<PayrollFileRow>
        name="payroll-files"
        title={listLabel(entities.payroll_file)}
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
        actions={
          <Button kind="primary" icon={FilePlus} onPress={() => setMaking(true)}>
            จัดทำไฟล์
          </Button>
        }
      />
      {isMaking && (
        <Suspense fallback={null}>
          <MakeDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
