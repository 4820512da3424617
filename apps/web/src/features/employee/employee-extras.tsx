/** Cards below the form of an employee: licences, leave, and sessions with the password reset. */
import { employee, type LeaveBalanceRow, type LeaveRow } from '@khapdee/contract/entities/employee'
import { leaveKinds } from '@khapdee/domain/employee'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { personName } from '@khapdee/domain/person-name'
import { formatDayRange } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { KeyRound, LogOut, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { SessionList } from '../../shared/session-list.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'
import { LeaverLinkCard } from './leaver-link-card.tsx'
import { LicenceCard } from './licence-card.tsx'
import type { FirstPassword } from './first-password.tsx'

export function EmployeeExtras({ record }: { record: RecordOf<typeof employee> }) {
  const { can, user } = useSession()
  const canResetPassword =
    can('user.update') &&
    record.user_id !== user?.user_id &&
    record.is_activate &&
    record.is_manageable
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <LicenceCard userId={record.user_id} />
      <LeaveCard userId={record.user_id} />
      {record.status === 'resigned' && can('payroll.export') && (
        <LeaverLinkCard userId={record.user_id} />
      )}
      {(can('user.end-session') || canResetPassword) && (
        <SessionsCard record={record} canResetPassword={canResetPassword} />
      )}
    </div>
  )
}

const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

function LeaveCard({ userId }: { userId: number }) {
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
      title={entities.user_leave.label}
      actions={
        mayWrite && (
          <Button size="sm" icon={Plus} onPress={() => setAdding(true)}>
            {actionWords.addLeave}
          </Button>
        )
      }
    >
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton fields={2} />}
      {data !== undefined && (
        <>
          <Balances balances={data.detail} />
          <Leaves leaves={data.data} mayWrite={mayWrite} />
        </>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <LeaveDialog userId={userId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** The remaining days of each kind of leave this year. */
function Balances({ balances }: { balances: readonly LeaveBalanceRow[] }) {
  if (balances.length === 0) return null
  return (
    <dl aria-label="สิทธิ์ลาคงเหลือปีนี้" className="mb-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
      {balances.map(({ kind, entitled, used, left }) => (
        <div key={kind} className="flex justify-between gap-3">
          <dt className="text-muted">{leaveKinds[kind].label}</dt>
          <dd className="whitespace-nowrap">
            {fieldTitles.remaining} {left} วัน{' '}
            <span className="text-muted">
              (ใช้ {used}/{entitled})
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Leaves({ leaves, mayWrite }: { leaves: readonly LeaveRow[]; mayWrite: boolean }) {
  const [pendingDelete, setPendingDelete] = useState<LeaveRow | null>(null)
  const remove = useCommand(employee.removeLeave, { alert: 'success' })
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
              <p className="text-sm text-muted">
                {[leaveText(leave), `บันทึกโดย ${leave.user}`].join(' · ')}
              </p>
            </div>
            {mayWrite && (
              <IconButton
                label={`ลบวันลา ${formatDayRange(leave.start, leave.end)}`}
                icon={Trash2}
                size="sm"
                onPress={() => setPendingDelete(leave)}
              />
            )}
          </li>
        ))}
      </ul>
      {pendingDelete !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setPendingDelete(null)}
          title="ลบวันลา"
          confirmLabel={actionWords.delete}
          kind="danger"
          onConfirm={() => remove.mutateOrThrow({ leave_id: pendingDelete.leave_id })}
        >
          ต้องการลบ “{formatDayRange(pendingDelete.start, pendingDelete.end)}” ใช่หรือไม่
        </ConfirmDialog>
      )}
    </>
  )
}

/** The kind and the reason of leave; only the reason for other kinds. */
const leaveText = ({ kind, reason }: LeaveRow): string =>
  [kind === 'other' ? '' : leaveKinds[kind].label, reason].filter(Boolean).join(' · ')

const FirstPasswordDialog = lazyPart(
  async () => (await import('./first-password.tsx')).FirstPasswordDialog,
)

interface SessionsCardProps {
  record: RecordOf<typeof employee>
  canResetPassword: boolean
}

/** The sessions of an employee, and the password reset. */
function SessionsCard({ record, canResetPassword }: SessionsCardProps) {
  const { can } = useSession()
  return (
    <Card title="อุปกรณ์ที่เข้าสู่ระบบอยู่" actions={canResetPassword && <ResetPassword record={record} />}>
      {can('user.end-session') && <Sessions record={record} />}
    </Card>
  )
}

function Sessions({ record: { user_id, is_manageable } }: { record: RecordOf<typeof employee> }) {
  const { data, isError, refetch } = useEndpoint(employee.sessions, { user_id }, { staleTime: 0 })
  const end = useCommand(employee.endSessions)
  if (isError && data === undefined) return <LoadFailed onRetry={refetch} />
  if (data === undefined) return <FormSkeleton fields={2} />
  const others = data.data.filter((session) => !session.is_current)
  return (
    <div className="flex flex-col gap-3">
      <SessionList
        sessions={data.data}
        pending={end.pending}
        {...(is_manageable && {
          onEnd: ({ session_id }) => void end.mutate({ user_id, session_id }),
        })}
      />
      {is_manageable && others.length > 1 && (
        <Button
          size="sm"
          icon={LogOut}
          pending={end.pending}
          onPress={() => void end.mutate({ user_id })}
          className="self-start"
        >
          {others.length < data.data.length ? 'ออกจากระบบเครื่องอื่นทั้งหมด' : 'ออกจากระบบทุกเครื่อง'}
        </Button>
      )}
    </div>
  )
}

function ResetPassword({ record }: { record: RecordOf<typeof employee> }) {
  const [isConfirming, setConfirming] = useState(false)
  const [credentials, setCredentials] = useState<FirstPassword | null>(null)
  const reset = useCommand(employee.resetPassword, {
    alert: 'none',
    onSuccess: ({ data }) => setCredentials(data),
  })
  return (
    <>
      <Button size="sm" icon={KeyRound} onPress={() => setConfirming(true)}>
        ตั้งรหัสผ่านใหม่
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="ตั้งรหัสผ่านใหม่"
        confirmLabel="ตั้งรหัสผ่านใหม่"
        onConfirm={() => reset.mutateOrThrow({ user_id: record.user_id })}
      >
        {personName(record)} จะถูกออกจากระบบทุกเครื่อง และต้องใช้รหัสผ่านใหม่ที่ระบบสร้างให้
      </ConfirmDialog>
      {credentials !== null && (
        <Suspense fallback={null}>
          <FirstPasswordDialog credentials={credentials} onClose={() => setCredentials(null)} />
        </Suspense>
      )}
    </>
  )
}
