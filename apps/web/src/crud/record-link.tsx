import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The name of a record in its list: opens it. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-primary hover:underline">
      {children}
    </Link>
  )
}
