import type { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { deductionCategories, incomeCategories, postingsOf } from '@khapdee/domain/payroll/items'
import { deductionPostings } from '@khapdee/domain/payroll/lines'
import { headings } from '@khapdee/domain/words'
import { useFormContext, useWatch } from 'react-hook-form'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'

type Values = ValuesOf<typeof payrollItem>
type DeductionCategory = keyof typeof deductionCategories

const { FormMoney, FormSegmented, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<Values>()

const choicesOf = (words: Readonly<Record<string, { label: string }>>) =>
  Object.entries(words).map(([value, { label }]) => ({ value, name: label }))

const isDeductionCategory = (category: unknown): category is DeductionCategory =>
  typeof category === 'string' && category in deductionCategories

/**
 * The form of an item. The choices of category depend on the side, and those of posting on the
 * category.
 */
export function PayrollItemFields() {
  const branches = useBranchChoices()
  const { control } = useFormContext<Values>()
  const [type, category, posting] = useWatch({ control, name: ['type', 'category', 'posting'] })
  const isDeduction = type === 'deduction'
  const postings = isDeductionCategory(category) ? postingsOf(category) : []
  return (
    <Card title={headings.itemDetails}>
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-6" />
        <FormSegmented name="type" className="md:col-span-6" />
        <FormSelect
          name="category"
          items={choicesOf(isDeduction ? deductionCategories : incomeCategories)}
          className="md:col-span-6"
        />
        {isDeduction && (
          <FormSelect
            name="posting"
            items={postings.map((value) => ({ value, name: deductionPostings[value].label }))}
            className="md:col-span-6"
          />
        )}
        <FormSegmented
          name="condition"
          description="คูณ คือ อัตราต่อหน่วย × จำนวนหน่วย"
          className="md:col-span-6"
        />
        <FormMoney name="value" className="md:col-span-3" />
        <FormSelect name="title_value" className="md:col-span-3" />
        <FormSelect name="branch_id" items={branches} className="md:col-span-6" />
        {(!isDeduction || posting === 'reduces_pay') && (
          <>
            <FormSwitch name="taxable" />
            <FormSwitch name="in_sso_base" />
            <FormSwitch
              name="regular"
              description="รายได้ประจำเฉลี่ยภาษีทั้งปี รายได้ไม่ประจำคิดภาษีในเดือนที่จ่าย"
            />
          </>
        )}
        <FormTextArea name="detail" />
        <FormSegmented name="status" className="md:col-span-6" />
      </div>
    </Card>
  )
}
