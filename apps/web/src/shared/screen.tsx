import type { Permission } from '@khapdee/domain/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { useSession } from '../session/session.ts'
import { memoryStore, useStore } from '../session/store.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, PageHeader } from '../ui/page.tsx'
import { paths } from './paths.ts'

interface ScreenMessageProps {
  title: string
  children: ReactNode
  action: ReactNode
}

/** Shown instead of a screen: the reason, and an action that leads on. */
export function ScreenMessage({ title, children, action }: ScreenMessageProps) {
  useDocumentTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-160 flex-col gap-3.5 py-8">
      <PageHeader title={title} />
      <Card>
        <div className="flex flex-col items-start gap-3">
          <div>{children}</div>
          {action}
        </div>
      </Card>
    </div>
  )
}

type PermittedProps = { children: ReactNode } & (
  | { to: Permission; toAnyOf?: never }
  | { to?: never; toAnyOf: readonly Permission[] }
)

/** Shows its children to users with the permission (`to`, or one of `toAnyOf`), else a message. */
export function Permitted({ to, toAnyOf, children }: PermittedProps) {
  const { can, user } = useSession()
  const isAllowed = to === undefined ? toAnyOf.some(can) : can(to)
  // Without a user, the redirect to the sign-in screen is already under way.
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

/** Shown for an unknown address, and for a record that the user may not see. */
export function NotFoundScreen() {
  return (
    <ScreenMessage
      title="ไม่พบข้อมูลที่ต้องการ"
      action={
        <Link to={paths.home} className={buttonClass()}>
          กลับหน้าแรก
        </Link>
      }
    >
      หน้านี้ไม่มีอยู่ หรือถูกลบไปแล้ว กรุณาตรวจสอบที่อยู่
    </ScreenMessage>
  )
}

/** The screen's name, shown in the browser's tab and history and as the last breadcrumb. */
const title = memoryStore('')

/** Sets the screen's name: the name of the record that it shows, or else of its task. */
export function useDocumentTitle(name: string): void {
  // Layout effect: after the paint, the former screen's name would show for a moment.
  useLayoutEffect(() => {
    document.title = `${name} · ขับดี`
    title.set(name)
  }, [name])
}

/** The name of the screen that is shown. */
export const useScreenName = (): string => useStore(title)
