/** The days on which an employee is away. */
import { employee, type LeaveRow } from '@khapdee/contract/entities/employee'
import { formatDayRange } from '@khapdee/domain/thai-date'
import { Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'

const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

export function LeaveCard({ userId }: { userId: number }) {
  const { can } = useSession()
  const { data, isError, refetch } = useEndpoint(
    employee.leave,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [isAdding, setAdding] = useState(false)
  const mayWrite = can('user.update')
  return (
    <Card
      title="วันลา"
      actions={
        mayWrite && (
          <Button size="sm" icon={Plus} onPress={() => setAdding(true)}>
            เพิ่มวันลา
          </Button>
        )
      }
    >
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton fields={2} />}
      {data !== undefined && <Leaves leaves={data.data} mayWrite={mayWrite} />}
      {isAdding && (
        <Suspense fallback={null}>
          <LeaveDialog userId={userId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Leaves({ leaves, mayWrite }: { leaves: readonly LeaveRow[]; mayWrite: boolean }) {
  const [doomed, setDoomed] = useState<LeaveRow | null>(null)
  const remove = useCommand(employee.removeLeave)
  if (leaves.length === 0) return <p className="text-muted">ยังไม่มีวันลา</p>
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {leaves.map((leave) => (
          <li
            key={leave.leave_id}
            className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-medium">{formatDayRange(leave.start, leave.end)}</p>
              <p className="text-sm wrap-break-word text-muted">
                {leave.reason} · บันทึกโดย {leave.user}
              </p>
            </div>
            {mayWrite && (
              <IconButton
                label={`ลบวันลา ${formatDayRange(leave.start, leave.end)}`}
                icon={Trash2}
                size="sm"
                onPress={() => setDoomed(leave)}
              />
            )}
          </li>
        ))}
      </ul>
      {doomed !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setDoomed(null)}
          title="ลบวันลา"
          confirmLabel="ลบ"
          kind="danger"
          onConfirm={() => remove.mutate({ leave_id: doomed.leave_id })}
        >
          ต้องการลบ “{formatDayRange(doomed.start, doomed.end)}” ใช่หรือไม่
        </ConfirmDialog>
      )}
    </>
  )
}
