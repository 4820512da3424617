/** The dialog that records the customer's answer about a balance, and the next agreed day. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { bahtWithUnit } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { type Day, addDays, formatDayShort } from '@khapdee/domain/thai-date'
import { actionWords, stateWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../../api/form-errors.ts'
import { useEndpoint } from '../../../api/queries.ts'
import { useToday } from '../../../ui/use-today.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { useApplicationCommand } from '../use-application-command.ts'

interface Values {
  application_id: number
  note: string
  next_date: Day | null
  clears_date: boolean
}

const { FormDate, FormSwitch, FormTextArea } = fieldsOf<Values>()

const resolver = schemaResolver<Values>(followUp.create.input)

/** The agreed days that buttons offer, in days from today. */
const offeredDays = [7, 15, 30] as const

interface FollowUpDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function FollowUpDialog({ detail, onClose }: FollowUpDialogProps) {
  const { application_id, customer, balance, due_date } = detail
  const today = useToday()
  const presets = useEndpoint(followUp.presets, {})
  const form = useForm<Values>({
    defaultValues: { application_id, note: '', next_date: null, clears_date: false },
    resolver,
  })
  const { run, pending, problem } = useApplicationCommand(followUp.create, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })

  const addPreset = (preset: string) => {
    const typed = form.getValues('note').trim()
    form.setValue('note', typed === '' ? preset : `${typed} ${preset}`, { shouldDirty: true })
    form.clearErrors('note')
  }
  const agree = (days: number) => {
    form.setValue('next_date', addDays(today, days), { shouldDirty: true })
    form.clearErrors('next_date')
  }
  return (
    <FormDialog
      form={form}
      schema={followUp.create.input}
      title={actionWords.followUp}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.save}
      pending={pending}
      problem={problem}
    >
      <p>
        {customer.name}{' '}
        <a href={`tel:${customer.phone_1}`} className="whitespace-nowrap underline">
          โทร. {formatPhone(customer.phone_1)}
        </a>{' '}
        <span className="whitespace-nowrap">
          {stateWords.outstanding} {bahtWithUnit(balance)}
        </span>
      </p>
      {presets.data && (
        <div className="flex flex-wrap gap-2">
          {presets.data.data.map((preset) => (
            <Button key={preset} size="sm" onPress={() => addPreset(preset)}>
              {preset}
            </Button>
          ))}
        </div>
      )}
      <FormTextArea name="note" rows={2} />
      <div className="flex flex-wrap items-start gap-2">
        <FormDate
          name="next_date"
          description={
            due_date === null ? undefined : `เว้นว่างไว้เมื่อยังเป็นวันเดิม ${formatDayShort(due_date)}`
          }
          className="min-w-0 grow basis-44"
        />
        <div className="mt-6.25 flex gap-2">
          {offeredDays.map((days) => (
            <Button key={days} onPress={() => agree(days)} className="px-2.5">
              {`${days} วัน`}
            </Button>
          ))}
        </div>
      </div>
      {due_date !== null && <FormSwitch name="clears_date" />}
    </FormDialog>
  )
}
