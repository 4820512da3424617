import { evaluation } from '@khapdee/contract/entities/evaluation'
import { screens } from '@khapdee/contract/entities/screens'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { useBranchChoices, useKnownTexts, withStoredChoice } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof evaluation>

const { FormCombo, FormNumber, FormSegmented, FormSelect, FormSwitch, FormText } =
  fieldsOf<Values>()

export function EvaluationFields({ record }: FieldsProps<typeof evaluation>) {
  const branches = useBranchChoices()
  const suggestionsFor = useKnownTexts(evaluation.list)
  const { courses, otherFees } = useSubjectChoices(record)
  return (
    <Card title="ข้อมูลหัวข้อประเมิน">
      <div className="form-grid">
        <FormText name="title" autoFocus className="md:col-span-8" />
        <FormCombo name="category" items={suggestionsFor('category')} className="md:col-span-4" />
        <FormSelect name="type" className="md:col-span-4" />
        <FormSegmented name="scale" className="md:col-span-4" />
        <FormNumber name="sort" description="ลำดับในแบบประเมิน น้อยไปมาก" className="md:col-span-4" />
        <FormSelect name="course_id" items={courses} className="md:col-span-4" />
        <FormSelect name="other_fee_id" items={otherFees} className="md:col-span-4" />
        <FormSelect
          name="branch_id"
          items={branches}
          description="สาขาที่ใช้หัวข้อนี้"
          className="md:col-span-4"
        />
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}

/** The courses and the fees to which an item can be limited. */
function useSubjectChoices(record: FieldsProps<typeof evaluation>['record']) {
  const { data } = useEndpoint(screens.evaluateManage, {})
  return useMemo(() => {
    const { course = [], other_fee = [] } = data?.data ?? {}
    return {
      courses: withStoredChoice(
        course.map(({ course_id, name }) => ({ value: course_id, name })),
        record?.course_id,
        record?.course_name,
      ),
      otherFees: withStoredChoice(
        other_fee.map(({ other_fee_id, name }) => ({ value: other_fee_id, name })),
        record?.other_fee_id,
        record?.other_fee_name,
      ),
    }
  }, [data, record])
}
