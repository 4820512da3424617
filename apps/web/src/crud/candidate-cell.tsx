import type { ReactNode } from 'react'
import { pathsOf } from '../shared/paths.ts'
import { RecordLink } from './actions.tsx'

interface CandidateCellProps {
  row: { application_id: number; customer: string; application_code: string }
  /** The phone number. */
  children: ReactNode
}

/** The candidate of an exam in a list, with a link to the exam rights of the application, its number and the phone. */
export const CandidateCell = ({ row, children }: CandidateCellProps) => (
  <>
    <RecordLink to={pathsOf('exam_right').record(row.application_id)}>{row.customer}</RecordLink>
    <span className="flex flex-wrap gap-x-2 text-xs font-normal whitespace-nowrap text-muted">
      <span>{row.application_code}</span>
      {children}
    </span>
  </>
)
