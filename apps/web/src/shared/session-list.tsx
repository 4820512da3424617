/** The sessions of a user. All except the current one have a button that ends them. */
import type { SessionRow } from '@khapdee/contract/entities/user'
import { actionWords } from '@khapdee/domain/words'
import { LogOut } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Chip, ThaiInstant } from '../ui/values.tsx'

interface SessionListProps {
  sessions: readonly SessionRow[]
  /** Absent when the viewer may not end these sessions. */
  onEnd?: (session: SessionRow) => void
  pending: boolean
}

export function SessionList({ sessions, onEnd, pending }: SessionListProps) {
  if (sessions.length === 0) return <p className="text-muted">ไม่ได้เข้าสู่ระบบอยู่ที่ใด</p>
  return (
    <ul className="flex flex-col divide-y divide-line">
      {sessions.map((session) => (
        <li
          key={session.session_id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {session.device}
              {session.is_current && <Chip tone="ok">เครื่องนี้</Chip>}
            </p>
            <p className="text-sm text-muted">
              {session.address} · ใช้ล่าสุด <ThaiInstant value={session.last_used} />
            </p>
          </div>
          {!session.is_current && onEnd && (
            <Button size="sm" icon={LogOut} isDisabled={pending} onPress={() => onEnd(session)}>
              {actionWords.signOut}
              <span className="sr-only"> {session.device}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
