/** What belongs to an employee beside his record: leave, sessions, a new password. */
import type { employee } from '@khapdee/contract/entities/employee'
import { useSession } from '../../session/session.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { LeaveCard } from './leave-card.tsx'
import { SignInCard } from './sign-in-card.tsx'

export function EmployeeExtras({ record }: { record: RecordOf<typeof employee> }) {
  const { can } = useSession()
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-2">
      <LeaveCard userId={record.user_id} />
      {(can('user.end-session') || can('user.update')) && <SignInCard record={record} />}
    </div>
  )
}
