import type { expenseItem } from '@khapdee/contract/entities/expense-item'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { choicesOf, useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof expenseItem>

const { FormSegmented, FormSelect, FormText, FormTextArea } = fieldsOf<Values>()

const categories = choicesOf(expenseCategories)
const types = choicesOf(expenseTypes)
const statuses = choicesOf(expenseStatuses)

/** What one writes about an item of the accounts. */
export function ExpenseItemFields() {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูลรายการ">
      <div className="form-grid">
        <FormText name="name" label="ชื่อรายการ" required autoFocus className="md:col-span-6" />
        <FormSegmented
          name="category"
          label="หมวดหมู่"
          required
          items={categories}
          className="md:col-span-6"
        />
        <FormSelect
          name="type"
          label="ประเภท"
          items={types}
          description="ผู้บันทึกบัญชีต้องระบุยานพาหนะหรือพนักงานตามประเภท"
          className="md:col-span-6"
        />
        <FormSelect
          name="branch_id"
          label="สาขา"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-6"
        />
        <FormTextArea name="detail" label="รายละเอียด" />
        <FormSegmented name="status" label="สถานะ" items={statuses} className="md:col-span-6" />
      </div>
    </Card>
  )
}
