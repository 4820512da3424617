import { role } from '@khapdee/contract/entities/role'
import type { Permission } from '@khapdee/domain/permissions'
import { headings } from '@khapdee/domain/words'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import { useAllRows } from '../../crud/use-all-rows.ts'
import { ActiveChip } from '../../crud/columns.tsx'
import type { FieldsProps, RecordOf, ValuesOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { LoadFailed, SkeletonLine } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { Card } from '../../ui/page.tsx'
import { PermissionGrid } from './permission-grid.tsx'

type Values = ValuesOf<typeof role>

const { FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

export function RoleFields({ record }: FieldsProps<typeof role>) {
  const { can, user } = useSession()
  const {
    value,
    change,
    field: { inputRef, error },
  } = useFormField<Values>('permissions')
  const isAdmin = record?.key === 'admin'
  const mayWrite = can(record === null ? 'role.create' : 'role.update')
  const chosen = value as readonly Permission[]
  const exceedsOwnPermissions =
    record !== null &&
    (!record.permissions.every(can) || (record.all_branches && user?.all_branches !== true))
  return (
    <>
      <Card title="ข้อมูลบทบาท">
        <div className="form-grid">
          {record === null && <CopyFrom />}
          <FormText name="name" autoFocus className="md:col-span-6" />
          <FormTextArea name="detail" />
          <FormSwitch
            name="all_branches"
            description="ไม่จำกัดเฉพาะสาขาที่กำหนดให้พนักงาน"
            isDisabled={isAdmin || exceedsOwnPermissions || !user?.all_branches}
            className="md:col-span-6"
          />
          <FormSwitch
            name="may_self_decide"
            description="ผู้ขอและผู้อนุมัติเป็นคนเดียวกันได้"
            isDisabled={isAdmin || exceedsOwnPermissions}
            className="md:col-span-6"
          />
        </div>
      </Card>
      <Card title={headings.permissions} flush>
        {/* The form focuses this element when the server refuses a permission. */}
        <div ref={inputRef} tabIndex={-1} className="px-4 pt-3 pb-1 outline-none">
          {error !== undefined && (
            <p role="alert" className="pb-1 text-danger">
              {error}
            </p>
          )}
          <p className="text-sm text-muted">
            {isAdmin
              ? 'บทบาทผู้ดูแลระบบมีสิทธิ์ทุกอย่างเสมอ'
              : exceedsOwnPermissions
                ? 'บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงแก้ไขหรือลบไม่ได้'
                : 'ให้ได้เฉพาะสิทธิ์ที่คุณมี การเปลี่ยนแปลงมีผลกับผู้ใช้ทันที'}
          </p>
        </div>
        <PermissionGrid
          value={chosen}
          onChange={change}
          canGrant={can}
          isDisabled={isAdmin || exceedsOwnPermissions || !mayWrite}
        />
      </Card>
      {record !== null && <RoleUsers roleId={record.role_id} />}
    </>
  )
}

/** A select that copies another role, except its name, to a new role, with the permissions that the user may grant. */
function CopyFrom() {
  const form = useFormContext<Values>()
  const { can, user } = useSession()
  const { copy } = useSearch({ strict: false }) as { copy?: string }
  const roles = useAllRows(role.gettable, { sort: 'name' })
  const items = useMemo(
    () => (roles ?? []).map(({ role_id, name }) => ({ value: role_id, name })),
    [roles],
  )
  const copyValues = (source: RecordOf<typeof role>) => {
    const markDirty = { shouldDirty: true }
    form.setValue('permissions', source.permissions.filter(can), markDirty)
    form.setValue('all_branches', source.all_branches && user?.all_branches === true, markDirty)
    form.setValue('may_self_decide', source.may_self_decide, markDirty)
    form.setValue('detail', source.detail, markDirty)
  }
  const copyFrom = (id: number | undefined) => {
    const source = roles?.find(({ role_id }) => role_id === id)
    if (source) copyValues(source)
  }
  const isLoaded = roles !== undefined
  useEffect(() => {
    if (isLoaded && !form.formState.isDirty) copyFrom(Number(copy))
    // Runs once, when the roles have loaded: later it would overwrite changes by the user.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLoaded])
  return (
    <SelectField
      label="คัดลอกสิทธิ์จาก"
      items={items}
      value={undefined}
      placeholder="เลือกบทบาท"
      onChange={copyFrom}
      className="md:col-span-6"
    />
  )
}

function RoleUsers({ roleId }: { roleId: number }) {
  const { data, isError, refetch } = useEndpoint(role.people, { role_id: roleId })
  const people = data?.data
  return (
    <Card title="ผู้ที่มีบทบาทนี้" flush>
      {people === undefined && !isError && (
        <p className="p-4">
          <span className="sr-only">{headings.loading}</span>
          <SkeletonLine width="40%" />
        </p>
      )}
      {isError && <LoadFailed onRetry={refetch} className="p-4" />}
      {people?.length === 0 && <p className="p-4 text-muted">ยังไม่มีผู้ใช้ที่มีบทบาทนี้</p>}
      {people !== undefined && people.length > 0 && (
        <ul className="divide-y divide-line">
          {people.map(({ user_id, name, username, position, branch, is_active }) => (
            <li key={user_id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
              <span className="min-w-44 flex-1">
                {name} <span className="text-xs text-muted">{username}</span>
              </span>
              <span className="text-muted md:min-w-80">
                {[position, branch].filter(Boolean).join(' · ')}
              </span>
              {!is_active && <ActiveChip value={false} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
