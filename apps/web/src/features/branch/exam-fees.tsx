/** The fee items of a branch for further exams, late moves and extensions. */
import { type BranchSettings, type branch, branchSettings } from '@khapdee/contract/entities/branch'
import type { OutputOf } from '@khapdee/contract/endpoint'
import { screens } from '@khapdee/contract/entities/screens'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { examKinds } from '@khapdee/domain/evaluation'
import { type ExamFeePurpose, examFeePurposes } from '@khapdee/domain/exam-fees'
import type { ExamKind } from '@khapdee/domain/exams'
import { examLicenceOrder, examLicences } from '@khapdee/domain/licence-types'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'

type Values = ValuesOf<typeof branch>
type Rule = BranchSettings['exam_fees'][number]

const { exam_fees } = branchSettings.shape
const title = titleOf(branchSettings.shape, 'exam_fees')
const labels = titlesOf(exam_fees.unwrap().element.shape)

const purposes = (Object.keys(examFeePurposes) as ExamFeePurpose[]).map((value) => ({
  value,
  name: examFeePurposes[value].label,
}))
const kinds = (Object.keys(examKinds) as ExamKind[]).map((value) => ({
  value,
  name: examKinds[value].label,
}))
const licences = examLicenceOrder.map((value) => ({ value, name: examLicences[value].label }))

const { FormSelect } = fieldsOf<Values>()

/** @param branchId undefined for a new branch, which gets the fees of all branches */
export function ExamFeesCard({ branchId }: { branchId: number | undefined }) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'settings.exam_fees' })
  const { data } = useEndpoint(
    screens.manageExam,
    branchId === undefined ? {} : { branch: String(branchId) },
  )
  const add = () => {
    // The field of the fee starts empty; saving without a fee is refused there.
    append({ purpose: 'retake', kind: 'theory', licence_type: 'any' } as Rule)
  }
  return (
    <Card
      title={title}
      actions={
        <Button icon={Plus} onPress={add}>
          เพิ่ม{title}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        รายการที่เสนอให้เก็บเมื่อจองสอบแก้ตัว จองใหม่หลังขาดสอบ เปลี่ยนวันสอบกระชั้นชิด และต่ออายุสิทธิ์สอบ ไม่กำหนดไว้:
        ไม่มีค่าธรรมเนียม
      </p>
      {fields.map(({ id }, index) => (
        <RuleFields
          key={id}
          index={index}
          fees={data?.data.other_fee ?? noFees}
          onRemove={() => remove(index)}
        />
      ))}
    </Card>
  )
}

type Fees = NonNullable<OutputOf<typeof screens.manageExam>['data']['other_fee']>

const noFees: Fees = []

interface RuleFieldsProps {
  index: number
  fees: Fees
  onRemove: () => void
}

function RuleFields({ index, fees, onRemove }: RuleFieldsProps) {
  const { control } = useFormContext<Values>()
  const path = `settings.exam_fees.${index}` as const
  const purpose = useWatch({ control, name: `${path}.purpose` })
  const items = useMemo(
    () =>
      fees
        .filter(({ exam_use }) => exam_use === examFeePurposes[purpose].examUse)
        .map(({ other_fee_id, name, price }) => ({
          value: other_fee_id,
          name: `${name} ${bahtWithUnit(price)}`,
        })),
    [fees, purpose],
  )
  return (
    <fieldset className="mt-3 flex min-w-0 flex-wrap items-start gap-3 border-t border-line pt-3">
      <legend className="sr-only">{`${title} ${index + 1}`}</legend>
      <FormSelect
        name={`${path}.purpose`}
        label={labels.purpose}
        items={purposes}
        className="grow basis-48"
      />
      <FormSelect
        name={`${path}.kind`}
        label={labels.kind}
        items={kinds}
        className="grow basis-32"
      />
      <FormSelect
        name={`${path}.licence_type`}
        label={labels.licence_type}
        items={licences}
        className="grow basis-48"
      />
      <FormSelect
        name={`${path}.other_fee_id`}
        label={labels.other_fee_id}
        items={items}
        required
        className="grow-2 basis-64"
      />
      <div className="mt-6.25">
        <IconButton
          label={`${actionWords.delete}${title} ${index + 1}`}
          icon={Trash2}
          onPress={onRemove}
        />
      </div>
    </fieldset>
  )
}
