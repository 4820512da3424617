import type { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { ReactNode } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { useBranchChoices } from '../../crud/branch-choice.tsx'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import {
  FormMoney,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} from '../../ui/form/form-fields.tsx'

type FeeValues = ValuesOf<typeof otherFee>

/** What one writes about an other fee. */
export function OtherFeeFields({ form }: FieldsProps<typeof otherFee>) {
  return <FeeFields control={form.control} />
}

/** The same of a request fee, and whether it is the state's. */
export function RequestFeeFields({ form }: FieldsProps<typeof requestFee>) {
  return (
    <FeeFields control={feePart(form)}>
      <FormSwitch
        control={form.control}
        name="is_state_fee"
        label="ค่าธรรมเนียมของราชการ"
        description="เก็บแทนราชการ ไม่นับเป็นรายรับของโรงเรียน"
      />
    </FeeFields>
  )
}

/** A request fee has every value of an other fee; form types do not see that one contains the other. */
const feePart = (form: UseFormReturn<ValuesOf<typeof requestFee>>) =>
  form.control as unknown as Control<FeeValues>

function FeeFields({ control, children }: { control: Control<FeeValues>; children?: ReactNode }) {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลรายการ">
      <div className="form-grid">
        <FormText
          control={control}
          name="name"
          label="ชื่อรายการ"
          required
          autoFocus
          className="md:col-span-5"
        />
        <FormMoney
          control={control}
          name="price"
          label="ราคา (บาท)"
          required
          className="col-span-1 md:col-span-3"
        />
        <FormSelect
          control={control}
          name="branch_id"
          label="สาขา"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-4"
        />
        <FormTextArea control={control} name="detail" label="รายละเอียด" />
        {children}
        <FormSwitch control={control} name="is_activate" label="เปิดใช้งาน" />
      </div>
    </Card>
  )
}
