import {
  type ApplicationStatus,
  type RequestDecision,
  applicationStatuses,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { Chip } from '../../ui/chip.tsx'

export function StatusChip({ status }: { status: ApplicationStatus }) {
  const { label, tone } = applicationStatuses[status]
  return <Chip tone={tone}>{label}</Chip>
}

/** What was decided on a request. */
export function DecisionChip({ decision }: { decision: RequestDecision }) {
  const { label, tone } = requestDecisions[decision]
  return <Chip tone={tone}>{label}</Chip>
}
