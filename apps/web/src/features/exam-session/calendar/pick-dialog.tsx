/** The dialog that chooses what to add on a day of the calendar. */
import { entities } from '@khapdee/domain/entities'
import { formatDayLong } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../session/session.ts'
import { pathsOf } from '../../../shared/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { type PickedTime, laterBy } from './calendar-span.ts'

interface PickDialogProps {
  time: PickedTime
  onClose: () => void
  onEvent: () => void
}

export function PickDialog({ time, onClose, onEvent }: PickDialogProps) {
  const { can } = useSession()
  const { day: date, time: start_time } = time
  const end_time = start_time === null ? null : laterBy(start_time, 3)
  const search = { date, ...(start_time !== null && { start_time, end_time }) }
  return (
    <Modal isOpen onClose={onClose} title={formatDayLong(date)} size="sm">
      <div className="flex flex-col gap-2">
        {can('exam.session') && (
          <Link
            to={pathsOf('exam_session').new}
            search={search}
            className={buttonClass({ kind: 'primary' })}
          >
            {actionWords.add}
            {entities.exam_session.label}
          </Link>
        )}
        <Button onPress={onEvent}>
          {actionWords.add}
          {entities.calendar_event.label}
        </Button>
      </div>
    </Modal>
  )
}
