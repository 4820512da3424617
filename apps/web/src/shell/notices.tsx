import { actionWords } from '@khapdee/domain/words'
import { CloudOff, RefreshCw, WifiOff } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from '../session/session.ts'
import { type AlertAction, alerts, useAlert } from '../shared/alerts.ts'
import { Alert, Notice, NoticeButton } from '../ui/feedback.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { pollServer, useConnection } from './connection.ts'
import { loadNewVersion, useOutdated } from './version.ts'

const BackupNotice = lazyPart(async () => (await import('./backup-notice.tsx')).BackupNotice)

/** Notices and the alert of the screen; sticky, to stay visible in a scrolled form. */
export function AlertArea() {
  return (
    // The negative margin cancels the gap of the flex column while the area is empty.
    <div className="sticky top-[calc(var(--table-top)+0.5rem)] z-20 -mb-3.5">
      <NoticeArea />
      <ScreenAlert />
    </div>
  )
}

function ScreenAlert() {
  const { active, message, err, warning, action } = useAlert()
  if (!active) return null
  return (
    <div className="mb-3.5 rounded-lg bg-surface shadow-pop">
      <Alert
        tone={err ? 'error' : warning ? 'warning' : 'success'}
        action={action === null ? undefined : <Action action={action} />}
        onDismiss={alerts.reset}
      >
        {message}
      </Alert>
    </div>
  )
}

function Action({ action }: { action: AlertAction }) {
  if ('href' in action) {
    return (
      <a href={action.href} target="_blank" rel="noopener">
        {action.label}
      </a>
    )
  }
  return (
    <button type="button" className="underline" onClick={action.onAction}>
      {action.label}
    </button>
  )
}

/** Notices about connection and version. The element is always present, because screen readers announce only changes within it. */
export function NoticeArea() {
  const { can } = useSession()
  return (
    <output className="block *:mb-3.5">
      <ConnectionNotice />
      <VersionNotice />
      {can('backup.view') && (
        <Suspense fallback={null}>
          <BackupNotice />
        </Suspense>
      )}
    </output>
  )
}

/** The reason why the server cannot be reached, with the information that no input is lost. */
function ConnectionNotice() {
  const connection = useConnection()
  if (connection === 'ok') return null
  if (connection === 'offline') {
    return (
      <Notice tone="warning" icon={WifiOff}>
        ออฟไลน์อยู่ กรุณาตรวจสอบอินเทอร์เน็ต ข้อมูลที่กรอกยังอยู่
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      icon={CloudOff}
      action={<NoticeButton onPress={() => void pollServer()}>{actionWords.retry}</NoticeButton>}
    >
      เชื่อมต่อระบบไม่ได้ กำลังลองเชื่อมต่อใหม่ ข้อมูลที่กรอกยังอยู่
    </Notice>
  )
}

/** Offers to load a newer version of the app; never reloads automatically. */
function VersionNotice() {
  const isOutdated = useOutdated()
  const connection = useConnection()
  // Without a connection, a reload would lose the page.
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
