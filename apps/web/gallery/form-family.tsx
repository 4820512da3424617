import { customerFields } from '@khapdee/contract/entities/customer'
import type { Satang } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { zodResolver } from '@hookform/resolvers/zod'
import { describeFields } from '../src/api/describe-fields.ts'
import { Button } from '../src/ui/button.tsx'
import { AddressFields, type AddressPart } from '../src/ui/form/address-fields.tsx'
import { EntryForm } from '../src/ui/form/entry-form.tsx'
import { fieldsOf } from '../src/ui/form/form-fields.tsx'
import { FieldDescriptions } from '../src/ui/form/use-form-field.ts'
import { Specimen } from './specimen.tsx'

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
  { value: 1, name: 'สาขาขอนแก่น' },
  { value: 2, name: 'สาขาบ้านไผ่' },
]
const positions = ['ครูฝึก', 'ผู้ทดสอบ', 'แม่บ้าน']
const vehicleTypes = ['รถยนต์เก๋ง', 'รถกระบะ', 'รถตู้']
const payTypes = [
  { value: 'cash', name: 'เงินสด' },
  { value: 'transfer', name: 'โอนเงิน' },
] as const

/** Fields bound to a form. Saving the empty form shows every error. */
export function FormFamily() {
  return (
    <>
      <Specimen name="EntryForm">
        <Entry />
      </Specimen>
      <Specimen name="AddressFields">
        <Address />
      </Specimen>
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
  const third = 'md:col-span-4'
  return (
    <EntryForm
      form={form}
      id="gallery-entry"
      label="แบบฟอร์ม"
      onSubmit={form.handleSubmit(() => undefined)}
    >
      <div className="form-grid">
        <FormText name="name" label="ชื่อ" required className={third} />
        <FormPassword
          name="password"
          label="รหัสผ่าน"
          required
          autoComplete="new-password"
          className={third}
        />
        <FormCombo name="position" label="ตำแหน่ง" items={positions} className={third} />
        <FormCheckboxGroup name="branches" label="สาขา" items={branches} />
        <FormPhone name="phone" label="โทรศัพท์" required className={third} />
        <FormMoney name="price" label="ราคา" className={third} />
        <FormNumber name="hours" label="จำนวนชั่วโมง" unit="ชั่วโมง" className={third} />
        <FormDate name="start" label="วันที่" className={third} />
        <FormSelect name="branch_id" label="สาขา" items={branches} className={third} />
        <FormSegmented name="pay_type" label="วิธีชำระเงิน" items={payTypes} className={third} />
        <FormSwitch name="is_activate" label="เปิดใช้งาน" className={third} />
        <FormCombo name="vehicle" label="ประเภทรถ" items={vehicleTypes} className={third} />
        <FormTextArea name="note" label="หมายเหตุ" />
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
