import type { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { examName } from '@khapdee/domain/exams'
import { type FeeClass, examUses, feeKinds } from '@khapdee/domain/fee-kinds'
import { headings } from '@khapdee/domain/words'
import { type ReactNode, useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useBranchChoices } from '../../crud/choices.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { ExamFields } from '../../shared/exam-fields.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

const { FormMoney, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<FeeValues>()
const OtherFee = fieldsOf<OtherFeeValues>()
const RequestFee = fieldsOf<ValuesOf<typeof requestFee>>()

type OtherFeeValues = ValuesOf<typeof otherFee>
type FeeValues = Omit<OtherFeeValues, 'kind' | 'exam_use' | 'exams' | 'is_pass_through'>

/** The fields of an "other fee": those of every fee, its kind, and the exam rights it grants. */
export function OtherFeeFields({ record }: FieldsProps<typeof otherFee>) {
  return (
    <>
      <FeeFields>
        <OtherFee.FormSwitch
          name="is_pass_through"
          description="เก็บแทนผู้อื่น เช่น ภาษีรถ เบี้ยประกัน พ.ร.บ. ไม่นับเป็นรายรับของโรงเรียน"
        />
      </FeeFields>
      <KindFields proposal={record?.proposal ?? null} />
    </>
  )
}

interface KindFieldsProps {
  /** The kind that the name of the fee suggests; null when the kind is confirmed. */
  proposal: FeeClass | null
}

/** The kind of a fee. Fields that do not apply to the chosen kind are hidden and cleared. */
function KindFields({ proposal }: KindFieldsProps) {
  const { control, getValues, setValue } = useFormContext<OtherFeeValues>()
  const [kind, examUse] = useWatch({ control, name: ['kind', 'exam_use'] })
  useEffect(() => {
    if (kind !== 'exam' && getValues('exam_use') !== null) setValue('exam_use', null)
    if (examUse !== 'first' && getValues('exams').length > 0) setValue('exams', [])
  }, [kind, examUse, getValues, setValue])
  const accept = ({ kind: proposed, exam_use, exams }: FeeClass) => {
    setValue('exams', [...exams], { shouldDirty: true })
    setValue('exam_use', exam_use, { shouldDirty: true })
    setValue('kind', proposed, { shouldDirty: true })
  }
  return (
    <Card title="ประเภทและสิทธิ์สอบ">
      <div className="flex flex-col gap-3.5">
        {proposal !== null && (
          <Alert
            tone="warning"
            action={
              <button type="button" onClick={() => accept(proposal)}>
                ใช้ประเภทที่แนะนำ
              </button>
            }
          >
            ยังไม่ได้ยืนยันประเภทของรายการนี้ แนะนำ: {textOf(proposal)} กรุณาตรวจสอบแล้วบันทึก
          </Alert>
        )}
        <div className="form-grid">
          <OtherFee.FormSegmented name="kind" className="md:col-span-6" />
          {kind === 'exam' && (
            <OtherFee.FormSelect name="exam_use" required className="md:col-span-6" />
          )}
        </div>
        {kind === 'exam' && examUse === 'first' && <ExamFields />}
      </div>
    </Card>
  )
}

const textOf = ({ kind, exam_use, exams }: FeeClass) =>
  [
    feeKinds[kind].label,
    ...(exam_use === null ? [] : [examUses[exam_use].label]),
    ...exams.map(examName),
  ].join(' · ')

/** The fields of a request fee: those of every fee, and whether the state receives the money. */
export function RequestFeeFields() {
  return (
    <FeeFields>
      <RequestFee.FormSwitch
        name="is_state_fee"
        description="เก็บแทนราชการ ไม่นับเป็นรายรับของโรงเรียน"
      />
    </FeeFields>
  )
}

function FeeFields({ children }: { children?: ReactNode }) {
  const branches = useBranchChoices()
  return (
    <Card title={headings.itemDetails}>
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-5" />
        <FormMoney name="price" className="col-span-1 md:col-span-3" />
        <FormSelect
          name="branch_id"
          items={branches}
          description="สาขาที่ใช้รายการนี้"
          className="md:col-span-4"
        />
        <FormSelect
          name="vat_mode"
          description="มีผลกับใบสมัครใหม่ รายการที่รับแทนผู้อื่นไม่มีภาษีของโรงเรียน"
          className="md:col-span-6"
        />
        <FormTextArea name="detail" />
        {children}
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}
