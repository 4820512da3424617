import { applicationRow, refund } from '@khapdee/contract/entities/application-shapes'
import { customerFields } from '@khapdee/contract/entities/customer'
import { user } from '@khapdee/contract/entities/user'
import { titleOf } from '@khapdee/contract/field-meta'
import { suggestedPositions } from '@khapdee/domain/employee'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import type { Satang } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { vehicleTypes } from '@khapdee/domain/vehicle'
import { activeWords, units } from '@khapdee/domain/words'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { zodResolver } from '@hookform/resolvers/zod'
import { lineLabels, payTypeChoices } from '../src/features/application/line-values.ts'
import { describeFields } from '../src/api/describe-fields.ts'
import { Button } from '../src/ui/button.tsx'
import { AddressFields, type AddressPart } from '../src/ui/form/address-fields.tsx'
import { EntryForm } from '../src/ui/form/entry-form.tsx'
import { fieldsOf } from '../src/ui/form/form-fields.tsx'
import { FieldDescriptions } from '../src/ui/form/use-form-field.ts'
import { Example, branchName, formsTitle } from './example.tsx'

const {
  FormCheckboxGroup,
  FormCombo,
  FormDate,
  FormMoney,
  FormNumber,
  FormPassword,
  FormPhone,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} = fieldsOf<Values>()

const schema = z.object({
  name: z.string().min(1, 'กรุณากรอกชื่อ'),
  password: z.string().min(10, 'รหัสผ่านต้องมีอย่างน้อย 10 ตัวอักษร'),
  phone: z.string().min(9, 'กรุณากรอกโทรศัพท์'),
  price: z.custom<Satang>((value) => Number.isSafeInteger(value), 'กรุณากรอกราคา').nullable(),
  hours: z.number('กรุณากรอกจำนวนชั่วโมง').nullable(),
  start: z
    .custom<Day>((value) => typeof value === 'string' && isDay(value), 'กรุณากรอกวันที่')
    .nullable(),
  branch_id: z.number('กรุณาเลือกสาขา').nullable(),
  pay_type: z.enum(['cash', 'transfer']),
  is_activate: z.boolean(),
  vehicle: z.string(),
  note: z.string(),
  position: z.string(),
  branches: z.array(z.number()),
})
type Values = z.infer<typeof schema>

const branches = [
  { value: 1, name: branchName },
  { value: 2, name: 'สาขาบ้านไผ่' },
]

/** Fields bound to a form. Saving the empty form shows every error. */
export function FormSection() {
  return (
    <>
      <Example name="EntryForm">
        <Entry />
      </Example>
      <Example name="AddressFields">
        <Address />
      </Example>
    </>
  )
}

function Entry() {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: '',
      password: '',
      phone: '',
      price: null,
      hours: null,
      start: null,
      branch_id: null,
      pay_type: 'cash',
      is_activate: true,
      vehicle: '',
      note: '',
      position: '',
      branches: [],
    },
  })
  const thirdWidth = 'md:col-span-4'
  return (
    <EntryForm
      form={form}
      id="gallery-entry"
      label={formsTitle}
      onSubmit={form.handleSubmit(() => undefined)}
    >
      <div className="form-grid">
        <FormText
          name="name"
          label={titleOf(customerFields, 'fname')}
          required
          className={thirdWidth}
        />
        <FormPassword
          name="password"
          label={titleOf(user.login.input.shape, 'password')}
          required
          autoComplete="new-password"
          className={thirdWidth}
        />
        <FormCombo
          name="position"
          label={fieldTitles.position}
          items={suggestedPositions}
          className={thirdWidth}
        />
        <FormCheckboxGroup name="branches" label={entities.branch.label} items={branches} />
        <FormPhone
          name="phone"
          label={titleOf(applicationRow.shape, 'phone_1')}
          required
          className={thirdWidth}
        />
        <FormMoney name="price" label={lineLabels.cost} className={thirdWidth} />
        <FormNumber name="hours" label="จำนวนชั่วโมง" unit={units.hours} className={thirdWidth} />
        <FormDate name="start" label={titleOf(refund.shape, 'createdAt')} className={thirdWidth} />
        <FormSelect
          name="branch_id"
          label={entities.branch.label}
          items={branches}
          className={thirdWidth}
        />
        <FormSegmented
          name="pay_type"
          label={lineLabels.pay_type}
          items={payTypeChoices}
          className={thirdWidth}
        />
        <FormSwitch name="is_activate" label={activeWords[0]} className={thirdWidth} />
        <FormCombo name="vehicle" label="ประเภทรถ" items={vehicleTypes} className={thirdWidth} />
        <FormTextArea name="note" label={lineLabels.note} />
        <div className="flex items-center gap-3">
          <Button type="submit">บันทึกแบบฟอร์ม</Button>
          {form.formState.isSubmitSuccessful && <output>บันทึกเรียบร้อยแล้ว</output>}
        </div>
      </div>
    </EntryForm>
  )
}

const describeAddress = describeFields(z.object(customerFields))
const pathOf = (part: AddressPart) => part

function Address() {
  const form = useForm<Record<AddressPart, string>>({
    defaultValues: {
      address: '',
      moo: '',
      soi: '',
      street: '',
      subdistrict: '',
      district: '',
      province: '',
      postcode: '',
    },
  })
  return (
    <FormProvider {...form}>
      <FieldDescriptions value={describeAddress}>
        <AddressFields<Record<AddressPart, string>> pathOf={pathOf} />
      </FieldDescriptions>
    </FormProvider>
  )
}
