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
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
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
