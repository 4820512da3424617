import type { Permission } from '@khapdee/domain/permissions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from './paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { ScreenMessage } from './screen-message.tsx'
import { useSession } from '../session/session.ts'

type PermittedProps = { children: ReactNode } & (
  | { to: Permission; toAnyOf?: never }
  | { to?: never; toAnyOf: readonly Permission[] }
)

/** Its children for who has the permission, or one of some; for others a word instead. */
export function Permitted({ to, toAnyOf, children }: PermittedProps) {
  const { can, user } = useSession()
  const isAllowed = to === undefined ? toAnyOf.some(can) : can(to)
  // Without a user the sign-in screen is already on its way.
  if (user === null || isAllowed) return children
  return (
    <ScreenMessage
      title="คุณไม่มีสิทธิ์ใช้งานส่วนนี้"
      action={
        <Link to={paths.home} className={buttonClass()}>
          กลับหน้าแรก
        </Link>
      }
    >
      กรุณาติดต่อผู้ดูแลระบบ หากต้องการใช้งานส่วนนี้
    </ScreenMessage>
  )
}
