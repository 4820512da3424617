/** One's own page: who one is, the photo, the password, and where one is signed in. */
import type { UserData } from '@khapdee/contract/entities/user'
import { personName } from '@khapdee/domain/person-name'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Avatar } from '../../ui/values.tsx'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { OwnPhoto } from './own-photo.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'

export function ProfileScreen() {
  useDocumentTitle('ข้อมูลส่วนตัว')
  const { user } = useSession()
  if (user === null) return null
  return (
    <>
      <PageHeader title="ข้อมูลส่วนตัว" />
      {user.must_change_password && <Alert tone="warning">กรุณาเปลี่ยนรหัสผ่านก่อนเริ่มใช้งาน</Alert>}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <OwnData user={user} />
        <PasswordForm user={user} />
        {!user.must_change_password && <OwnSessions />}
      </div>
    </>
  )
}

function OwnData({ user }: { user: UserData }) {
  return (
    <Card title="ผู้ใช้งาน">
      <div className="mb-3">
        {user.must_change_password ? (
          <Avatar fname={user.fname} sname={user.sname} src={user.photo} size="lg" />
        ) : (
          <OwnPhoto user={user} />
        )}
      </div>
      <DescriptionList
        items={[
          { label: 'ชื่อ–นามสกุล', value: personName(user) },
          { label: 'ชื่อเล่น', value: user.nickname },
          { label: 'ชื่อผู้ใช้', value: user.username },
          { label: 'บทบาท', value: user.role.name },
          { label: 'ตำแหน่ง', value: user.position },
          { label: 'สาขา', value: user.branches.map(({ name }) => name).join(', ') },
        ]}
      />
    </Card>
  )
}
