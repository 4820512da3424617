/**
 * The steps that the user may take from a status, each with a dialog that shows the sum and has the
 * required fields.
 */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import type { payTypes } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { type PayrollStatus, payrollSteps } from '@khapdee/domain/payroll/steps'
import { type Satang, bahtWithUnit } from '@khapdee/domain/money'
import type { Permission } from '@khapdee/domain/permissions'
import { type Day, formatMonth } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { showOnFields, schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

type Step = 'submit' | 'confirm' | 'approve' | 'pay' | 'return' | 'reopen' | 'void'
type Result = OutputOf<typeof payroll.submit>['data'] & { message: string }

/** The steps from each status, the forward one first. */
const stepsFrom: Partial<Record<PayrollStatus, readonly Step[]>> = {
  draft: ['submit'],
  returned: ['submit'],
  submitted: ['confirm', 'return'],
  confirmed: ['approve', 'return'],
  approved: ['pay', 'reopen'],
  void: ['reopen'],
}

/** The statuses in which the month of one person can be made void: all before the approval. */
const voidable: ReadonlySet<PayrollStatus> = new Set(payrollSteps.void.from)
const needsNote = (step: Step): boolean => step === 'return' || step === 'reopen' || step === 'void'

/** The name of a step in its button and dialog. */
const labelOf = (step: Step): string =>
  step === 'void'
    ? `${payrollSteps.void.label}${headings.thisMonth}`
    : payrollSteps[step === 'return' ? 'return_submitted' : step].label

/**
 * The permission to take a step. Returning a month requires the permission to confirm or approve
 * it.
 */
const permissionOf = (step: Step, status: PayrollStatus): Permission =>
  step === 'return'
    ? status === 'submitted'
      ? 'payroll.confirm'
      : 'payroll.approve'
    : step === 'reopen' || step === 'void'
      ? 'payroll.approve'
      : `payroll.${step}`

interface Scope {
  branch_id: number
  month: string
  user_ids?: number[]
  /** The displayed sum; the step is refused when it has changed. */
  net: Satang
}

interface StepButtonsProps {
  status: PayrollStatus
  scope: Scope
  /** The person, or the branch and the number of people, for the title of the dialog. */
  title: string
  /** The pay type of the person; by default transfer. */
  payType?: keyof typeof payTypes
  onDone: (result: Result) => void
}

export function StepButtons({
  status,
  scope,
  title,
  payType = 'transfer',
  onDone,
}: StepButtonsProps) {
  const { can } = useSession()
  const [step, setStep] = useState<Step | null>(null)
  const isOfOne = scope.user_ids !== undefined
  const possible: Step[] = [...(stepsFrom[status] ?? [])]
  if (isOfOne && voidable.has(status)) possible.push('void')
  const steps = possible.filter((name) => can(permissionOf(name, status)))
  return (
    <>
      {steps.map((name, i) => (
        <Button key={name} kind={i === 0 ? 'primary' : 'secondary'} onPress={() => setStep(name)}>
          {labelOf(name)}
        </Button>
      ))}
      {step !== null && (
        <StepDialog
          step={step}
          scope={scope}
          title={title}
          payType={payType}
          onClose={() => setStep(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}

interface Values {
  note: string
  pay_date: Day | null
  pay_type: keyof typeof payTypes
  bank_account_id: number | null
}

const { FormDate, FormSegmented, FormTextArea } = fieldsOf<Values>()
const schemas = {
  submit: payroll.submit.input.pick({}),
  confirm: payroll.confirm.input.pick({}),
  approve: payroll.approve.input.pick({}),
  pay: payroll.pay.input.pick({ pay_date: true, pay_type: true, bank_account_id: true }),
  return: payroll.return.input.pick({ note: true }),
  reopen: payroll.reopen.input.pick({ note: true }),
  void: payroll.void.input.pick({ note: true }),
}

interface StepDialogProps extends Pick<StepButtonsProps, 'scope' | 'title' | 'onDone'> {
  step: Step
  payType: keyof typeof payTypes
  onClose: () => void
}

function StepDialog({ step, scope, title, payType, onClose, onDone }: StepDialogProps) {
  const today = useToday()
  const schema = schemas[step]
  const form = useForm<Values>({
    defaultValues: { note: '', pay_date: today, pay_type: payType, bank_account_id: null },
    resolver: schemaResolver<Values>(schema),
  })
  const chosenPayType = useWatch({ control: form.control, name: 'pay_type' })
  const options = {
    alert: 'none' as const,
    invalidates: ['payroll', 'list-payrollList', 'user', 'approval', 'accounting', 'drawer'],
    onSuccess: ({ data, message }: { data: Omit<Result, 'message'>; message?: string }) => {
      onDone({ ...data, message: message ?? labelOf(step) })
      onClose()
    },
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const commands = {
    submit: useCommand(payroll.submit, options),
    confirm: useCommand(payroll.confirm, options),
    approve: useCommand(payroll.approve, options),
    pay: useCommand(payroll.pay, options),
    return: useCommand(payroll.return, options),
    reopen: useCommand(payroll.reopen, options),
    void: useCommand(payroll.void, options),
  }
  const { pending, error } = commands[step]
  const send = ({ note, pay_date, pay_type, bank_account_id }: Values) => {
    if (step === 'pay') {
      if (pay_date === null) return
      const account = pay_type === 'transfer' ? bank_account_id : null
      void commands.pay.mutate({ ...scope, pay_date, pay_type, bank_account_id: account })
    } else if (step === 'void') {
      const { user_ids = [] } = scope
      void commands.void.mutate({ ...scope, user_ids, note })
    } else if (step === 'return' || step === 'reopen') {
      void commands[step].mutate({ ...scope, note })
    } else if (step === 'approve') {
      void commands.approve.mutate({ ...scope, pay_date: null })
    } else void commands[step].mutate(scope)
  }
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${labelOf(step)} ${title}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(send)}
      submitLabel={labelOf(step)}
      kind={needsNote(step) ? 'danger' : 'primary'}
      {...(step === 'void' && { dismissLabel: actionWords.close })}
      pending={pending}
      problem={error?.message ?? null}
      size="sm"
    >
      <p>
        {fieldTitles.period}
        {formatMonth(scope.month)} {payrollWords.netIncome}{' '}
        <strong className="font-semibold">{bahtWithUnit(scope.net)}</strong>
      </p>
      {step === 'approve' && (
        <p className="text-sm text-muted">
          เมื่ออนุมัติแล้วจะแก้ไขไม่ได้ ลงบัญชีรายจ่ายตามวันที่จ่าย และเปิดสลิปเงินเดือน
        </p>
      )}
      {step === 'pay' && (
        <div className="form-grid">
          <FormDate name="pay_date" className="md:col-span-6" />
          <FormSegmented name="pay_type" className="md:col-span-6" />
          {chosenPayType === 'transfer' && (
            <BankAccountField branch_id={scope.branch_id} className="md:col-span-12" />
          )}
        </div>
      )}
      {step === 'void' && (
        <p className="text-sm text-muted">
          ไม่จ่ายเงินเดือนเดือนนี้ งานและงวดเงินกู้ของเดือนนี้กลับไปคิดในเดือนอื่นได้ เปิดแก้ไขอีกครั้งได้ภายหลัง
        </p>
      )}
      {needsNote(step) && <FormTextArea name="note" required rows={3} />}
    </FormDialog>
  )
}
