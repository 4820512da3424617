import { branch } from '@khapdee/contract/entities/branch'
import { branchAndDescendants } from '@khapdee/domain/branch-tree'
import { headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useMemo } from 'react'
import { paths } from '../../shared/paths.ts'
import { useAllRows } from '../../crud/use-all-rows.ts'
import { useSession } from '../../session/session.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { AddressFields, type AddressPart } from '../../ui/form/address-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof branch>

const { FormPhone, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

const noBranches: ReadonlySet<number> = new Set()
const addressPath = (part: AddressPart) => part

export function BranchFields({ record }: FieldsProps<typeof branch>) {
  const { can } = useSession()
  const parents = useParentChoices(record?.branch_id)
  const isCodeUsed = record?.code_used === true
  return (
    <>
      <Card title="ข้อมูลสาขา">
        <div className="form-grid">
          <FormText
            name="code"
            autoFocus={!isCodeUsed}
            ignoreThaiLayout="code"
            isReadOnly={isCodeUsed}
            description={
              isCodeUsed
                ? 'ใช้ในเลขที่เอกสารแล้ว แก้ไขไม่ได้'
                : 'A–Z 2–5 ตัว ใช้ในเลขที่เอกสาร แก้ไขไม่ได้เมื่อออกเอกสารแล้ว'
            }
            className="md:col-span-3"
          />
          <FormText name="name" className="md:col-span-5" />
          <FormSelect name="parent_id" items={parents} className="md:col-span-4" />
          <FormPhone name="phone_1" className="md:col-span-4" />
          <FormPhone name="phone_2" className="md:col-span-4" />
          <FormText name="line" className="md:col-span-4" />
        </div>
      </Card>
      <Card title={headings.address}>
        <AddressFields<Values> pathOf={addressPath} />
      </Card>
      <Card title={headings.tax}>
        <div className="form-grid">
          <FormText
            name="tax_id"
            ignoreThaiLayout="digits"
            inputMode="numeric"
            className="md:col-span-4"
          />
          <FormText
            name="tax_branch_no"
            ignoreThaiLayout="digits"
            inputMode="numeric"
            description="5 หลัก สำนักงานใหญ่คือ 00000"
            className="md:col-span-4"
          />
          <FormSwitch
            name="settings.no_tax_number"
            description="ยืนยันเพื่อออกใบเสร็จโดยไม่มีเลขผู้เสียภาษี"
            className="md:col-span-4 md:pt-6"
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
          <FormTextArea name="note" />
        </div>
      </Card>
    </>
  )
}

/** The choices of a parent: none, or any branch except itself and its descendants. */
function useParentChoices(ownId: number | undefined) {
  const { branches } = useSession()
  const rows = useAllRows(branch.gettable, { enabled: ownId !== undefined })
  return useMemo(() => {
    const excluded = ownId === undefined ? noBranches : branchAndDescendants(rows ?? [], ownId)
    return [
      { value: null, name: headings.none },
      ...branches
        .map(({ value, name }) => ({ value: Number(value), name }))
        .filter(({ value }) => !excluded.has(value)),
    ]
  }, [branches, rows, ownId])
}
