/** The field for the exam session of a line, shown if the chosen exam day has open sessions. */
import { entities } from '@khapdee/domain/entities'
import { stateWords } from '@khapdee/domain/words'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { acceptsLicence, seatsLeftText } from '@khapdee/domain/exam-session'
import type { Exam } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../../api/queries.ts'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { type LineForm, type LinePosition, pathOf } from '../line-values.ts'

const { FormSelect } = fieldsOf<LineForm>()

interface ExamSessionFieldProps extends LinePosition {
  /** The exam that the line books. */
  exam: Exam
  examDate: Day
}

/** A choice between the open sessions of the day; with a single one there is nothing to choose. */
export function ExamSessionField({ exam, examDate, ...line }: ExamSessionFieldProps) {
  const { control, setValue } = useFormContext<LineForm>()
  const path = `${pathOf(line)}.exam_session_id` as const
  const [branch, chosen] = useWatch({ control, name: ['branch_id', path] })
  const { data } = useEndpoint(
    examSession.gettable,
    {
      page: 1,
      perPage: 100,
      start: examDate,
      end: examDate,
      category: exam.kind,
      ...(branch !== null && { branch: String(branch) }),
    },
    { staleTime: 0 },
  )
  const sessions = useMemo(
    () =>
      data?.data.filter(
        ({ status, licence_types }) =>
          (status === 'open' || status === 'full') &&
          acceptsLicence(licence_types, exam.licence_type),
      ),
    [data, exam.licence_type],
  )
  const items = useMemo(
    () =>
      (sessions ?? []).map(({ exam_session_id, start_time, end_time, seats_left }) => ({
        value: exam_session_id,
        name: `${start_time}–${end_time} น. ${seats_left > 0 ? seatsLeftText(seats_left) : stateWords.full}`,
      })),
    [sessions],
  )
  const isGone = sessions !== undefined && !items.some(({ value }) => value === chosen)
  useEffect(() => {
    if (isGone && chosen !== null) setValue(path, null)
  }, [isGone, chosen, path, setValue])
  if (items.length === 0) return null
  const [only] = items
  return items.length === 1 ? (
    <p className="grow basis-36 self-end pb-2 text-sm text-muted">{only?.name}</p>
  ) : (
    <FormSelect
      name={path}
      label={entities.exam_session.label}
      items={items}
      className="grow basis-44"
    />
  )
}
