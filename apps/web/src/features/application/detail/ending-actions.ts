/** The actions that refund, end or cancel an application. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { actionWords } from '@khapdee/domain/words'
import { Ban, CircleStop, type LucideIcon, Undo2 } from 'lucide-react'
import type { OpenDialog } from './application-dialogs.tsx'

interface EndingAction {
  id: string
  label: string
  icon: LucideIcon
  onAction: () => void
}

/** The permitted actions. Users who may refund are not offered to request a refund. */
export function endingActions(
  { can }: Pick<ApplicationDetail, 'can'>,
  onOpen: (dialog: OpenDialog) => void,
): EndingAction[] {
  const all = [
    { name: 'refund', is: can.refund, label: actionWords.refund, icon: Undo2 },
    {
      name: 'requestRefund',
      is: !can.refund && can.request_refund,
      label: actionWords.requestRefund,
      icon: Undo2,
    },
    { name: 'end', is: can.end, label: actionWords.endWithoutRefund, icon: CircleStop },
    { name: 'cancel', is: can.delete, label: actionWords.cancelApplication, icon: Ban },
  ] as const
  return all
    .filter(({ is }) => is)
    .map(({ name, label, icon }) => ({ id: name, label, icon, onAction: () => onOpen({ name }) }))
}
