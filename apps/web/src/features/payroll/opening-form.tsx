/**
 * The dialog that records or corrects the earnings of a person in a tax year before the payroll of
 * the school.
 */
import { type OpeningRow, payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { entities } from '@khapdee/domain/entities'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type OpeningType, openingTypes } from '@khapdee/domain/payroll/opening'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { choicesOf } from '../../crud/choices.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

interface Values {
  year: number
  type: OpeningType
  regular: Satang
  irregular: Satang
  tax: Satang
  sso: Satang
  provident_fund: Satang
}

const { FormMoney, FormSelect } = fieldsOf<Values>()
const schema = payrollOpening.create.input.omit({ user_id: true })
const resolver = schemaResolver<Values>(schema)
const types = choicesOf(openingTypes)

interface OpeningFormProps {
  userId: number
  /** The row to correct; null for a new one. */
  stored: OpeningRow | null
  onClose: () => void
}

export function OpeningForm({ userId, stored, onClose }: OpeningFormProps) {
  const thisYear = Number(useToday().slice(0, 4))
  const years = useMemo(
    () =>
      [thisYear, thisYear - 1, thisYear - 2].map((value) => ({ value, name: String(value + 543) })),
    [thisYear],
  )
  const form = useForm<Values>({
    defaultValues: stored ?? {
      year: thisYear,
      type: 'earlier_months',
      regular: zeroSatang,
      irregular: zeroSatang,
      tax: zeroSatang,
      sso: zeroSatang,
      provident_fund: zeroSatang,
    },
    resolver,
  })
  const callbacks = {
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const create = useCommand(payrollOpening.create, callbacks)
  const update = useCommand(payrollOpening.update, callbacks)
  const save = (values: Values) => {
    const { year, type, regular, irregular, tax, sso, provident_fund } = values
    const fields = { year, type, regular, irregular, tax, sso, provident_fund }
    if (stored === null) void create.mutate({ user_id: userId, ...fields })
    else {
      const { payroll_opening_id, version } = stored
      void update.mutate({ payroll_opening_id, version, ...fields })
    }
  }
  const label = entities.payroll_opening.label
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
        <FormSelect name="year" items={years} className="md:col-span-4" />
        <FormSelect name="type" items={types} className="md:col-span-8" />
        <FormMoney name="regular" required className="md:col-span-6" />
        <FormMoney name="irregular" className="md:col-span-6" />
        <FormMoney name="tax" className="md:col-span-6" />
        <FormMoney name="sso" className="md:col-span-6" />
        <FormMoney name="provident_fund" className="md:col-span-6" />
      </div>
      <p className="text-sm text-muted">
        ยอดก่อนหักของปีภาษี ใช้คำนวณภาษีของเดือนที่เหลือ ยอดของเดือนก่อนเริ่มใช้ระบบอยู่ในหนังสือรับรองของโรงเรียนด้วย
        ส่วนยอดของนายจ้างเดิมใช้ตามหนังสือรับรองที่พนักงานนำมา
      </p>
    </FormDialog>
  )
}
