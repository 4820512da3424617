import type { place } from '@khapdee/contract/entities/place'
import { isSharedByDefault } from '@khapdee/domain/place'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRequiredBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { SwitchField } from '../../ui/fields/choice-fields.tsx'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useLabelledField } from '../../ui/form/use-form-field.ts'

type Values = ValuesOf<typeof place>

const { FormNumber, FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<Values>()

export function PlaceFields() {
  const branches = useRequiredBranchChoices()
  const isShared = useIsShared()
  return (
    <Card title="ข้อมูลสถานที่">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-8" />
        <FormSelect name="branch_id" items={branches} className="md:col-span-4" />
        <FormSegmented name="kind" className="md:col-span-8" />
        <FormNumber
          name="capacity"
          description={isShared ? 'รอบสอบและคาบเรียนพร้อมกัน' : 'คน'}
          className="md:col-span-4"
        />
        <SharedField />
        <FormSwitch name="is_activate" className="md:col-span-4" />
        <FormTextArea name="note" />
      </div>
    </Card>
  )
}

/** Whether the place in the form is shared: as chosen, otherwise by the default of its kind. */
function useIsShared(): boolean {
  const { control } = useFormContext<Values>()
  const [kind, isShared] = useWatch({ control, name: ['kind', 'is_shared'] })
  return isShared ?? (kind !== undefined && isSharedByDefault(kind))
}

function SharedField() {
  const { change, field } = useLabelledField<Values>('is_shared', {})
  const isShared = useIsShared()
  return (
    <SwitchField
      {...field}
      value={isShared}
      onChange={change}
      description="หลายรอบสอบและคาบเรียนใช้พร้อมกันได้ ไม่เกินจำนวนรับ"
      className="md:col-span-8"
    />
  )
}
