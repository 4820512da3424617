import type { expenseItem } from '@khapdee/contract/entities/expense-item'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { useBranchChoices } from '../../crud/branch-choice.tsx'
import { choicesOf } from '../../crud/choices.ts'
import type { FieldsProps } from '../../crud/resource.ts'
import { Card } from '../../ui/card.tsx'
import { FormSegmented, FormSelect, FormText, FormTextArea } from '../../ui/form/form-fields.tsx'

const categories = choicesOf(expenseCategories)
const types = choicesOf(expenseTypes)
const statuses = choicesOf(expenseStatuses)

/** What one writes about an item of the accounts. */
export function ExpenseItemFields({ form: { control } }: FieldsProps<typeof expenseItem>) {
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
          className="md:col-span-6"
        />
        <FormSegmented
          control={control}
          name="category"
          label="หมวดหมู่"
          required
          items={categories}
          className="md:col-span-6"
        />
        <FormSelect
          control={control}
          name="type"
          label="ประเภท"
          items={types}
          description="ผู้บันทึกบัญชีต้องระบุยานพาหนะหรือพนักงานตามประเภท"
          className="md:col-span-6"
        />
        <FormSelect
          control={control}
          name="branch_id"
          label="สาขา"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-6"
        />
        <FormTextArea control={control} name="detail" label="รายละเอียด" />
        <FormSegmented
          control={control}
          name="status"
          label="สถานะ"
          items={statuses}
          className="md:col-span-6"
        />
      </div>
    </Card>
  )
}
