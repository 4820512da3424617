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

/** Instead of a screen: why there is none, and where to go from here. */
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

/** Renders its children for users with the permission, or any of several; a message for others. */
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

/** No screen has this address, or no record that this user may see. */
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

/** Name of the screen in the browser's tab, its history and the last breadcrumb. */
const title = memoryStore('')

/** Names the screen by its record where it shows one, else by its task. */
export function useDocumentTitle(name: string): void {
  // Before the paint, or the former screen's name would show for a moment.
  useLayoutEffect(() => {
    document.title = `${name} · ขับดี`
    title.set(name)
  }, [name])
}

/** The name of the screen that is shown. */
export const useScreenName = (): string => useStore(title)
