import { branch } from '@khapdee/contract/entities/branch'
import { withBranchesBelow } from '@khapdee/domain/branch-tree'
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import type { FieldsProps } from '../../crud/resource.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AddressFields, type AddressPart } from '../../ui/form/address-fields.tsx'
import { FormPhone, FormSelect, FormText, FormTextArea } from '../../ui/form/form-fields.tsx'

const none: ReadonlySet<number> = new Set()
const addressPath = (part: AddressPart) => part

/** What one writes about a branch. */
export function BranchFields({ form, record }: FieldsProps<typeof branch>) {
  const { control } = form
  const { can } = useSession()
  const parents = useParentChoices(record?.branch_id)
  return (
    <>
      <Card title="ข้อมูลสาขา">
        <div className="form-grid">
          <FormText
            control={control}
            name="code"
            label="รหัสสาขา"
            required
            autoFocus
            keys="code"
            description="A–Z 2–5 ตัว ใช้ในเลขที่เอกสาร แก้ไขไม่ได้เมื่อออกเอกสารแล้ว"
            className="md:col-span-3"
          />
          <FormText
            control={control}
            name="name"
            label="ชื่อสาขา"
            required
            className="md:col-span-5"
          />
          <FormSelect
            control={control}
            name="parent_id"
            label="สังกัดสาขา"
            items={parents}
            className="md:col-span-4"
          />
          <FormPhone control={control} name="phone_1" label="โทรศัพท์" className="md:col-span-4" />
          <FormPhone
            control={control}
            name="phone_2"
            label="โทรศัพท์สำรอง"
            className="md:col-span-4"
          />
          <FormText control={control} name="line" label="ไลน์ไอดี" className="md:col-span-4" />
        </div>
      </Card>
      <Card title="ที่อยู่">
        <AddressFields form={form} pathOf={addressPath} />
      </Card>
      <Card title="ภาษี">
        <div className="form-grid">
          <FormText
            control={control}
            name="tax_id"
            label="เลขประจำตัวผู้เสียภาษี"
            keys="digits"
            inputMode="numeric"
            className="md:col-span-4"
          />
          <FormText
            control={control}
            name="tax_branch_no"
            label="เลขที่สาขา"
            keys="digits"
            inputMode="numeric"
            description="5 หลัก สำนักงานใหญ่คือ 00000"
            className="md:col-span-4"
          />
        </div>
      </Card>
      <Card
        title="การตั้งค่าและหมายเหตุ"
        actions={
          record !== null &&
          can('branch.update') && (
            <Link to={paths.branches.settings(record.branch_id)} className={buttonClass()}>
              <Settings size={16} aria-hidden />
              ตั้งค่าสาขา
            </Link>
          )
        }
      >
        <div className="form-grid">
          <p className="text-sm text-muted">
            {record === null
              ? 'กติกาการสอบ พร้อมเพย์ และหัวเอกสาร ตั้งค่าได้หลังบันทึกสาขา'
              : 'กติกาการสอบ พร้อมเพย์ หัวเอกสาร และขนาดใบเสร็จ อยู่ในหน้าตั้งค่าสาขา'}
          </p>
          <FormTextArea control={control} name="note" label="หมายเหตุ" />
        </div>
      </Card>
    </>
  )
}

/** Any branch that is not below its own, or none. */
function useParentChoices(ownId: number | undefined) {
  const { branches } = useSession()
  const { data } = useEndpoint(
    branch.gettable,
    { page: 1, perPage: 100 },
    { enabled: ownId !== undefined },
  )
  return useMemo(() => {
    const below = ownId === undefined ? none : withBranchesBelow(data?.data ?? [], ownId)
    return [
      { value: null, name: 'ไม่มี' },
      ...branches
        .map(({ value, name }) => ({ value: Number(value), name }))
        .filter(({ value }) => !below.has(value)),
    ]
  }, [branches, data, ownId])
}
