/** Cancels an exam session together with what becomes of its candidates. */
import {
  type ExamSessionRow,
  type ToldCandidate,
  examSession,
} from '@khapdee/contract/entities/exam-session'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { FormSkeleton } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import {
  type Chosen,
  CandidateMoves,
  ToldDialog,
  movesOf,
  proposalsOf,
} from './candidate-moves.tsx'

interface Values {
  note: string
}

const { FormTextArea } = fieldsOf<Values>()
const noteSchema = examSession.cancel.input.pick({ note: true })

const title = `${actionWords.cancel}${entities.exam_session.label}`

interface CancelDialogProps {
  session: Pick<ExamSessionRow, 'exam_session_id' | 'version' | 'name'>
  onClose: () => void
}

export function CancelDialog({ session, onClose }: CancelDialogProps) {
  const { exam_session_id, version } = session
  const { data, error: loadError } = useEndpoint(
    examSession.targets,
    { exam_session_id },
    { staleTime: 0 },
  )
  const [changed, setChanged] = useState<Chosen>({})
  const [told, setTold] = useState<readonly ToldCandidate[]>()
  const form = useForm<Values>({
    defaultValues: { note: '' },
    resolver: schemaResolver<Values>(noteSchema),
  })
  const cancel = useCommand(examSession.cancel, {
    invalidates: ['exam-session', 'exam', 'application', 'customer'],
    onSuccess: (answer) => {
      if (answer.data.told.length === 0) onClose()
      else setTold(answer.data.told)
    },
  })
  if (told !== undefined) return <ToldDialog told={told} onClose={onClose} />
  const bookings = data?.data.bookings ?? []
  const chosen = { ...proposalsOf(bookings), ...changed }
  const errors = Object.fromEntries(
    (cancel.error?.errors ?? []).flatMap(({ path, message }) => {
      const [, index] = /^moves\.(\d+)\./.exec(path) ?? []
      const move = index === undefined ? undefined : movesOf(chosen)[Number(index)]
      return move === undefined ? [] : [[move.exam_id, message]]
    }),
  )
  return (
    <FormDialog
      form={form}
      schema={noteSchema}
      title={title}
      size={bookings.length > 0 ? 'lg' : 'sm'}
      onClose={onClose}
      onSubmit={form.handleSubmit(({ note }) => {
        if (data === undefined) return undefined
        return cancel.mutate({ exam_session_id, version, note, moves: movesOf(chosen) })
      })}
      submitLabel={title}
      kind="danger"
      pending={cancel.pending || data === undefined}
      problem={cancel.error?.message ?? loadError?.message ?? null}
    >
      <p>ต้องการยกเลิก “{session.name}” ใช่หรือไม่ เมื่อยกเลิกแล้วเปิดรอบนี้อีกไม่ได้</p>
      {data === undefined ? (
        <FormSkeleton fields={2} />
      ) : (
        bookings.length > 0 && (
          <CandidateMoves
            targets={data.data}
            bookings={bookings}
            chosen={chosen}
            onChange={setChanged}
            errors={errors}
          />
        )
      )}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
