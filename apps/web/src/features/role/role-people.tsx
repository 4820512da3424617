import { role } from '@khapdee/contract/entities/role'
import { useEndpoint } from '../../api/queries.ts'
import { ActiveChip } from '../../crud/columns.tsx'
import { Card } from '../../ui/page.tsx'
import { LoadFailed, SkeletonLine } from '../../ui/feedback.tsx'

/** Who has the role. */
export function RolePeople({ roleId }: { roleId: number }) {
  const { data, isError, refetch } = useEndpoint(role.people, { role_id: roleId })
  const people = data?.data
  return (
    <Card title="ผู้ที่มีบทบาทนี้" flush>
      {people === undefined && !isError && (
        <p className="p-4">
          <span className="sr-only">กำลังโหลดข้อมูล</span>
          <SkeletonLine width="40%" />
        </p>
      )}
      {isError && <LoadFailed onRetry={refetch} className="p-4" />}
      {people?.length === 0 && <p className="p-4 text-muted">ยังไม่มีผู้ใช้ที่มีบทบาทนี้</p>}
      {people !== undefined && people.length > 0 && (
        <ul className="divide-y divide-line">
          {people.map(({ user_id, name, username, position, branch, is_active }) => (
            <li key={user_id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
              <span className="min-w-44 flex-1">
                {name} <span className="text-xs text-muted">{username}</span>
              </span>
              <span className="text-muted md:min-w-80">
                {[position, branch].filter(Boolean).join(' · ')}
              </span>
              {!is_active && <ActiveChip value={false} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
