import { discountTypes, type promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { useFormContext, useWatch } from 'react-hook-form'
import { choicesOf, useBranchChoices } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { unitOf } from './unit-of.ts'

const discounts = choicesOf(discountTypes)
const types = choicesOf(promotionTypes)
type Values = ValuesOf<typeof promotion>

const { FormDate, FormNumber, FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<Values>()

/** What one writes about a promotion. */
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
            label="รหัสส่วนลด"
            required
            autoFocus
            keys="code"
            description="A–Z ตัวเลข - หรือ _"
            className="md:col-span-4"
          />
          <FormText name="name" label="ชื่อส่วนลด" required className="md:col-span-8" />
          <FormSegmented
            name="type_discount"
            label="รูปแบบส่วนลด"
            items={discounts}
            className="md:col-span-5"
          />
          <FormNumber
            name="value"
            label="มูลค่า"
            required
            decimals={2}
            unit={unitOf(typeDiscount)}
            className="col-span-1 md:col-span-3"
          />
          <FormSelect name="type" label="ใช้กับ" items={types} className="col-span-1 md:col-span-4" />
          <FormTextArea name="detail" label="รายละเอียด" />
        </div>
      </Card>
      <Card title="เงื่อนไขการใช้">
        <div className="form-grid">
          <FormDate
            name="start"
            label="วันเริ่มต้น"
            description="เว้นว่างไว้เมื่อใช้ได้ทันที"
            className="md:col-span-3"
          />
          <FormDate
            name="end"
            label="วันสิ้นสุด"
            description="ใช้ได้ถึงสิ้นวัน เว้นว่างไว้เมื่อไม่มีกำหนด"
            className="md:col-span-3"
          />
          <FormSelect name="branch_id" label="สาขา" items={branches} className="md:col-span-6" />
          <FormSwitch name="is_unlimit" label="ไม่จำกัดจำนวน" className="md:col-span-3 md:pt-6" />
          {!isUnlimited && (
            <FormNumber
              name="limit"
              label="จำกัดจำนวนสิทธิ์"
              required
              unit="ครั้ง"
              {...(record && { description: `ใช้ไปแล้ว ${record.usage} ครั้ง` })}
              className="md:col-span-3"
            />
          )}
          <FormSwitch name="is_activate" label="เปิดใช้งาน" />
        </div>
      </Card>
    </>
  )
}
