import type { employee } from '@khapdee/contract/entities/employee'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../session/session.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormLists } from './use-form-lists.ts'

type Values = ValuesOf<typeof employee>

const { FormCheckboxGroup, FormCombo, FormDate, FormSegmented, FormSelect, FormTextArea } =
  fieldsOf<Values>()

/** Where, as what and when somebody works. */
export function WorkFields({ record }: FieldsProps<typeof employee>) {
  const { branches } = useSession()
  const { department, position } = useFormLists()
  const { control } = useFormContext<Values>()
  const status = useWatch({ control, name: 'status' })
  const own = useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
  const hasEnd = status === 'resigned' || (record !== null && record.end_date !== null)
  return (
    <Card title="การทำงาน">
      <div className="form-grid">
        <FormSelect name="branch_id" items={own} className="md:col-span-4" />
        <FormCombo name="department" items={department} className="md:col-span-4" />
        <FormCombo name="position" items={position} className="md:col-span-4" />
        <FormSegmented name="employee_type" className="md:col-span-3" />
        <FormSegmented name="status" className="md:col-span-4" />
        <FormDate
          name="start_date"
          className={hasEnd ? 'col-span-1 md:col-span-2' : 'md:col-span-5'}
        />
        {hasEnd && <FormDate name="end_date" className="col-span-1 md:col-span-3" />}
        <FormCheckboxGroup name="day_off" />
        <FormTextArea name="note" rows={2} />
      </div>
    </Card>
  )
}
