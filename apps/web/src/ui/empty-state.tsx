import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title?: string
  /** What to do now. */
  hint?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
}

/** Stands where rows would, and says what to do. */
export function EmptyState({
  title = 'ไม่พบข้อมูล',
  hint,
  action,
  icon: Icon = Inbox,
}: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      <Icon size={28} strokeWidth={1.5} aria-hidden className="text-muted" />
      <p className="font-medium">{title}</p>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}
