/** The dialog that cancels an exam session and moves its candidates. */
import {
  type ExamSessionRow,
  type ToldCandidate,
  examSession,
} from '@khapdee/contract/entities/exam-session'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { FormSkeleton } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import {
  type Chosen,
  type Moves,
  CandidateMoves,
  ToldDialog,
  isChoiceOf,
  movesOf,
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
  const { exam_session_id } = session
  const client = useQueryClient()
  const [isOutdated, setOutdated] = useState(false)
  const stored = useEndpoint(
    examSession.get,
    { exam_session_id },
    { enabled: isOutdated, staleTime: 0 },
  ).data?.data
  const { version, name } =
    stored !== undefined && stored.version > session.version ? stored : session
  const { data, error: loadError } = useEndpoint(
    examSession.targets,
    { exam_session_id },
    { staleTime: 0 },
  )
  const [changed, setChanged] = useState<Chosen>({})
  const [sent, setSent] = useState<Moves>([])
  const [told, setTold] = useState<readonly ToldCandidate[]>()
  const form = useForm<Values>({
    defaultValues: { note: '' },
    resolver: schemaResolver<Values>(noteSchema),
  })
  const cancel = useCommand(examSession.cancel, {
    invalidates: ['exam-session', 'exam-waiting', 'exam', 'application', 'customer'],
    onError: ({ status }, { moves }) => {
      setSent(moves)
      if (status !== 409) return
      setOutdated(true)
      void invalidate(client, ['exam-session'])
    },
    onSuccess: (answer) => {
      if (answer.data.told.length === 0) onClose()
      else setTold(answer.data.told)
    },
  })
  if (told !== undefined) return <ToldDialog told={told} onClose={onClose} />
  const bookings = data?.data.bookings ?? []
  // A choice that is no longer possible is replaced by the proposal.
  const chosen: Chosen = Object.fromEntries(
    bookings.map((booking) => {
      const choice = changed[booking.exam_id]
      return [booking.exam_id, isChoiceOf(booking, choice) ? choice : booking.proposed]
    }),
  )
  const errors = Object.fromEntries(
    (cancel.error?.errors ?? []).flatMap(({ path, message }) => {
      const [, index] = /^moves\.(\d+)\./.exec(path) ?? []
      const move = index === undefined ? undefined : sent[Number(index)]
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
      dismissLabel={actionWords.close}
      kind="danger"
      pending={cancel.pending || data === undefined}
      problem={cancel.error?.message ?? loadError?.message ?? null}
    >
      <p>ต้องการยกเลิก “{name}” ใช่หรือไม่ เมื่อยกเลิกแล้วเปิดรอบนี้อีกไม่ได้</p>
      {data === undefined ? (
        <FormSkeleton fields={2} />
      ) : (
        bookings.length > 0 && (
          <CandidateMoves
            targets={data.data}
            bookings={bookings}
            chosen={chosen}
            onChange={setChanged}
            offersWaiting
            errors={errors}
          />
        )
      )}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
