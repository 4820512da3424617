import { type StandingRow, payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import type { Option } from '@khapdee/contract/wire'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

interface Values {
  list_payroll_id: number | null
  value: Satang
}

const { FormMoney, FormSelect } = fieldsOf<Values>()
const schema = payrollStanding.create.input.omit({ user_id: true })

interface StandingFormProps {
  userId: number
  /** The item to change; null for a new one. */
  item: StandingRow | null
  /** The items that can be added. */
  items: readonly Option[]
  onClose: () => void
}

/** The dialog that adds a monthly item to a person, or changes its value. */
export function StandingForm({ userId, item, items, onClose }: StandingFormProps) {
  const form = useForm<Values>({
    defaultValues: {
      list_payroll_id: item?.list_payroll_id ?? null,
      value: item?.value ?? zeroSatang,
    },
    resolver: schemaResolver<Values>(schema),
  })
  const callbacks = {
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const create = useCommand(payrollStanding.create, callbacks)
  const update = useCommand(payrollStanding.update, callbacks)
  const save = ({ list_payroll_id, value }: Values) => {
    if (item !== null) {
      const { payroll_standing_id, version } = item
      void update.mutate({ payroll_standing_id, value, version })
    } else if (list_payroll_id !== null) {
      void create.mutate({ user_id: userId, list_payroll_id, value })
    }
  }
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={item === null ? `${actionWords.add}รายการ` : `${actionWords.edit} ${item.name}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={actionWords.save}
      submitIcon={Save}
      pending={create.pending || update.pending}
    >
      {item === null && <FormSelect name="list_payroll_id" items={items} required />}
      <FormMoney name="value" description="บาทสำหรับรายการที่กำหนดเอง จำนวนหน่วยสำหรับรายการที่คูณ" />
    </FormDialog>
  )
}
