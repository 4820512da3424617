/** Messages and placeholders: alerts, notices, empty and failed parts, skeletons. */
import { actionWords, headings } from '@khapdee/domain/words'
import { CircleAlert, CircleCheck, Inbox, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProgressBar } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Card } from './page.tsx'

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
  /** A link or a quiet button for the next step, e.g. to the receipt. */
  action?: ReactNode
  onDismiss?: (() => void) | undefined
  /** Whether it was shown before, so that screen readers do not announce it. */
  isPast?: boolean
}

/**
 * A banner that screen readers read at once (errors) or when they are idle (the rest). A success
 * loses its colour after some seconds, but stays in its place, because the content below it would
 * move.
 */
export function Alert({ tone, children, action, onDismiss, isPast = false }: AlertProps) {
  const { icon: Icon, title, colours } = looks[tone]
  const fades = tone === 'success' && !isPast
  return (
    <div
      role={isPast ? undefined : tone === 'error' ? 'alert' : 'status'}
      data-noprint
      className={`flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 ${colours} ${fades ? 'fading' : ''}`}
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
          aria-label={actionWords.close}
          className="-my-1 -me-1.5 flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-surface/60 coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface NoticeProps {
  icon: LucideIcon
  tone: 'warning' | 'info'
  children: ReactNode
  /** A button that resolves the problem. */
  action?: ReactNode
}

const noticeColours = {
  warning: 'bg-warn-soft text-warn border-warn/30',
  info: 'bg-info-soft text-info border-info/30',
}

/** A bar with a message about the app itself, e.g. a lost connection; render it in a live region. */
export function Notice({ icon: Icon, tone, children, action }: NoticeProps) {
  return (
    <span
      data-noprint
      className={`flex items-center gap-2.5 rounded-lg border px-3.5 py-1.5 shadow-pop ${noticeColours[tone]}`}
    >
      <Icon size={18} aria-hidden className="shrink-0" />
      <span className="flex min-w-0 flex-1 items-center justify-between gap-4">
        <span className="min-w-0 py-0.5">{children}</span>
        {action}
      </span>
    </span>
  )
}

/** A button in a notice, styled as a link. */
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

interface EmptyStateProps {
  title?: string
  /** The next step for the user. */
  hint?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
}

/** Shown in place of rows, with a hint at the next step. */
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
      {hint !== undefined && hint !== false && <p className="text-sm text-muted">{hint}</p>}
      {action !== undefined && action !== false && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** Shown in place of content that could not be loaded, with a button to try again. */
export function LoadFailed({
  onRetry,
  className = 'text-center',
}: {
  onRetry?: (() => unknown) | undefined
  className?: string
}) {
  return (
    <p role="alert" className={classNames('text-muted', className)}>
      โหลดไม่สำเร็จ{' '}
      {onRetry && (
        <button
          type="button"
          onClick={() => void onRetry()}
          className="font-medium text-primary underline"
        >
          {actionWords.retry}
        </button>
      )}
    </p>
  )
}

interface RecordLoadingProps {
  /** The error when the record could not be read; null while it is loading. */
  error: { message: string } | null
  onRetry: () => void
}

/** Shown in place of a record that is loading or could not be read. */
export function RecordLoading({ error, onRetry }: RecordLoadingProps) {
  if (error === null) return <FormCardSkeleton />
  return (
    <Alert
      tone="error"
      action={
        <button type="button" className="underline" onClick={onRetry}>
          {actionWords.retry}
        </button>
      }
    >
      {error.message}
    </Alert>
  )
}

const skeletonClass =
  'inline-block rounded-sm align-middle bg-neutral-soft motion-safe:animate-pulse'

/** A placeholder for a line of text; `width` is any CSS width. */
export function SkeletonLine({ width = '70%' }: { width?: string }) {
  return <span aria-hidden className={`${skeletonClass} h-3.5`} style={{ width }} />
}

/** A placeholder for a form, with two columns of labels and controls. */
export function FormSkeleton({ fields = 8 }: { fields?: number }) {
  return (
    <output aria-busy className="grid gap-x-3.5 gap-y-4 md:grid-cols-2">
      <span className="sr-only">{headings.loading}</span>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} aria-hidden className="flex flex-col gap-1.5">
          <span className={`${skeletonClass} h-3.5 w-24`} />
          <span className={`${skeletonClass} h-control w-full`} />
        </div>
      ))}
    </output>
  )
}

/** A placeholder for a form, in a card. */
export function FormCardSkeleton() {
  return (
    <Card>
      <FormSkeleton />
    </Card>
  )
}

interface ProgressLineProps {
  label: string
  /** The finished part, from 0 to 1. */
  value: number
  /** How much is finished, to the right of the label. */
  note: string
  className?: string
}

/** The progress of long work: its description, the finished part, and a bar. */
export function ProgressLine({ label, value, note, className }: ProgressLineProps) {
  return (
    <ProgressBar aria-label={label} value={value * 100} className={className ?? ''}>
      {({ percentage = 0 }) => (
        <>
          <p className="flex justify-between gap-2 text-xs text-muted">
            <span className="truncate">{label}</span>
            <span>{note}</span>
          </p>
          <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
            <div className="h-full bg-primary" style={{ width: `${percentage}%` }} />
          </div>
        </>
      )}
    </ProgressBar>
  )
}
