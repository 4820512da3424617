import { RefreshCw } from 'lucide-react'
import { Notice, NoticeButton } from '../ui/notice.tsx'
import { useConnection } from './connection.ts'
import { loadNewVersion, useOutdated } from './version.ts'

/** Offers a newer version of the app; never loads it unasked. */
export function VersionNotice() {
  const isOutdated = useOutdated()
  const connection = useConnection()
  // Without a connection the page would not come back.
  if (!isOutdated || connection !== 'ok') return null
  return (
    <Notice
      tone="info"
      icon={RefreshCw}
      action={<NoticeButton onPress={loadNewVersion}>โหลดหน้าใหม่</NoticeButton>}
    >
      มีเวอร์ชันใหม่
    </Notice>
  )
}
