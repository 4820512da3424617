import { Alert } from '../../ui/alert.tsx'
import { type AlertAction, alerts, useAlert } from '../alerts.ts'

/** The alert of the screen, in sight however far a long form is scrolled. */
export function AlertArea() {
  const { active, message, err, warning, action } = useAlert()
  if (!active) return null
  return (
    <div className="sticky top-[calc(var(--table-top)+0.5rem)] z-20 rounded-lg bg-surface shadow-pop">
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
