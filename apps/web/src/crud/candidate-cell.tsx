import type { ReactNode } from 'react'
import { RecordLink } from './actions.tsx'
import { type RightKey, rightPath } from './right-path.ts'

interface CandidateCellProps {
  row: RightKey & { customer: string; application_code: string }
  /** The phone number. */
  children: ReactNode
}

/** A link to an exam right of the branches of the user; the text alone for others. */
export const RightLink = ({ right, children }: { right: RightKey; children: ReactNode }) =>
  right.is_own === false ? (
    <span className="font-medium">{children}</span>
  ) : (
    <RecordLink to={rightPath(right)}>{children}</RecordLink>
  )

/** The candidate of an exam in a list, with a link to the exam rights of the application, if any, its number and the phone. */
export const CandidateCell = ({ row, children }: CandidateCellProps) => (
  <>
    <RightLink right={row}>{row.customer}</RightLink>
    <span className="flex flex-wrap gap-x-2 text-xs font-normal whitespace-nowrap text-muted">
      {row.application_code !== '' && <span>{row.application_code}</span>}
      {children}
    </span>
  </>
)
