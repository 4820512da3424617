/** Warns users who may see the backups that the last one is too old. */
import { backup } from '@khapdee/contract/entities/backup'
import { entities, listLabel } from '@khapdee/domain/entities'
import { Link, useRouterState } from '@tanstack/react-router'
import { DatabaseBackup } from 'lucide-react'
import { useEndpoint } from '../api/queries.ts'
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
  // The screen of the backups shows this itself.
  if (data?.data.is_overdue !== true || pathname === path) return null
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
      ไม่มีข้อมูลสำรองที่ใหม่กว่า 36 ชั่วโมง
    </Notice>
  )
}
