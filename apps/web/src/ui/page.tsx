/** The parts of a page: header, action bar, cards, statistics and description lists. */
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface PageHeaderProps {
  title: ReactNode
  /** A small text or chip beside the title, e.g. `ทั้งหมด 200 รายการ`. */
  aside?: ReactNode
  /** Buttons, at most one of them primary. */
  actions?: ReactNode
}

/** The top line of every screen. */
export function PageHeader({ title, aside, actions }: PageHeaderProps) {
  return (
    // On a phone `aside` has a separate line; the minimum height reserves it until a count is loaded.
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:min-h-13.5">
      <div className="flex min-w-32 flex-1 flex-wrap items-baseline gap-x-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {aside !== undefined && <p className="text-muted">{aside}</p>}
      </div>
      {actions !== undefined && (
        <div data-noprint className="ms-auto flex flex-wrap justify-end gap-2">
          {actions}
        </div>
      )}
    </header>
  )
}

/** The buttons of a form on a phone; they stay at the bottom of the screen while the form scrolls. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-noprint
      className="sticky bottom-0 z-10 -mx-3.5 mt-auto -mb-3.5 flex justify-end gap-2 border-t border-line bg-surface px-3.5 py-2.5"
    >
      {children}
    </div>
  )
}

interface CardProps {
  title?: ReactNode
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** Omits the padding, for a table that reaches the edges. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A framed part of a screen. With a title it is a landmark of that name. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      className={classNames('card', className)}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}

/** Statistics above a list: two columns on a phone, as many as fit on a desktop. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-3 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:grid-cols-[repeat(auto-fit,minmax(150px,1fr))]">
      {children}
    </dl>
  )
}

/** Shown in place of {@link Stats} with the reason why there are none; on a desktop as high as these, so that nothing moves. */
export function StatsNote({ children }: { children: ReactNode }) {
  return <p className="card flex min-h-19 items-center px-3.5 py-2.5 text-muted">{children}</p>
}

interface StatProps {
  label: string
  value: ReactNode
  /** `owed` only for money that a customer owes. */
  tone?: 'plain' | 'owed'
  /** Small text below, e.g. the unit of the value. */
  note?: ReactNode
}

/** One value and its label; render it inside {@link Stats}. */
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

export interface Description {
  label: string
  value: ReactNode
  /** For a long text: takes the whole width. */
  isWide?: boolean
}

/** Labels and values of a record in as many columns as fit. An empty value is shown as a dash. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[repeat(auto-fill,minmax(180px,1fr))]">
      {items.map(({ label, value, isWide = false }) => (
        <div key={label} className={classNames('min-w-0', isWide && 'col-span-full')}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd>{value === null || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
