import { personName } from '@khapdee/domain/person-name'
import { Keyboard, LogOut, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button, MenuTrigger, Popover } from 'react-aria-components'
import { paths } from '../shared/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { useSession } from '../session/session.ts'
import { shellDialog } from './shell-dialog.ts'

const SignOutDialog = lazyPart(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)

/** Who is signed in, the way to his own page, and out. */
export function UserMenu() {
  const { user } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  if (user === null) return null
  const actions = [
    { id: 'profile', label: 'ข้อมูลส่วนตัว', icon: UserRound, href: paths.profile },
    {
      id: 'shortcuts',
      label: 'ปุ่มลัด',
      icon: Keyboard,
      onAction: () => shellDialog.open('shortcuts'),
    },
    { id: 'logout', label: 'ออกจากระบบ', icon: LogOut, onAction: () => setLeaving(true) },
  ]
  return (
    <>
      <MenuTrigger>
        <Button className="flex size-10 items-center justify-center rounded-full coarse:size-11">
          <Avatar
            fname={user.fname}
            sname={user.sname}
            fallback={user.username.slice(0, 2)}
            src={user.photo}
          />
          <span className="sr-only">ผู้ใช้งาน {personName(user)}</span>
        </Button>
        <Popover placement="bottom end" offset={6} className="popover p-1">
          <div className="border-b border-line px-2.5 pt-1.5 pb-2">
            <p className="font-medium">{personName(user)}</p>
            <p className="text-xs text-muted">{user.role.name}</p>
          </div>
          <ActionMenu label="ผู้ใช้งาน" actions={actions} />
        </Popover>
      </MenuTrigger>
      {isLeaving && (
        <Suspense fallback={null}>
          <SignOutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
