import type { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import type { ReactNode } from 'react'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

const { FormMoney, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<FeeValues>()
const RequestFee = fieldsOf<ValuesOf<typeof requestFee>>()

type FeeValues = ValuesOf<typeof otherFee>

/** The fields of an "other fee", the price of a good or service. */
export function OtherFeeFields() {
  return <FeeFields />
}

/** The fields of a request fee: those of an "other fee", and whether the state receives it. */
export function RequestFeeFields() {
  return (
    <FeeFields>
      <RequestFee.FormSwitch
        name="is_state_fee"
        description="เก็บแทนราชการ ไม่นับเป็นรายรับของโรงเรียน"
      />
    </FeeFields>
  )
}

function FeeFields({ children }: { children?: ReactNode }) {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลรายการ">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-5" />
        <FormMoney name="price" className="col-span-1 md:col-span-3" />
        <FormSelect
          name="branch_id"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-4"
        />
        <FormTextArea name="detail" />
        {children}
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}
