/** Where an employee is signed in, and a new first password for him. */
import { employee } from '@khapdee/contract/entities/employee'
import { personName } from '@khapdee/domain/person-name'
import { KeyRound, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { SessionList } from '../../shared/session-list.tsx'
import { useSession } from '../../session/session.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'
import type { FirstPassword } from './first-password.tsx'

const FirstPasswordDialog = lazyPart(
  async () => (await import('./first-password.tsx')).FirstPasswordDialog,
)

export function SignInCard({ record }: { record: RecordOf<typeof employee> }) {
  const { can, user } = useSession()
  const isOther = record.user_id !== user?.user_id
  return (
    <Card
      title="อุปกรณ์ที่เข้าสู่ระบบอยู่"
      actions={
        can('user.update') && isOther && record.is_activate && <ResetPassword record={record} />
      }
    >
      {can('user.end-session') && <Sessions userId={record.user_id} />}
    </Card>
  )
}

function Sessions({ userId }: { userId: number }) {
  const { data, isError, refetch } = useEndpoint(
    employee.sessions,
    { user_id: userId },
    { staleTime: 0 },
  )
  const end = useCommand(employee.endSessions)
  if (isError && data === undefined) return <LoadFailed onRetry={refetch} />
  if (data === undefined) return <FormSkeleton fields={2} />
  const others = data.data.filter((session) => !session.is_current)
  return (
    <div className="flex flex-col gap-3">
      <SessionList
        sessions={data.data}
        pending={end.pending}
        onEnd={({ session_id }) => void end.mutate({ user_id: userId, session_id })}
      />
      {others.length > 1 && (
        <Button
          size="sm"
          icon={LogOut}
          pending={end.pending}
          onPress={() => void end.mutate({ user_id: userId })}
          className="self-start"
        >
          ออกจากระบบทุกเครื่อง
        </Button>
      )}
    </div>
  )
}

function ResetPassword({ record }: { record: RecordOf<typeof employee> }) {
  const [isAsking, setAsking] = useState(false)
  const [given, setGiven] = useState<FirstPassword | null>(null)
  const reset = useCommand(employee.resetPassword, {
    alert: 'errors',
    onSuccess: ({ data }) => setGiven(data),
  })
  return (
    <>
      <Button size="sm" icon={KeyRound} onPress={() => setAsking(true)}>
        ตั้งรหัสผ่านใหม่
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="ตั้งรหัสผ่านใหม่"
        confirmLabel="ตั้งรหัสผ่านใหม่"
        onConfirm={() => reset.mutate({ user_id: record.user_id })}
      >
        {personName(record)} จะถูกออกจากระบบทุกเครื่อง และต้องใช้รหัสผ่านใหม่ที่ระบบสร้างให้
      </ConfirmDialog>
      {given !== null && (
        <Suspense fallback={null}>
          <FirstPasswordDialog given={given} onClose={() => setGiven(null)} />
        </Suspense>
      )}
    </>
  )
}
