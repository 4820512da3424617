import type { bankAccount } from '@khapdee/contract/entities/bank-account'
import { banks } from '@khapdee/domain/banks'
import { choicesOf, useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof bankAccount>

const { FormDate, FormMoney, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

const bankChoices = choicesOf(banks).toSorted((a, b) => a.name.localeCompare(b.name, 'th'))

export function BankAccountFields() {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลบัญชีธนาคาร">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-7" />
        <FormSelect name="branch_id" items={branches} className="md:col-span-5" />
        <FormSelect name="bank" items={bankChoices} className="md:col-span-7" />
        <FormText
          name="number"
          ignoreThaiLayout="digits"
          inputMode="numeric"
          className="md:col-span-5"
        />
        <FormMoney
          name="opening_balance"
          description="ยอดเงินในบัญชีเมื่อเริ่มวันที่ยกมา ไม่นับเป็นรายรับ"
          className="md:col-span-7"
        />
        <FormDate name="opening_day" className="md:col-span-5" />
        <FormTextArea name="detail" />
        <FormSwitch
          name="is_default"
          description="เงินโอนของสาขาเข้าออกบัญชีนี้เมื่อไม่ได้เลือกบัญชีอื่น"
          className="md:col-span-7"
        />
        <FormSwitch name="is_activate" className="md:col-span-5" />
      </div>
    </Card>
  )
}
