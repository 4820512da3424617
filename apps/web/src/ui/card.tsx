import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  title?: ReactNode
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A titled part of a screen; with a title it is a landmark named by it. */
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
