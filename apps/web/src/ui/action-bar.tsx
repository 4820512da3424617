import type { ReactNode } from 'react'

/** The buttons of a form on a phone: at the bottom of the screen, however long the form is. */
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
