import { type promotion } from '@khapdee/contract/entities/promotion'
import { units } from '@khapdee/domain/words'
import { useFormContext, useWatch } from 'react-hook-form'
import { useBranchChoices } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { unitOf } from './unit-of.ts'

type Values = ValuesOf<typeof promotion>

const { FormDate, FormNumber, FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<Values>()

export function PromotionFields({ record }: FieldsProps<typeof promotion>) {
  const branches = useBranchChoices()
  const { control } = useFormContext<Values>()
  const [typeDiscount, isUnlimited] = useWatch({ control, name: ['type_discount', 'is_unlimit'] })
  return (
    <>
      <Card title="ข้อมูลส่วนลด">
        <div className="form-grid">
          <FormText
            name="code"
            autoFocus
            ignoreThaiLayout="code"
            description="A–Z ตัวเลข - หรือ _"
            className="md:col-span-4"
          />
          <FormText name="name" className="md:col-span-8" />
          <FormSegmented name="type_discount" className="md:col-span-5" />
          <FormNumber
            name="value"
            decimals={2}
            unit={unitOf(typeDiscount)}
            className="col-span-1 md:col-span-3"
          />
          <FormSelect name="type" className="col-span-1 md:col-span-4" />
          <FormTextArea name="detail" />
        </div>
      </Card>
      <Card title="เงื่อนไขการใช้">
        <div className="form-grid">
          <FormDate name="start" description="เว้นว่างไว้เมื่อใช้ได้ทันที" className="md:col-span-3" />
          <FormDate
            name="end"
            description="ใช้ได้ถึงสิ้นวัน เว้นว่างไว้เมื่อไม่มีกำหนด"
            className="md:col-span-3"
          />
          <FormSelect name="branch_id" items={branches} className="md:col-span-6" />
          <FormSwitch name="is_unlimit" className="md:col-span-3 md:pt-6" />
          {!isUnlimited && (
            <FormNumber
              name="limit"
              required
              {...(record && { description: `ใช้ไปแล้ว ${record.usage} ${units.times}` })}
              className="md:col-span-3"
            />
          )}
          <FormSwitch name="is_activate" />
        </div>
      </Card>
    </>
  )
}
