/** Warns users who may see the backups that the last one is too old, or on the dashboard that there are none. */
import { backup } from '@khapdee/contract/entities/backup'
import { entities, listLabel } from '@khapdee/domain/entities'
import { Link, useRouterState } from '@tanstack/react-router'
import { DatabaseBackup } from 'lucide-react'
import { useEndpoint } from '../api/queries.ts'
import { paths } from '../shared/paths.ts'
import { Notice } from '../ui/feedback.tsx'

const refetchIntervalMs = 10 * 60_000

export function BackupNotice() {
  const { data } = useEndpoint(
    backup.list,
    {},
    { staleTime: refetchIntervalMs, refetchInterval: refetchIntervalMs },
  )
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { path } = entities.backup
  const status = data?.data
  const isMissing = status?.lacks_folder === true && pathname === paths.dashboard
  // The screen of the backups shows this itself.
  if ((status?.is_overdue !== true && !isMissing) || pathname === path) return null
  return (
    <Notice
      tone="warning"
      icon={DatabaseBackup}
      action={
        <Link to={path} className="min-h-row-control shrink-0 content-center font-medium underline">
          {listLabel(entities.backup)}
        </Link>
      }
    >
      {isMissing ? 'ยังไม่มีการสำรองข้อมูลทุกคืน' : 'ไม่มีข้อมูลสำรองที่ใหม่กว่า 36 ชั่วโมง'}
    </Notice>
  )
}
