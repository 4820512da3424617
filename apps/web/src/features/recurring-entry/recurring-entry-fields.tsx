import { account } from '@khapdee/contract/entities/account-entry'
import type { recurringEntry } from '@khapdee/contract/entities/recurring-entry'
import { otherItem } from '@khapdee/domain/account-entry'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { zeroSatang } from '@khapdee/domain/money'
import { weekdays } from '@khapdee/domain/recurrence'
import { headings } from '@khapdee/domain/words'
import { useEffect, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import {
  choicesOf,
  numberChoices,
  useRequiredBranchChoices,
  withStoredChoice,
} from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof recurringEntry>

const {
  FormDate,
  FormMoney,
  FormNumber,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} = fieldsOf<Values>()

const weekdayChoices = choicesOf(weekdays).map(({ value, name }) => ({
  value: Number(value),
  name,
}))
const categoryChoices = choicesOf(expenseCategories)

/** The form of one recurring entry: the days of its drafts, and their content. */
export function RecurringEntryFields({ record }: FieldsProps<typeof recurringEntry>) {
  const branches = useRequiredBranchChoices()
  const { control, setValue } = useFormContext<Values>()
  const [branch_id, category, frequency, list_expenses_id, vehicle_id, employee_id, value] =
    useWatch({
      control,
      name: [
        'branch_id',
        'category',
        'frequency',
        'list_expenses_id',
        'vehicle_id',
        'employee_id',
        'value',
      ],
    })
  // The fields that only expenses have, which are hidden for income.
  useEffect(() => {
    if (category !== 'other_income') return
    setValue('payee_tax_id', '')
    setValue('wht_value', zeroSatang)
  }, [category, setValue])
  const named = branch_id === null ? {} : { branch_id }
  const { data: groups } = useEndpoint(account.listCategory, named)
  const { data: vehicles } = useEndpoint(account.vehicle, named)
  const { data: employees } = useEndpoint(account.employee, named)
  const offered = useMemo(
    () =>
      (groups?.data ?? []).flatMap(({ category: group, list }) =>
        list
          .filter((item) => item.category === category && !item.is_opening)
          .map((item) => ({ ...item, value: item.list_expenses_id, group })),
      ),
    [groups, category],
  )
  const type = offered.find((item) => item.value === list_expenses_id)?.type
  const items = withStoredChoice(offered, record?.list_expenses_id, record?.item, otherItem)
  return (
    <>
      <Card title="กำหนดการ">
        <div className="form-grid">
          <FormText name="name" autoFocus className="md:col-span-8" />
          <FormSelect
            name="branch_id"
            items={branches}
            isDisabled={record !== null}
            className="md:col-span-4"
          />
          <FormSegmented name="frequency" className="md:col-span-6" />
          {frequency === 'monthly' ? (
            <FormNumber
              name="day_of_month"
              description="เดือนที่สั้นกว่าใช้วันสุดท้ายของเดือน"
              className="md:col-span-6"
            />
          ) : (
            <FormSelect name="weekday" items={weekdayChoices} className="md:col-span-6" />
          )}
          <FormDate name="start_day" className="md:col-span-6" />
          <FormDate name="end_day" description="เว้นว่างถ้าไม่มีกำหนดสิ้นสุด" className="md:col-span-6" />
          <FormSwitch
            name="is_activate"
            description="ระหว่างที่ปิดใช้งานจะไม่สร้างฉบับร่าง และไม่สร้างย้อนหลังเมื่อเปิดอีกครั้ง"
          />
        </div>
      </Card>
      <Card title="เนื้อหาของฉบับร่าง">
        <div className="form-grid">
          <FormSegmented name="category" items={categoryChoices} className="md:col-span-6" />
          <FormSelect name="list_expenses_id" items={items} className="md:col-span-6" />
          {(type === 'vehicle' || vehicle_id !== null) && (
            <FormSelect
              name="vehicle_id"
              items={withStoredChoice(
                numberChoices(vehicles?.data),
                record?.vehicle_id,
                record?.vehicle,
                headings.notSpecified,
              )}
              {...(type === 'vehicle' && {
                description: 'เว้นว่างถ้าไม่ใช่คันเดิมทุกงวด ผู้บันทึกเลือกในฉบับร่าง',
              })}
              className="md:col-span-6"
            />
          )}
          {(type === 'employee' || employee_id !== null) && (
            <FormSelect
              name="employee_id"
              items={withStoredChoice(
                numberChoices(employees?.data),
                record?.employee_id,
                record?.employee,
                headings.notSpecified,
              )}
              {...(type === 'employee' && {
                description: 'เว้นว่างถ้าไม่ใช่คนเดิมทุกงวด ผู้บันทึกเลือกในฉบับร่าง',
              })}
              className="md:col-span-6"
            />
          )}
          <FormMoney
            name="value"
            description="เว้นว่างถ้าไม่เท่ากันทุกงวด ผู้บันทึกกรอกในฉบับร่าง"
            className="md:col-span-6"
          />
          <FormSegmented name="pay_type" className="md:col-span-6" />
          <FormText name="payee" className="md:col-span-6" />
          {category === 'expenses' && (
            <>
              <FormText
                name="payee_tax_id"
                inputMode="numeric"
                ignoreThaiLayout="digits"
                className="md:col-span-6"
              />
              <FormMoney
                name="wht_value"
                isDisabled={value === null}
                description="จำนวนเงินด้านบนเป็นยอดก่อนหักภาษี"
                className="md:col-span-6"
              />
            </>
          )}
          <FormTextArea name="detail" />
        </div>
      </Card>
    </>
  )
}
