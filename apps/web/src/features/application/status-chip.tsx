import { type ApplicationStatus, applicationStatuses } from '@khapdee/domain/application/status'
import { Chip } from '../../ui/chip.tsx'

export function StatusChip({ status }: { status: ApplicationStatus }) {
  const { label, tone } = applicationStatuses[status]
  return <Chip tone={tone}>{label}</Chip>
}
