import type { holiday } from '@khapdee/contract/entities/holiday'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

const { FormDate, FormSelect, FormSwitch, FormText } = fieldsOf<ValuesOf<typeof holiday>>()

export function HolidayFields() {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลวันหยุด">
      <div className="form-grid">
        <FormDate name="day" className="md:col-span-3" />
        <FormText name="name" className="md:col-span-5" />
        <FormSelect
          name="branch_id"
          items={branches}
          description="สาขาที่หยุด"
          className="md:col-span-4"
        />
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}
