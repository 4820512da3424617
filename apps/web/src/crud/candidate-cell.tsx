import type { ReactNode } from 'react'
import { RecordLink } from './actions.tsx'
import { type RightKey, rightPath } from './right-path.ts'

interface CandidateCellProps {
  row: RightKey & { customer: string; application_code: string }
  /** The phone number. */
  children: ReactNode
}

/** The candidate of an exam in a list, with a link to the exam rights of the application, if any, its number and the phone. */
export const CandidateCell = ({ row, children }: CandidateCellProps) => (
  <>
    <RecordLink to={rightPath(row)}>{row.customer}</RecordLink>
    <span className="flex flex-wrap gap-x-2 text-xs font-normal whitespace-nowrap text-muted">
      {row.application_code !== '' && <span>{row.application_code}</span>}
      {children}
    </span>
  </>
)
