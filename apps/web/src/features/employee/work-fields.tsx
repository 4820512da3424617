import type { employee } from '@khapdee/contract/entities/employee'
import { employeeStatuses, employeeTypes, weekdays } from '@khapdee/domain/employee'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { choicesOf } from '../../crud/choices.ts'
import { useSession } from '../../session/session.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormLists } from './use-form-lists.ts'

type Values = ValuesOf<typeof employee>

const { FormCheckboxGroup, FormCombo, FormDate, FormSegmented, FormSelect, FormTextArea } =
  fieldsOf<Values>()

const statuses = choicesOf(employeeStatuses)
const types = choicesOf(employeeTypes)
const days = choicesOf(weekdays)

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
        <FormSelect name="branch_id" label="สาขา" required items={own} className="md:col-span-4" />
        <FormCombo name="department" label="แผนก" items={department} className="md:col-span-4" />
        <FormCombo name="position" label="ตำแหน่ง" items={position} className="md:col-span-4" />
        <FormSegmented
          name="employee_type"
          label="ประเภทการจ้าง"
          items={types}
          className="md:col-span-3"
        />
        <FormSegmented name="status" label="สถานะ" items={statuses} className="md:col-span-4" />
        <FormDate
          name="start_date"
          label="วันที่เริ่มงาน"
          className={hasEnd ? 'col-span-1 md:col-span-2' : 'md:col-span-5'}
        />
        {hasEnd && (
          <FormDate name="end_date" label="วันที่พ้นสภาพ" className="col-span-1 md:col-span-3" />
        )}
        <FormCheckboxGroup name="day_off" label="วันหยุดประจำสัปดาห์" items={days} />
        <FormTextArea name="note" label="หมายเหตุ" rows={2} />
      </div>
    </Card>
  )
}
