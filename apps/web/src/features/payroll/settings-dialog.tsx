/** The dialog of the settings of payroll. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payrollSetting } from '@khapdee/contract/entities/payroll-setting'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = InputOf<typeof payrollSetting.update>

const { FormCheckboxGroup, FormNumber, FormSegmented, FormText } = fieldsOf<Values>()
const resolver = schemaResolver<Values>(payrollSetting.update.input)

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(payrollSetting.get, {}, { staleTime: 0 })
  if (data !== undefined) return <SettingsForm stored={data.data} onClose={onClose} />
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={entities.payroll_setting.label}
      size="md"
      actions={<Button onPress={onClose}>{actionWords.close}</Button>}
    >
      <RecordLoading error={error} onRetry={() => void refetch()} />
    </Modal>
  )
}

function SettingsForm({ stored, onClose }: { stored: Values; onClose: () => void }) {
  const { branches } = useSession()
  const form = useForm<Values>({ defaultValues: stored, resolver })
  const update = useCommand(payrollSetting.update, {
    invalidates: ['payroll'],
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={payrollSetting.update.input}
      title={entities.payroll_setting.label}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => void update.mutate(values))}
      submitLabel={actionWords.save}
      submitIcon={Save}
      pending={update.pending}
      problem={update.error?.message ?? null}
    >
      <div className="form-grid">
        <FormNumber
          name="pay_day"
          description="เดือนที่สั้นกว่าจ่ายวันสุดท้ายของเดือน"
          className="md:col-span-6"
        />
        <FormSegmented name="pro_rata" className="md:col-span-12" />
        <FormText name="sso_account" inputMode="numeric" className="md:col-span-6" />
        <FormText name="sso_branch" inputMode="numeric" className="md:col-span-6" />
        <FormNumber name="leaver_link_days" className="md:col-span-6" />
        <FormCheckboxGroup
          name="ewf_off_branches"
          items={branches.map(({ value, name }) => ({ value: Number(value), name }))}
          className="md:col-span-12"
        />
      </div>
      <p className="text-sm text-muted">ร่างที่จัดทำแล้วเปลี่ยนตามเมื่อกดจัดทำเงินเดือนอีกครั้ง</p>
    </FormDialog>
  )
}
