import type { employee } from '@khapdee/contract/entities/employee'
import { relations } from '@khapdee/domain/employee'
import { useSession } from '../../session/session.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { AddressFields, type AddressPart } from '../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { AccessFields } from './access-fields.tsx'
import { IdNumber } from './id-number.tsx'
import { SalaryFields } from './salary-fields.tsx'
import { WorkFields } from './work-fields.tsx'

type Values = ValuesOf<typeof employee>

const { FormCombo, FormDate, FormPhone, FormText } = fieldsOf<Values>()

const addressPath = (part: AddressPart) => part
const prefixes = ['นาย', 'นาง', 'นางสาว', 'ว่าที่ร้อยตรี', 'ว่าที่ร้อยตรีหญิง', 'ดร.']
const englishPrefixes = ['Mr.', 'Mrs.', 'Miss', 'Ms.']

/** What one writes about an employee. */
export function EmployeeFields({ record }: FieldsProps<typeof employee>) {
  const { can } = useSession()
  const seesSalary = can('user.view-salary')
  return (
    <>
      <PersonFields record={record} />
      <Card title="ที่อยู่และการติดต่อ">
        <div className="flex flex-col gap-3">
          <AddressFields<Values> pathOf={addressPath} />
          <ContactFields />
        </div>
      </Card>
      <WorkFields record={record} />
      {seesSalary && <SalaryFields />}
      <AccessFields record={record} />
    </>
  )
}

function PersonFields({ record }: FieldsProps<typeof employee>) {
  const { can } = useSession()
  return (
    <Card title="ข้อมูลส่วนตัว">
      <div className="form-grid">
        <FormCombo name="prefix" items={prefixes} className="col-span-1 md:col-span-2" />
        <FormText name="fname" className="col-span-1 md:col-span-4" />
        <FormText name="sname" className="col-span-1 md:col-span-4" />
        <FormText name="nickname" className="col-span-1 md:col-span-2" />
        <FormCombo name="prefix_en" items={englishPrefixes} className="col-span-1 md:col-span-2" />
        <FormText name="fname_en" className="col-span-1 md:col-span-4" />
        <FormText name="sname_en" className="col-span-1 md:col-span-4" />
        <FormDate name="birthday" className="col-span-1 md:col-span-3" />
        {can('user.view-salary') && <IdNumber record={record} className="md:col-span-4" />}
        <FormUpload<Values>
          name="photo"
          isPhoto
          stored={storedPicture('รูปถ่าย', record?.photo, record?.photo_link)}
          className="md:col-span-5"
        />
      </div>
    </Card>
  )
}

function ContactFields() {
  return (
    <div className="form-grid">
      <FormPhone name="phone_1" className="col-span-1 md:col-span-4" />
      <FormPhone name="phone_2" className="col-span-1 md:col-span-4" />
      <FormText name="email" type="email" inputMode="email" className="md:col-span-4" />
      <FormText name="emergency_name" className="md:col-span-4" />
      <FormPhone name="emergency_phone" className="col-span-1 md:col-span-4" />
      <FormCombo name="emergency_relation" items={relations} className="col-span-1 md:col-span-4" />
    </div>
  )
}
