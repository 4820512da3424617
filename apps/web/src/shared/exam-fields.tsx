/** The form field for the exams of a course or fee. */
import { entities } from '@khapdee/domain/entities'
import { examKinds } from '@khapdee/domain/evaluation'
import { type Exam, type ExamKind, licencesOf, withLicences } from '@khapdee/domain/exams'
import { type ExamLicence, examLicenceOrder, examLicences } from '@khapdee/domain/licence-types'
import { CheckboxGroupField } from '../ui/fields/choice-fields.tsx'
import { useFormField } from '../ui/form/use-form-field.ts'

const licences = examLicenceOrder.map((value) => ({ value, name: examLicences[value].label }))
const noExams: readonly Exam[] = []

/** For theory and practice, the licence types of the exams for which the item grants rights. */
export function ExamFields() {
  const { value, change, field } = useFormField<{ exams: Exam[] }>('exams')
  const exams = Array.isArray(value) ? (value as readonly Exam[]) : noExams
  const group = (kind: ExamKind) => ({
    items: licences,
    value: licencesOf(exams, kind),
    onChange: (chosen: ExamLicence[]) => change(withLicences(exams, kind, chosen)),
  })
  // Both groups edit one form value: the first receives the focus, the second shows the error.
  const { inputRef, ...common } = field
  return (
    <>
      <CheckboxGroupField
        {...common}
        {...group('theory')}
        inputRef={inputRef}
        error={undefined}
        label={`${entities.exam_right.label}${examKinds.theory.label}`}
      />
      <CheckboxGroupField
        {...common}
        {...group('practice')}
        label={`${entities.exam_right.label}${examKinds.practice.label}`}
      />
    </>
  )
}
