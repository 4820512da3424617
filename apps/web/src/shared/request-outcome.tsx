/** The outcome of a request: its state, and the user, time and note of the decision or the end. */
import type { ApprovalRequest } from '@khapdee/contract/entities/application-shapes'
import { type RequestState, requestStates } from '@khapdee/domain/application/approval-request'
import { actionWords } from '@khapdee/domain/words'
import { StateChip, ThaiInstant } from '../ui/values.tsx'

/** What the user did who ended a request. */
const ends: Partial<Record<RequestState, string>> = {
  withdrawn: actionWords.withdraw,
  paid_out: actionWords.payOut,
  revoked: actionWords.revokeApproval,
}

export function RequestOutcome({ request }: { request: ApprovalRequest }) {
  const { state, decided_by, decided_at, decision_note, ended_by, ended_at, end_note } = request
  const decision = state === 'rejected' ? actionWords.reject : actionWords.approve
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StateChip state={requestStates[state]} />
      <Step action={decision} by={decided_by} at={decided_at} note={decision_note} />
      <Step action={ends[state] ?? 'สิ้นสุด'} by={ended_by} at={ended_at} note={end_note} />
    </span>
  )
}

interface StepProps {
  action: string
  by: string
  at: string | null
  note: string
}

function Step({ action, by, at, note }: StepProps) {
  if (at === null) return null
  return (
    <span className="max-w-48 text-xs whitespace-normal text-muted">
      {action}โดย {by} · <ThaiInstant value={at} />
      {note !== '' && <span className="block">{note}</span>}
    </span>
  )
}
