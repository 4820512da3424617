import { Alert } from '../ui/alert.tsx'
import { type AlertAction, alerts, useAlert } from '../shared/alerts.ts'
import { NoticeArea } from './notice-area.tsx'

/** Notices and the alert of the screen, in sight however far a long form is scrolled. */
export function AlertArea() {
  return (
    // Takes no room while there is nothing to tell.
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
