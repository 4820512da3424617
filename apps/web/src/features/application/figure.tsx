import type { ReactNode } from 'react'
import { errorClass, labelClass } from '../../ui/fields/field-frame.tsx'

interface FigureProps {
  label: string
  error?: string | undefined
  children: ReactNode
}

/** An amount among the fields of a line, which is shown and not typed. */
export function Figure({ label, error, children }: FigureProps) {
  return (
    <dl className="min-w-0">
      <dt className={labelClass}>{label}</dt>
      <dd className="flex h-control items-center">{children}</dd>
      <dd aria-live="polite">{error !== undefined && <p className={errorClass}>{error}</p>}</dd>
    </dl>
  )
}
