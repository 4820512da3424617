import { employee } from '@khapdee/contract/entities/employee'
import { employeeStatuses, contactRelations } from '@khapdee/domain/employee'
import { namePrefixes } from '@khapdee/domain/person-name'
import { headings } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { AddressFields, type AddressPart } from '../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'
import { IdNumber, SalaryFields } from './salary-fields.tsx'

type Values = ValuesOf<typeof employee>

const {
  FormCheckboxGroup,
  FormCombo,
  FormDate,
  FormPassword,
  FormPhone,
  FormSegmented,
  FormSelect,
  FormSwitch,
  FormText,
  FormTextArea,
} = fieldsOf<Values>()

const addressPath = (part: AddressPart) => part
const prefixes = [...Object.values(namePrefixes), 'ว่าที่ร้อยตรี', 'ว่าที่ร้อยตรีหญิง', 'ดร.']
const englishPrefixes = ['Mr.', 'Mrs.', 'Miss', 'Ms.']

export function EmployeeFields({ record }: FieldsProps<typeof employee>) {
  const { user } = useSession()
  const showsTerms = useShowsTerms(record)
  return (
    <>
      <PersonFields record={record} />
      <Card title="ที่อยู่และการติดต่อ">
        <div className="flex flex-col gap-3">
          <AddressFields<Values> pathOf={addressPath} nearProvince={user?.province} />
          <ContactFields />
        </div>
      </Card>
      <WorkFields record={record} />
      {showsTerms && <SalaryFields record={record} />}
      <AccessFields record={record} />
    </>
  )
}

/**
 * Whether the user may see pay and ID number; the server omits them for people whose role is above
 * the user's.
 */
function useShowsTerms(record: FieldsProps<typeof employee>['record']): boolean {
  const { can } = useSession()
  return can('user.view-salary') && (record === null || record.salary !== undefined)
}

function PersonFields({ record }: FieldsProps<typeof employee>) {
  const showsTerms = useShowsTerms(record)
  return (
    <Card title={headings.personalData}>
      <div className="form-grid">
        <FormCombo name="prefix" items={prefixes} className="col-span-1 md:col-span-2" />
        <FormText name="fname" className="col-span-1 md:col-span-4" />
        <FormText name="sname" className="col-span-1 md:col-span-4" />
        <FormText name="nickname" className="col-span-1 md:col-span-2" />
        <FormCombo name="prefix_en" items={englishPrefixes} className="col-span-1 md:col-span-2" />
        <FormText name="fname_en" className="col-span-1 md:col-span-4" />
        <FormText name="sname_en" className="col-span-1 md:col-span-4" />
        <FormDate name="birthday" className="col-span-1 md:col-span-3" />
        {showsTerms && <IdNumber record={record} className="md:col-span-4" />}
        <FormUpload<Values>
          name="photo"
          isPhoto
          stored={storedPicture(headings.photo, record?.photo, record?.photo_link)}
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
      <FormCombo
        name="emergency_relation"
        items={contactRelations}
        className="col-span-1 md:col-span-4"
      />
    </div>
  )
}

/** Fields for access to the app: user name, role and branches. */
function AccessFields({ record }: FieldsProps<typeof employee>) {
  const { branches, user } = useSession()
  const { control } = useFormContext<Values>()
  const homeBranch = useWatch({ control, name: 'branch_id' })
  const status = useWatch({ control, name: 'status' })
  const roles = useRoleChoices(record)
  const otherBranches = useMemo(
    () =>
      branches
        .map(({ value, name }) => ({ value: Number(value), name }))
        .filter(({ value }) => value !== homeBranch),
    [branches, homeBranch],
  )
  const isOwnRecord = record !== null && record.user_id === user?.user_id
  const isLocked = record !== null && !record.is_manageable
  return (
    <Card title="การเข้าใช้งานระบบ">
      <div className="form-grid">
        <FormText
          name="username"
          ignoreThaiLayout="code"
          isReadOnly={isLocked}
          description="a–z 0–9 . _ - จำนวน 3–32 ตัว"
          className="md:col-span-4"
        />
        <FormSelect name="role_id" items={roles} isDisabled={isLocked} className="md:col-span-4" />
        {record === null && (
          <FormPassword
            name="password"
            autoComplete="new-password"
            description="เว้นว่างไว้ ระบบจะสร้างให้ ต้องเปลี่ยนเมื่อเข้าสู่ระบบครั้งแรก"
            className="md:col-span-4"
          />
        )}
        {otherBranches.length > 0 && <FormCheckboxGroup name="branches" items={otherBranches} />}
        <FormSwitch
          name="is_activate"
          isDisabled={isOwnRecord || isLocked || status === 'resigned'}
          description="เมื่อปิด ผู้ใช้งานจะถูกออกจากระบบทุกเครื่องทันที"
          className="md:col-span-6"
        />
      </div>
    </Card>
  )
}

/** The roles that the user may assign, and the employee's current role. */
function useRoleChoices(record: FieldsProps<typeof employee>['record']) {
  const { role } = useFormLists()
  return useMemo(() => {
    const assignable = role.map(({ role_id, name }) => ({ value: role_id, name }))
    if (record === null || assignable.some(({ value }) => value === record.role_id))
      return assignable
    return [{ value: record.role_id, name: record.role_name }, ...assignable]
  }, [role, record])
}

const statusChoices = Object.entries(employeeStatuses).map(([value, { label }]) => ({
  value: value as Values['status'],
  name: label,
}))

/** Fields of the employment: branch, position, status and days off. */
function WorkFields({ record }: FieldsProps<typeof employee>) {
  const { branches } = useSession()
  const { department, position } = useFormLists()
  const { control } = useFormContext<Values>()
  const status = useWatch({ control, name: 'status' })
  const branchChoices = useMemo(
    () => branches.map(({ value, name }) => ({ value: Number(value), name })),
    [branches],
  )
  const statuses = statusChoices.filter(
    ({ value }) =>
      value !== 'resigned' || record === null || record.is_manageable || record.status === value,
  )
  const hasEndDate = status === 'resigned' || (record !== null && record.end_date !== null)
  return (
    <Card title="การทำงาน">
      <div className="form-grid">
        <FormSelect name="branch_id" items={branchChoices} className="md:col-span-4" />
        <FormCombo name="department" items={department} className="md:col-span-4" />
        <FormCombo name="position" items={position} className="md:col-span-4" />
        <FormSegmented name="employee_type" className="md:col-span-3" />
        <FormSegmented name="status" items={statuses} className="md:col-span-4" />
        <FormDate
          name="start_date"
          className={hasEndDate ? 'col-span-1 md:col-span-2' : 'md:col-span-5'}
        />
        {hasEndDate && <FormDate name="end_date" className="col-span-1 md:col-span-3" />}
        <FormCheckboxGroup name="day_off" />
        <FormTextArea name="note" rows={2} />
      </div>
    </Card>
  )
}

const emptyLists = { role: [], department: [], position: [] } as const

/** Suggestions from values in use, and the roles that the user may assign. */
function useFormLists() {
  const { data } = useEndpoint(employee.listforregister, {}, { staleTime: 60_000 })
  return data?.data ?? emptyLists
}
