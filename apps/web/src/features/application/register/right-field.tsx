/** The exam right for which a fee is paid, and for a retake the exam that it books. */
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { entities } from '@khapdee/domain/entities'
import { examName } from '@khapdee/domain/exams'
import { formatDayShort } from '@khapdee/domain/thai-date'
import { useContext, useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../../api/queries.ts'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { type LineForm, type LinePosition, lineLabels, pathOf } from '../line-values.ts'
import { ExamSessionField } from './exam-session-field.tsx'
import { LineCustomer } from './line-customer.ts'

interface RightForm extends LineForm {
  customer?: { customer_id: number | null }
}

const { FormDate, FormSelect } = fieldsOf<RightForm>()

/**
 * The rights of the customer; renders nothing for a new customer, who has none. @param isRetake
 * whether the fee books an exam
 */
export function RightField({ isRetake, ...line }: LinePosition & { isRetake: boolean }) {
  const { control, setValue } = useFormContext<RightForm>()
  const path = pathOf(line)
  const saved = useContext(LineCustomer)
  const [entered, chosen, examDate] = useWatch({
    control,
    name: ['customer.customer_id', `${path}.right_id`, `${path}.exam_date`],
  })
  const customer_id = saved ?? entered ?? null
  const { data } = useEndpoint(
    customerExam.get,
    { customer_id: customer_id ?? 0 },
    { enabled: customer_id !== null },
  )
  const rights = useMemo(
    () =>
      customer_id === null
        ? []
        : (data?.data?.rights ?? []).filter(
            ({ status }) => status !== 'used' && status !== 'disabled',
          ),
    [customer_id, data],
  )
  const items = useMemo(
    () =>
      rights.map((right) => ({
        value: right.right_id,
        name: `${examName(right)} ถึง ${formatDayShort(right.permission_date)}`,
      })),
    [rights],
  )
  const only = items.length === 1 ? items[0]?.value : undefined
  const isGone =
    typeof chosen === 'number' && data !== undefined && !items.some(({ value }) => value === chosen)
  useEffect(() => {
    if (isGone) setValue(`${path}.right_id`, null)
    else if (only !== undefined && chosen !== only) setValue(`${path}.right_id`, only)
  }, [isGone, only, chosen, path, setValue])
  const right = rights.find(({ right_id }) => right_id === chosen)
  if (items.length === 0) return null
  return (
    <>
      <FormSelect
        name={`${path}.right_id`}
        label={entities.exam_right.label}
        items={items}
        required
        className="grow basis-64"
      />
      {isRetake && right !== undefined && right.booking === null && (
        <FormDate
          name={`${path}.exam_date`}
          label={lineLabels.exam_date}
          className="grow basis-36"
        />
      )}
      {isRetake && right !== undefined && right.booking === null && examDate !== null && (
        <ExamSessionField {...line} exam={right} examDate={examDate} />
      )}
    </>
  )
}
