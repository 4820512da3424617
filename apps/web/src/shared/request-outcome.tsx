/** The outcome of a request: its state, and the user, time and note of the decision or the end. */
import type { ApprovalRequest } from '@khapdee/contract/entities/application-shapes'
import { requestStates } from '@khapdee/domain/application/approval-request'
import { StateChip, ThaiInstant } from '../ui/values.tsx'

export function RequestOutcome({ request }: { request: ApprovalRequest }) {
  const { state, decided_by, decided_at, decision_note, ended_by, ended_at, end_note } = request
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StateChip state={requestStates[state]} />
      <Step by={decided_by} at={decided_at} note={decision_note} />
      <Step by={ended_by} at={ended_at} note={end_note} />
    </span>
  )
}

function Step({ by, at, note }: { by: string; at: string | null; note: string }) {
  if (at === null) return null
  return (
    <span className="max-w-48 text-xs whitespace-normal text-muted">
      {by} · <ThaiInstant value={at} />
      {note !== '' && <span className="block">{note}</span>}
    </span>
  )
}
