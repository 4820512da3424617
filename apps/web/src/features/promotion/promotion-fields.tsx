import { discountTypes, type promotion, promotionTypes } from '@khapdee/contract/entities/promotion'
import { useWatch } from 'react-hook-form'
import { useBranchChoices } from '../../crud/branch-choice.tsx'
import type { FieldsProps } from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import {
  FormDate,
  FormNumber,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} from '../../ui/form/form-fields.tsx'
import { unitOf } from './unit-of.ts'

/** What one writes about a promotion. */
export function PromotionFields({ form: { control }, record }: FieldsProps<typeof promotion>) {
  const branches = useBranchChoices()
  const [typeDiscount, isUnlimited] = useWatch({ control, name: ['type_discount', 'is_unlimit'] })
  return (
    <>
      <Card title="ข้อมูลส่วนลด">
        <div className="form-grid">
          <FormText
            control={control}
            name="code"
            label="รหัสส่วนลด"
            required
            autoFocus
            keys="code"
            description="A–Z ตัวเลข - หรือ _"
            className="md:col-span-4"
          />
          <FormText
            control={control}
            name="name"
            label="ชื่อส่วนลด"
            required
            className="md:col-span-8"
          />
          <FormSegmented
            control={control}
            name="type_discount"
            label="รูปแบบส่วนลด"
            items={discountTypes}
            className="md:col-span-5"
          />
          <FormNumber
            control={control}
            name="value"
            label="มูลค่า"
            required
            decimals={2}
            unit={unitOf(typeDiscount)}
            className="col-span-1 md:col-span-3"
          />
          <FormSelect
            control={control}
            name="type"
            label="ใช้กับ"
            items={promotionTypes}
            className="col-span-1 md:col-span-4"
          />
          <FormTextArea control={control} name="detail" label="รายละเอียด" />
        </div>
      </Card>
      <Card title="เงื่อนไขการใช้">
        <div className="form-grid">
          <FormDate
            control={control}
            name="start"
            label="วันเริ่มต้น"
            description="เว้นว่างไว้เมื่อใช้ได้ทันที"
            className="md:col-span-3"
          />
          <FormDate
            control={control}
            name="end"
            label="วันสิ้นสุด"
            description="ใช้ได้ถึงสิ้นวัน เว้นว่างไว้เมื่อไม่มีกำหนด"
            className="md:col-span-3"
          />
          <FormSelect
            control={control}
            name="branch_id"
            label="สาขา"
            items={branches}
            className="md:col-span-6"
          />
          <FormSwitch
            control={control}
            name="is_unlimit"
            label="ไม่จำกัดจำนวน"
            className="md:col-span-3 md:pt-6"
          />
          {!isUnlimited && (
            <FormNumber
              control={control}
              name="limit"
              label="จำกัดจำนวนสิทธิ์"
              required
              unit="ครั้ง"
              {...(record && { description: `ใช้ไปแล้ว ${record.usage} ครั้ง` })}
              className="md:col-span-3"
            />
          )}
          <FormSwitch control={control} name="is_activate" label="เปิดใช้งาน" />
        </div>
      </Card>
    </>
  )
}
