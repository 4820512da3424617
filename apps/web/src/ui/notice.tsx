import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface NoticeProps {
  icon: LucideIcon
  tone: 'warning' | 'info'
  children: ReactNode
  /** A button that does something about it. */
  action?: ReactNode
}

const colours = {
  warning: 'bg-warn-soft text-warn border-warn/30',
  info: 'bg-info-soft text-info border-info/30',
}

/** A quiet bar about the program itself; it stands in a live region and goes by itself. */
export function Notice({ icon: Icon, tone, children, action }: NoticeProps) {
  return (
    <span
      data-noprint
      className={`flex items-center gap-2.5 rounded-lg border px-3.5 py-1.5 shadow-pop ${colours[tone]}`}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      <span className="flex min-w-0 flex-1 items-center justify-between gap-4">
        <span className="min-w-0 py-0.5">{children}</span>
        {action}
      </span>
    </span>
  )
}

/** A button of a notice: no louder than the notice. */
export function NoticeButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-row-control shrink-0 font-medium underline"
    >
      {children}
    </button>
  )
}
