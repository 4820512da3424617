import type { employee } from '@khapdee/contract/entities/employee'
import { employeeStatuses, employeeTypes, weekdays } from '@khapdee/domain/employee'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { choicesOf } from '../../crud/choices.ts'
import { useSession } from '../../session/session.ts'
import type { FieldsProps } from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import { FormCombo } from '../../ui/form/form-combo.tsx'
import {
  FormCheckboxGroup,
  FormDate,
  FormSegmented,
  FormSelect,
  FormTextArea,
} from '../../ui/form/form-fields.tsx'
import { useFormLists } from './use-form-lists.ts'

const statuses = choicesOf(employeeStatuses)
const types = choicesOf(employeeTypes)
const days = choicesOf(weekdays)

/** Where, as what and when somebody works. */
export function WorkFields({ form: { control }, record }: FieldsProps<typeof employee>) {
  const { branches } = useSession()
  const { department, position } = useFormLists()
  const status = useWatch({ control, name: 'status' })
  const own = useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
  const hasEnd = status === 'resigned' || (record !== null && record.end_date !== null)
  return (
    <Card title="การทำงาน">
      <div className="form-grid">
        <FormSelect
          control={control}
          name="branch_id"
          label="สาขา"
          required
          items={own}
          className="md:col-span-4"
        />
        <FormCombo
          control={control}
          name="department"
          label="แผนก"
          items={department}
          className="md:col-span-4"
        />
        <FormCombo
          control={control}
          name="position"
          label="ตำแหน่ง"
          items={position}
          className="md:col-span-4"
        />
        <FormSegmented
          control={control}
          name="employee_type"
          label="ประเภทการจ้าง"
          items={types}
          className="md:col-span-3"
        />
        <FormSegmented
          control={control}
          name="status"
          label="สถานะ"
          items={statuses}
          className="md:col-span-4"
        />
        <FormDate
          control={control}
          name="start_date"
          label="วันที่เริ่มงาน"
          className={hasEnd ? 'col-span-1 md:col-span-2' : 'md:col-span-5'}
        />
        {hasEnd && (
          <FormDate
            control={control}
            name="end_date"
            label="วันที่พ้นสภาพ"
            className="col-span-1 md:col-span-3"
          />
        )}
        <FormCheckboxGroup control={control} name="day_off" label="วันหยุดประจำสัปดาห์" items={days} />
        <FormTextArea control={control} name="note" label="หมายเหตุ" rows={2} />
      </div>
    </Card>
  )
}
