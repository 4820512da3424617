import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A row of figures above a list: two columns on a phone, as many as fit on a desktop. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-3 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-[repeat(auto-fit,minmax(150px,1fr))]">
      {children}
    </dl>
  )
}

/** Why there are no figures now, in their place and of their height on a desktop. */
export function StatsNote({ children }: { children: ReactNode }) {
  return <p className="card flex min-h-19 items-center px-3.5 py-2.5 text-muted">{children}</p>
}

interface StatProps {
  label: string
  value: ReactNode
  /** `owed` only for money that a customer owes. */
  tone?: 'plain' | 'owed'
  /** Small text below, e.g. what the figure counts. */
  note?: ReactNode
}

/** One figure and its name; stands inside {@link Stats}. */
export function Stat({ label, value, tone = 'plain', note }: StatProps) {
  return (
    <div className="card px-3.5 py-2.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('text-xl font-semibold', tone === 'owed' && 'text-danger')}>
        {value}
      </dd>
      {note !== undefined && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  )
}
