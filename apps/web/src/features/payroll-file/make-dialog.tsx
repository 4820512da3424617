/** The dialog that makes a file of payroll; making a file again requires a second press. */
import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { allOption } from '@khapdee/contract/wire'
import { entities, listLabel } from '@khapdee/domain/entities'
import { type PayrollFileKind, payrollFileKinds } from '@khapdee/domain/payroll/file-kinds'
import { addDays, type Day, formatMonth, monthsOf } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { download } from '../../crud/actions.tsx'
import { choicesOf, useRequiredBranchChoices } from '../../crud/choices.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

interface Values {
  kind: PayrollFileKind
  month: string
  branch_id: number | null
}

const { FormSelect } = fieldsOf<Values>()
const kinds = choicesOf(payrollFileKinds)

/** The last months, the present one first. */
const monthChoices = (today: Day) =>
  monthsOf(addDays(today, -730), today)
    .toReversed()
    .map((value) => ({ value, name: formatMonth(value) }))

export function MakeDialog({ onClose }: { onClose: () => void }) {
  const today = useToday()
  const months = useMemo(() => monthChoices(today), [today])
  const branches = useRequiredBranchChoices()
  const branchChoices = useMemo(
    () => [{ value: null, name: allOption.name }, ...branches],
    [branches],
  )
  const [defaultValues] = useState<Values>(() => ({
    kind: 'bank_csv',
    month: months[0]?.value ?? '',
    branch_id: null,
  }))
  const form = useForm<Values>({ defaultValues })
  const values = useWatch({ control: form.control }) as Values
  const [asked, setAsked] = useState('')
  const {
    mutate,
    pending,
    error: lastError,
  } = useCommand(payrollFile.create, {
    alert: 'success',
    invalidates: ['payroll'],
    onSuccess: ({ data }) => {
      download(data.file)
      onClose()
    },
  })
  // The refusal is reset when another file is chosen.
  const error = asked === JSON.stringify(values) ? lastError : null
  const isMade = error?.code === 'MADE_BEFORE'
  const { unconfirmed, period } = payrollFileKinds[values.kind]
  return (
    <FormDialog
      form={form}
      schema={payrollFile.create.input}
      title={`${actionWords.prepare}${listLabel(entities.payroll_file)}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((chosen) => {
        setAsked(JSON.stringify(chosen))
        void mutate({ ...chosen, again: isMade })
      })}
      submitLabel={isMade ? 'จัดทำอีกครั้ง' : 'จัดทำไฟล์'}
      kind={isMade ? 'danger' : 'primary'}
      pending={pending}
      problem={error === null || isMade || error.errors.length > 1 ? null : error.message}
    >
      {isMade && <Alert tone="warning">{error.message}</Alert>}
      {error !== null && error.errors.length > 1 && (
        <Alert tone="error">
          <ul>
            {error.errors.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="form-grid">
        <FormSelect
          name="kind"
          items={kinds}
          {...(unconfirmed !== null && {
            description: `รูปแบบนี้ยังไม่ได้รับการยืนยันจาก${unconfirmed}`,
          })}
          className="md:col-span-12"
        />
        <FormSelect
          name="month"
          items={months}
          {...(period === 'year' && { description: 'ไฟล์ของทั้งปีที่เดือนนี้อยู่' })}
          className="md:col-span-6"
        />
        <FormSelect name="branch_id" items={branchChoices} className="md:col-span-6" />
      </div>
    </FormDialog>
  )
}
