import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: ReactNode
  /** Small text beside the title, e.g. `ทั้งหมด 200 รายการ`. */
  count?: ReactNode
  /** At most one of them primary. */
  actions?: ReactNode
}

/** The top line of every screen: what it is, how much of it, what one can do. */
export function PageHeader({ title, count, actions }: PageHeaderProps) {
  return (
    // On a phone the count has a line of its own, and room for it before it is known.
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:min-h-13.5">
      <div className="flex min-w-32 flex-1 flex-wrap items-baseline gap-x-2">
        <h1 className="text-xl font-semibold">{title}</h1>
        {count !== undefined && <p className="text-muted">{count}</p>}
      </div>
      {actions !== undefined && (
        <div data-noprint className="ms-auto flex flex-wrap justify-end gap-2">
          {actions}
        </div>
      )}
    </header>
  )
}
