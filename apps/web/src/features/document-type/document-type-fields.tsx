import { type documentType, everyCourse } from '@khapdee/contract/entities/document-type'
import { screens } from '@khapdee/contract/entities/screens'
import { headings } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { useBranchChoices, withStoredChoice } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof documentType>

const { FormNumber, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

export function DocumentTypeFields({ record }: FieldsProps<typeof documentType>) {
  const branches = useBranchChoices()
  // The dropdowns of the promotion screen are reused: courses, other fees and request fees.
  const { data } = useEndpoint(screens.manageDiscount, {})
  const { courses, otherFees, requestFees } = useMemo(() => {
    const { course = [], other_fee = [], request_fee = [] } = data?.data ?? {}
    return {
      courses: withStoredChoice(
        course.map(({ course_id, name }) => ({ value: course_id, name })),
        record?.course_id,
        record?.course_name,
        everyCourse,
      ),
      otherFees: withStoredChoice(
        other_fee.map(({ other_fee_id, name }) => ({ value: other_fee_id, name })),
        record?.other_fee_id,
        record?.other_fee_name,
        headings.none,
      ),
      requestFees: withStoredChoice(
        request_fee.map(({ request_fee_id, name }) => ({ value: request_fee_id, name })),
        record?.request_fee_id,
        record?.request_fee_name,
        headings.none,
      ),
    }
  }, [data, record])
  return (
    <Card title="ข้อมูลเอกสารที่ต้องใช้">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-8" />
        <FormNumber
          name="valid_days"
          description="นับจากวันที่ของเอกสาร 0 คือไม่หมดอายุ"
          className="md:col-span-4"
        />
        <FormSelect name="condition" className="md:col-span-4" />
        <FormSelect
          name="course_id"
          items={courses}
          description="ทุกหลักสูตร เมื่อไม่ระบุสินค้าและบริการอื่นและค่าคำขอ"
          className="md:col-span-4"
        />
        <FormSelect name="other_fee_id" items={otherFees} className="md:col-span-4" />
        <FormSelect name="request_fee_id" items={requestFees} className="md:col-span-4" />
        <FormSelect name="branch_id" items={branches} className="md:col-span-4" />
        <FormTextArea name="detail" />
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}
