/**
 * The outcome of a request: its state, and user, time and note of the decision and of the end of
 * the request.
 */
import type { ApprovalRequest } from '@khapdee/contract/entities/application-shapes'
import { type RequestState, requestStates } from '@khapdee/domain/application/approval-request'
import { actionWords, stateWords } from '@khapdee/domain/words'
import { StateChip, ThaiInstant } from '../ui/values.tsx'

/** The action of the user that ended a request, by the resulting state. */
const endingActions: Partial<Record<RequestState, string>> = {
  withdrawn: actionWords.withdraw,
  paid_out: actionWords.payOut,
  revoked: actionWords.revokeApproval,
}

interface RequestOutcomeProps {
  request: ApprovalRequest
  /** Whether the text may be wider than a column of a list. */
  isWide?: boolean
}

export function RequestOutcome({ request, isWide = false }: RequestOutcomeProps) {
  const { state, decided_by, decided_at, decision_note, ended_by, ended_at, end_note } = request
  const decision = state === 'rejected' ? actionWords.reject : actionWords.approve
  const endingAction = endingActions[state] ?? stateWords.ended
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <StateChip state={requestStates[state]} />
      <Step
        action={decision}
        by={decided_by}
        at={decided_at}
        note={decision_note}
        isWide={isWide}
      />
      <Step action={endingAction} by={ended_by} at={ended_at} note={end_note} isWide={isWide} />
    </span>
  )
}

interface StepProps extends Required<Pick<RequestOutcomeProps, 'isWide'>> {
  action: string
  by: string
  at: string | null
  note: string
}

function Step({ action, by, at, note, isWide }: StepProps) {
  if (at === null) return null
  return (
    <span className={`text-xs whitespace-normal text-muted ${isWide ? '' : 'max-w-48'}`}>
      {action}โดย {by} · <ThaiInstant value={at} />
      {note !== '' && <span className="block">{note}</span>}
    </span>
  )
}
