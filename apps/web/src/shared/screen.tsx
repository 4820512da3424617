import type { Permission } from '@khapdee/domain/permissions'
import { productName, answerMessages } from '@khapdee/domain/words'
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

/** A message shown instead of a screen, with a link or button to continue. */
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
  | { permission: Permission; anyOf?: never; allOf?: never }
  | { permission?: never; anyOf: readonly Permission[]; allOf?: never }
  | { permission?: never; anyOf?: never; allOf: readonly Permission[] }
)

/** Shows its children to users with `permission`, with one of `anyOf` or with `allOf`; to others a message. */
export function Permitted({ permission, anyOf, allOf, children }: PermittedProps) {
  const { can, user } = useSession()
  const isAllowed =
    permission !== undefined
      ? can(permission)
      : anyOf !== undefined
        ? anyOf.some(can)
        : allOf.every(can)
  // Without a user, the redirect to the sign-in screen is already under way.
  if (user === null || isAllowed) return children
  return (
    <ScreenMessage
      title={answerMessages.forbidden}
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

/** Shown for an unknown URL, and for a record that the user may not see. */
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
      หน้านี้ไม่มีอยู่ หรือถูกลบไปแล้ว กรุณาตรวจสอบลิงก์
    </ScreenMessage>
  )
}

/** The name of the current screen, shown in browser tab, history and the last breadcrumb. */
const screenName = memoryStore('')

/**
 * Sets the name of the current screen: the name of its record, or of its task if it has no record.
 */
export function useDocumentTitle(name: string): void {
  // A layout effect runs before the paint; after it, the previous screen's name would be visible.
  useLayoutEffect(() => {
    document.title = `${name} · ${productName}`
    screenName.set(name)
  }, [name])
}

/** The name of the current screen, as set by `useDocumentTitle`. */
export const useScreenName = (): string => useStore(screenName)
