import type { employee } from '@khapdee/contract/entities/employee'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useSession } from '../../session/session.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormLists } from './use-form-lists.ts'

type Values = ValuesOf<typeof employee>

const { FormCheckboxGroup, FormPassword, FormSelect, FormSwitch, FormText } = fieldsOf<Values>()

/** With what name somebody signs in, what he may do, and where. */
export function AccessFields({ record }: FieldsProps<typeof employee>) {
  const { branches, user } = useSession()
  const { control } = useFormContext<Values>()
  const home = useWatch({ control, name: 'branch_id' })
  const status = useWatch({ control, name: 'status' })
  const roles = useRoleChoices(record)
  const others = useMemo(
    () =>
      branches
        .map(({ value, name }) => ({ value: Number(value), name }))
        .filter(({ value }) => value !== home),
    [branches, home],
  )
  const isOneself = record !== null && record.user_id === user?.user_id
  return (
    <Card title="การเข้าใช้งานระบบ">
      <div className="form-grid">
        <FormText
          name="username"
          keys="code"
          description="a–z 0–9 . _ - จำนวน 3–32 ตัว"
          className="md:col-span-4"
        />
        <FormSelect name="role_id" items={roles} className="md:col-span-4" />
        {record === null && (
          <FormPassword
            name="password"
            autoComplete="new-password"
            description="เว้นว่างไว้ ระบบจะสร้างให้ ต้องเปลี่ยนเมื่อเข้าสู่ระบบครั้งแรก"
            className="md:col-span-4"
          />
        )}
        {others.length > 0 && <FormCheckboxGroup name="branches" items={others} />}
        <FormSwitch
          name="is_activate"
          isDisabled={isOneself || status === 'resigned'}
          description="เมื่อปิด ผู้ใช้งานจะถูกออกจากระบบทุกเครื่องทันที"
          className="md:col-span-6"
        />
      </div>
    </Card>
  )
}

/** The roles one may give, and the one that the person has. */
function useRoleChoices(record: FieldsProps<typeof employee>['record']) {
  const { role } = useFormLists()
  return useMemo(() => {
    const given = role.map(({ role_id, name }) => ({ value: role_id, name }))
    if (record === null || given.some(({ value }) => value === record.role_id)) return given
    return [{ value: record.role_id, name: record.role_name }, ...given]
  }, [role, record])
}
