import { course } from '@khapdee/contract/entities/course'
import { useEndpoint } from '../../api/queries.ts'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { ExamFields } from '../../shared/exam-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof course>

const { FormCombo, FormMoney, FormNumber, FormSelect, FormSwitch, FormText, FormTextArea } =
  fieldsOf<Values>()

const noTypes: readonly string[] = []

export function CourseFields() {
  const branches = useBranchChoices()
  // The types in use are suggestions; any other text is allowed.
  const { data: types } = useEndpoint(course.type, {})
  return (
    <>
      <Card title="ข้อมูลหลักสูตร">
        <div className="form-grid">
          <FormText name="name" autoFocus className="md:col-span-6" />
          <FormCombo name="type" items={types?.data ?? noTypes} className="md:col-span-3" />
          <FormMoney name="price" className="col-span-1 md:col-span-3" />
          <FormSelect
            name="branch_id"
            items={branches}
            description="สาขาที่เปิดสอนหลักสูตรนี้"
            className="md:col-span-6"
          />
          <FormNumber
            name="min_age"
            description="เว้นว่างไว้เมื่อไม่กำหนด"
            className="col-span-1 md:col-span-3"
          />
          <FormTextArea name="detail" />
          <FormSwitch name="is_activate" />
        </div>
      </Card>
      <Card title="การเรียนและการสอบ">
        <div className="form-grid">
          <FormNumber name="theory_hours" className="col-span-1 md:col-span-3" />
          <FormNumber name="practice_hours" className="col-span-1 md:col-span-3" />
        </div>
        <div className="mt-3.5 flex flex-col gap-3.5">
          <ExamFields />
        </div>
      </Card>
    </>
  )
}
