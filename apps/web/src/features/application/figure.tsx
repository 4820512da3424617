import type { ReactNode } from 'react'
import { labelClass } from '../../ui/fields/field-frame.tsx'

/** An amount among the fields of a line, which is shown and not typed. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="min-w-0">
      <dt className={labelClass}>{label}</dt>
      <dd className="flex min-h-control flex-col justify-center">{children}</dd>
    </dl>
  )
}
