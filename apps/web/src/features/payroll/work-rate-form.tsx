/** The dialog that adds a rate for work to a person, or corrects it. */
import { type WorkRateRow, payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { type Option, allOption } from '@khapdee/contract/wire'
import { examKinds } from '@khapdee/domain/evaluation'
import { type PanelRole, panelRoles } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import { type ExamLicence, examLicences } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import { firstDayOf, monthOf } from '@khapdee/domain/payroll/month'
import { type WorkUnit, workUnits } from '@khapdee/domain/payroll/items'
import type { WorkKind } from '@khapdee/domain/payroll/work'
import { entities } from '@khapdee/domain/entities'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { choicesOf, numberChoices } from '../../crud/choices.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

interface Values {
  kind: WorkKind
  role: PanelRole | null
  subject: ExamKind | null
  licence_type: Exclude<ExamLicence, 'any'> | null
  valid_from: Day | null
  unit: WorkUnit
  rate: Satang | null
  list_payroll_id: number | null
}

const { FormDate, FormMoney, FormSelect } = fieldsOf<Values>()
const schema = payrollWorkRate.create.input.omit({ user_id: true })
const resolver = schemaResolver<Values>(schema)

const every = { value: null, name: allOption.name }
const { any: _, ...licences } = examLicences
const roles = [every, ...choicesOf(panelRoles)]
const subjects = [every, ...choicesOf(examKinds)]
const licenceTypes = [every, ...choicesOf(licences)]
const units = choicesOf(workUnits)

interface WorkRateFormProps {
  userId: number
  /** The rate to correct; null for a new one. */
  stored: WorkRateRow | null
  items: readonly Option[]
  /**
   * The item of the newest rate of the person, as the default of a new one; null without a rate.
   */
  usualItem?: number | null
  onClose: () => void
}

export function WorkRateForm({
  userId,
  stored,
  items,
  usualItem = null,
  onClose,
}: WorkRateFormProps) {
  const today = useToday()
  const choices = numberChoices(items)
  const only = choices.length === 1 ? (choices[0]?.value ?? null) : null
  const form = useForm<Values>({
    defaultValues: stored ?? {
      kind: 'exam_panel',
      role: null,
      subject: null,
      licence_type: null,
      valid_from: firstDayOf(monthOf(today)),
      unit: 'time',
      rate: null,
      list_payroll_id: choices.some(({ value }) => value === usualItem) ? usualItem : only,
    },
    resolver,
  })
  const callbacks = {
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const create = useCommand(payrollWorkRate.create, callbacks)
  const update = useCommand(payrollWorkRate.update, callbacks)
  const save = (values: Values) => {
    const { kind, role, subject, licence_type, valid_from, unit, rate, list_payroll_id } = values
    if (valid_from === null || rate === null || list_payroll_id === null) return
    const fields = { kind, role, subject, licence_type, valid_from, unit, rate, list_payroll_id }
    if (stored === null) void create.mutate({ user_id: userId, ...fields })
    else {
      const { payroll_work_rate_id, version } = stored
      void update.mutate({ payroll_work_rate_id, version, ...fields })
    }
  }
  const label = entities.payroll_work_rate.label
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${stored === null ? actionWords.add : actionWords.edit}${label}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={actionWords.save}
      submitIcon={Save}
      pending={create.pending || update.pending}
      problem={(create.error ?? update.error)?.message ?? null}
    >
      <div className="form-grid">
        <FormSelect name="role" items={roles} className="md:col-span-6" />
        <FormSelect name="subject" items={subjects} className="md:col-span-6" />
        <FormSelect name="licence_type" items={licenceTypes} className="md:col-span-6" />
        <FormDate name="valid_from" required className="md:col-span-6" />
        <FormMoney name="rate" required description="0 คือไม่จ่ายตั้งแต่วันนั้น" className="md:col-span-6" />
        <FormSelect name="unit" items={units} className="md:col-span-6" />
        <FormSelect name="list_payroll_id" items={choices} required className="md:col-span-12" />
      </div>
      <p className="text-sm text-muted">
        จ่ายเมื่อปิดรอบสอบหลังสอบเสร็จ รอบเดียวกันจ่ายครั้งเดียว ถ้าเข้าได้หลายอัตราใช้อัตราที่ระบุหน้าที่ ประเภท
        หรือภาคไว้เจาะจงกว่า
      </p>
    </FormDialog>
  )
}
