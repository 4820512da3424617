import type { Permission } from '@khapdee/domain/permissions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { ScreenMessage } from './screen-message.tsx'
import { useSession } from './session.ts'

/** Its children for who has the permission; for others a word instead. */
export function Permitted({ to, children }: { to: Permission; children: ReactNode }) {
  const { can, user } = useSession()
  // Without a user the sign-in screen is already on its way.
  if (user === null || can(to)) return children
  return (
    <ScreenMessage
      title="คุณไม่มีสิทธิ์ใช้งานส่วนนี้"
      action={
        <Link to="/" className={buttonClass()}>
          กลับหน้าแรก
        </Link>
      }
    >
      กรุณาติดต่อผู้ดูแลระบบ หากต้องการใช้งานส่วนนี้
    </ScreenMessage>
  )
}
