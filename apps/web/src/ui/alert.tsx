import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'

export type AlertTone = 'success' | 'error' | 'warning'

const looks = {
  success: { icon: CircleCheck, title: 'สำเร็จ', colours: 'bg-ok-soft text-ok border-ok/30' },
  error: {
    icon: CircleAlert,
    title: 'เกิดข้อผิดพลาด',
    colours: 'bg-danger-soft text-danger border-danger/30',
  },
  warning: {
    icon: TriangleAlert,
    title: 'โปรดตรวจสอบ',
    colours: 'bg-warn-soft text-warn border-warn/30',
  },
} as const

interface AlertProps {
  tone: AlertTone
  children: ReactNode
  /** A link or a quiet button that goes on from here, e.g. to the receipt. */
  action?: ReactNode
  onDismiss?: (() => void) | undefined
}

/** A banner that screen readers read at once (errors) or when they are idle (the rest). */
export function Alert({ tone, children, action, onDismiss }: AlertProps) {
  const { icon: Icon, title, colours } = looks[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      data-noprint
      className={`flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 ${colours}`}
    >
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0">
          <span className="sr-only">{title} </span>
          {children}
        </div>
        {action !== undefined && <div className="font-medium underline">{action}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          onClick={onDismiss}
          aria-label="ปิด"
          className="-my-1 -me-1.5 flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-surface/60 coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
