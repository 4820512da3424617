import { employee, salaryFields } from '@khapdee/contract/entities/employee'
import { titleOf } from '@khapdee/contract/field-meta'
import { banks } from '@khapdee/domain/banks'
import type { Satang } from '@khapdee/domain/money'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import type { Day } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { choicesOf } from '../../crud/choices.ts'
import type { RecordOf, ValuesOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { IdCardField, MaskedField } from '../../ui/fields/id-card-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { Card } from '../../ui/page.tsx'

type Values = ValuesOf<typeof employee>

const { FormDate, FormMoney, FormNumber, FormSegmented, FormSelect, FormSwitch, FormText } =
  fieldsOf<Values & { pay_from?: Day | null }>()

/** Basis points have two decimals of a percent, like satang of a baht. */
const { FormMoney: FormPercent } = fieldsOf<{ pvd_rate: Satang }>()

const bankChoices = [
  { value: '', name: headings.none },
  ...choicesOf(banks).toSorted((a, b) => a.name.localeCompare(b.name, 'th')),
]

/** Salary, bank account, funds and tax, for users who may view them. */
export function SalaryFields({ record }: { record: RecordOf<typeof employee> | null }) {
  const { control } = useFormContext<Values>()
  const isDaily = useWatch({ control, name: 'is_salary_daily' })
  return (
    <>
      <Card title="เงินเดือนและบัญชีธนาคาร">
        <div className="form-grid">
          <FormMoney
            name="salary"
            label={isDaily ? payrollWords.dailyWage : payrollWords.salary}
            className="col-span-1 md:col-span-3"
          />
          <FormMoney name="extra_salary" className="col-span-1 md:col-span-3" />
          <FormMoney
            name="sso_salary"
            description="0 เมื่อใช้ค่าจ้างจริง"
            className="col-span-1 md:col-span-3"
          />
          <FormSwitch name="is_salary_daily" className="col-span-1 md:col-span-3 md:pt-6" />
          <FormSegmented name="salary_pay_type" className="md:col-span-3" />
          <FormSelect name="bank" items={bankChoices} className="md:col-span-5" />
          <FormText name="branch_branch" className="md:col-span-4" />
          <FormText
            name="bank_acc"
            ignoreThaiLayout="digits"
            inputMode="numeric"
            className="md:col-span-3"
          />
          <FormSelect name="bank_account_type" className="md:col-span-3" />
          {record !== null && (
            <FormDate
              name="pay_from"
              label={titleOf(employee.update.input.shape, 'pay_from')}
              description="ของเงินเดือน สาขา ตำแหน่ง และกองทุนที่แก้ไข เว้นว่างไว้เมื่อมีผลตั้งแต่ต้นเดือนนี้"
              className="md:col-span-6"
            />
          )}
        </div>
      </Card>
      <FundFields />
    </>
  )
}

/** The funds of the person, and the allowances claimed by the form ล.ย.01. */
function FundFields() {
  const { control } = useFormContext<Values>()
  const isContractor = useWatch({ control, name: 'pay_as' }) === 'contractor'
  return (
    <Card title="กองทุนและค่าลดหย่อนภาษี">
      <div className="form-grid">
        <FormSegmented
          name="pay_as"
          className="md:col-span-4"
          {...(isContractor && { description: 'หักภาษีจากค่าจ้างตาม ภ.ง.ด.3 ไม่มีกองทุน' })}
        />
        {!isContractor && (
          <>
            <FormSwitch name="sso_member" className="md:col-span-2 md:pt-6" />
            <FormSwitch name="ewf_exempt" className="md:col-span-3 md:pt-6" />
            <FormPercent name="pvd_rate" label="กองทุนสำรองเลี้ยงชีพ (%)" className="md:col-span-3" />
            <FormSwitch name="tax_allowances.spouse" className="md:col-span-3 md:pt-6" />
            <FormNumber name="tax_allowances.children" className="col-span-1 md:col-span-3" />
            <FormNumber name="tax_allowances.later_children" className="md:col-span-3" />
            <FormNumber name="tax_allowances.parents" className="col-span-1 md:col-span-3" />
            <FormMoney name="tax_allowances.life_insurance" className="md:col-span-4" />
            <FormMoney name="tax_allowances.health_insurance" className="md:col-span-4" />
            <FormMoney name="tax_allowances.home_loan_interest" className="md:col-span-4" />
          </>
        )}
      </div>
    </Card>
  )
}

interface IdNumberProps {
  record: RecordOf<typeof employee> | null
  className: string
}

const label = titleOf(salaryFields, 'idcard')

/**
 * The ID card number, which like the salary needs the permission `user.view-salary`. A stored number is masked
 * until it is revealed. When the user empties the field, the masked number is shown again, because saving an empty
 * number keeps the stored one.
 */
export function IdNumber({ record, className }: IdNumberProps) {
  const { can } = useSession()
  const { resetField } = useFormContext<Values>()
  const { value, change, field } = useFormField<Values>('idcard')
  const reveal = useCommand(employee.reveal, {
    alert: 'errors',
    invalidates: [],
    // Sets the default value, because revealing must not mark the form as changed.
    onSuccess: ({ data }) => resetField('idcard', { defaultValue: data.idcard }),
  })
  const digits = typeof value === 'string' ? value : ''
  if (digits === '' && record?.masked_idcard) {
    const { user_id, masked_idcard } = record
    return (
      <MaskedField
        label={label}
        className={className}
        masked={masked_idcard}
        pending={reveal.pending}
        {...(can('user.reveal') && { onReveal: () => void reveal.mutate({ user_id }) })}
      />
    )
  }
  return (
    <IdCardField {...field} label={label} className={className} value={digits} onChange={change} />
  )
}
