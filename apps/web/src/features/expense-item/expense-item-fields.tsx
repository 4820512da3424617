import type { expenseItem } from '@khapdee/contract/entities/expense-item'
import { headings } from '@khapdee/domain/words'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof expenseItem>

const { FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

export function ExpenseItemFields() {
  const branches = useBranchChoices()
  return (
    <Card title={headings.itemDetails}>
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-6" />
        <FormSegmented name="category" className="md:col-span-6" />
        <FormSelect
          name="type"
          description="ผู้บันทึกบัญชีต้องระบุยานพาหนะหรือพนักงานตามประเภท"
          className="md:col-span-6"
        />
        <FormText
          name="group"
          description="หัวข้อที่ใช้รวมยอดในรายการและกราฟ เว้นว่างได้"
          className="md:col-span-6"
        />
        <FormSelect
          name="branch_id"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-6"
        />
        <FormSwitch
          name="is_pass_through"
          description="เงินที่รับหรือจ่ายแทนผู้อื่น เช่น ค่าธรรมเนียมราชการ ไม่นับเป็นรายรับรายจ่าย"
        />
        <FormSwitch
          name="is_fuel"
          description="ใช้ตรวจว่าเติมน้ำมันครั้งใดแพงผิดปกติ เมื่อระบุยานพาหนะและเลขไมล์"
        />
        <FormTextArea name="detail" />
        <FormSegmented name="status" className="md:col-span-6" />
      </div>
    </Card>
  )
}
