/** The dialog that moves an entry of the calendar to another day and time. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { type ToldCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import type { Day } from '@khapdee/domain/thai-date'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { resolverOf, schemaProblems } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { FormTime } from '../time-field.tsx'
import { timeOfEntry } from './calendar-span.ts'
import { moveWord } from './words.ts'
import { useMoveEntry } from './use-move-entry.ts'

interface Values {
  date: Day
  start_time: string
  end_time: string
}

const { FormDate } = fieldsOf<Values>()
const shape = examSession.update.input.shape
/** The rules for day and times are the same for all entries that this dialog moves. */
const schema = examSession.update.input
const names = new Set(['date', 'start_time', 'end_time'])

interface MoveDialogProps {
  /** An entry with a time on one day, as it is now. */
  entry: CalendarEntry
  onClose: () => void
  /** Shows whom to phone about a session that was moved. */
  onTold: (told: readonly ToldCandidate[]) => void
}

export function MoveDialog({ entry, onClose, onTold }: MoveDialogProps) {
  const before = timeOfEntry(entry)
  const move = useMoveEntry(onTold)
  const [pending, setPending] = useState(false)
  const form = useForm<Values>({
    defaultValues: {
      date: before.start,
      start_time: before.start_time ?? '',
      end_time: before.end_time ?? '',
    },
    resolver: resolverOf((values) => {
      const problems = schemaProblems(schema, { ...values }).filter(([path]) => names.has(path))
      const { start_time, end_time } = values
      const isReversed = problems.length === 0 && end_time <= start_time
      return isReversed ? [...problems, ['end_time', 'เวลาสิ้นสุดต้องหลังเวลาเริ่ม']] : problems
    }),
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${moveWord} ${entry.title}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(async ({ date, start_time, end_time }) => {
        setPending(true)
        const to = { is_all_day: false, start: date, start_time, end: date, end_time }
        const isMoved = await move(entry, to)
        setPending(false)
        // Refused: the typed values stay, to be corrected.
        if (isMoved) onClose()
      })}
      submitLabel={moveWord}
      pending={pending}
    >
      <FormDate name="date" label={shape.date.meta()?.title ?? ''} />
      <div className="grid grid-cols-2 gap-3.5">
        <FormTime<Values> name="start_time" />
        <FormTime<Values> name="end_time" />
      </div>
    </FormDialog>
  )
}
