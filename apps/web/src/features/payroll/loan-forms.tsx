/** The forms of advances and loans: paying one out, recording repayments, cancelling. */
import { type PayrollLoanRow, payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import type { PayType } from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, bahtWithUnit } from '@khapdee/domain/money'
import { type LoanType, loanTypes } from '@khapdee/domain/payroll/loans'
import { type Day, addDays, formatMonth, monthsOf } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useToday } from '../../ui/use-today.ts'

/** First path segments of the endpoints whose answers change with the money of a loan. */
const invalidates = ['payroll', 'list-payrollList', 'drawer']

interface NewValues {
  type: LoanType
  principal: Satang | null
  instalment: Satang | null
  first_month: string
  day: Day | null
  pay_type: PayType
  bank_account_id: number | null
  has_consent: boolean
  note: string
}
/** The account is chosen for a transfer, and stays typed while cash is tried. */
const accountOf = (values: { pay_type: PayType; bank_account_id: number | null }) => ({
  bank_account_id: values.pay_type === 'transfer' ? values.bank_account_id : null,
})

const ofNew = fieldsOf<NewValues>()
const newSchema = payrollLoan.create.input.omit({ user_id: true })
const newResolver = schemaResolver<NewValues>(newSchema)

interface NewLoanFormProps {
  userId: number
  /** The person's branch, which pays. */
  branchId: number
  onClose: () => void
}

export function NewLoanForm({ userId, branchId, onClose }: NewLoanFormProps) {
  const today = useToday()
  const months = useMemo(
    () =>
      monthsOf(today, addDays(today, 365)).map((value) => ({ value, name: formatMonth(value) })),
    [today],
  )
  const form = useForm<NewValues>({
    defaultValues: {
      type: 'advance',
      principal: null,
      instalment: null,
      first_month: today.slice(0, 7),
      day: today,
      pay_type: 'cash',
      bank_account_id: null,
      has_consent: false,
      note: '',
    },
    resolver: newResolver,
  })
  const create = useCommand(payrollLoan.create, {
    invalidates,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const payType = useWatch({ control: form.control, name: 'pay_type' })
  const { FormDate, FormMoney, FormSegmented, FormSelect, FormSwitch, FormTextArea } = ofNew
  return (
    <FormDialog
      form={form}
      schema={newSchema}
      title="จ่ายเงินเบิกล่วงหน้าหรือเงินกู้"
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => {
        const { principal, instalment, day } = values
        if (principal === null || instalment === null || day === null) return
        const amounts = { principal, instalment, day }
        void create.mutate({ user_id: userId, ...values, ...amounts, ...accountOf(values) })
      })}
      submitLabel="บันทึกการจ่าย"
      pending={create.pending}
      problem={create.error?.message ?? null}
    >
      <div className="form-grid">
        <FormSegmented name="type" className="md:col-span-6" />
        <FormSegmented name="pay_type" className="md:col-span-6" />
        {payType === 'transfer' && (
          <BankAccountField branch_id={branchId} className="md:col-span-12" />
        )}
        <FormMoney name="principal" required className="md:col-span-6" />
        <FormDate name="day" className="md:col-span-6" />
        <FormMoney name="instalment" required className="md:col-span-6" />
        <FormSelect name="first_month" items={months} className="md:col-span-6" />
        <FormSwitch name="has_consent" className="md:col-span-12" />
        <FormTextArea name="note" rows={2} className="md:col-span-12" />
      </div>
      <p className="text-sm text-muted">
        เงินสดออกจากลิ้นชักของสาขาที่พนักงานสังกัด เงินที่จ่ายไม่เป็นรายจ่าย และหักคืนจากเงินเดือนไม่เกินยอดคงเหลือ
      </p>
    </FormDialog>
  )
}

interface RepayValues {
  value: Satang | null
  day: Day | null
  pay_type: PayType
  bank_account_id: number | null
  note: string
}
const ofRepay = fieldsOf<RepayValues>()
const repaySchema = payrollLoan.repay.input.omit({ payroll_loan_id: true, version: true })
const repayResolver = schemaResolver<RepayValues>(repaySchema)

interface LoanFormProps {
  loan: PayrollLoanRow
  onClose: () => void
}

export function RepayForm({ loan, onClose }: LoanFormProps) {
  const today = useToday()
  const form = useForm<RepayValues>({
    defaultValues: {
      value: loan.balance,
      day: today,
      pay_type: 'cash',
      bank_account_id: null,
      note: '',
    },
    resolver: repayResolver,
  })
  const repay = useCommand(payrollLoan.repay, {
    invalidates,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const payType = useWatch({ control: form.control, name: 'pay_type' })
  const { FormDate, FormMoney, FormSegmented, FormTextArea } = ofRepay
  const { payroll_loan_id, branch_id, version, balance, type } = loan
  return (
    <FormDialog
      form={form}
      schema={repaySchema}
      title={`${actionWords.receiveRepayment}${loanTypes[type].label}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => {
        const { value, day } = values
        if (value === null || day === null) return
        const money = { ...values, ...accountOf(values), value, day }
        void repay.mutate({ payroll_loan_id, version, ...money })
      })}
      submitLabel="บันทึกการรับคืน"
      pending={repay.pending}
      problem={repay.error?.message ?? null}
    >
      <p>
        {fieldTitles.balance} <strong className="font-semibold">{bahtWithUnit(balance)}</strong>
      </p>
      <div className="form-grid">
        <FormMoney name="value" required className="md:col-span-6" />
        <FormDate name="day" className="md:col-span-6" />
        <FormSegmented name="pay_type" className="md:col-span-12" />
        {payType === 'transfer' && (
          <BankAccountField branch_id={branch_id} className="md:col-span-12" />
        )}
        <FormTextArea name="note" rows={2} className="md:col-span-12" />
      </div>
    </FormDialog>
  )
}

interface CancelValues {
  note: string
}
const ofCancel = fieldsOf<CancelValues>()
const cancelSchema = payrollLoan.cancel.input.pick({ note: true })
const cancelResolver = schemaResolver<CancelValues>(cancelSchema)

export function CancelLoanForm({ loan, onClose }: LoanFormProps) {
  const form = useForm<CancelValues>({ defaultValues: { note: '' }, resolver: cancelResolver })
  const cancel = useCommand(payrollLoan.cancel, {
    invalidates,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const { payroll_loan_id, version, pay_type, principal, type } = loan
  const { FormTextArea } = ofCancel
  return (
    <FormDialog
      form={form}
      schema={cancelSchema}
      title={`${actionWords.cancel}${loanTypes[type].label}`}
      kind="danger"
      dismissLabel={actionWords.close}
      onClose={onClose}
      onSubmit={form.handleSubmit(
        ({ note }) => void cancel.mutate({ payroll_loan_id, version, note }),
      )}
      submitLabel={`${actionWords.cancel}รายการ`}
      pending={cancel.pending}
      problem={cancel.error?.message ?? null}
    >
      <p>
        {bahtWithUnit(principal)}
        {pay_type === 'cash' && ' กลับเข้าลิ้นชักของสาขา'}
      </p>
      <FormTextArea name="note" required rows={3} />
    </FormDialog>
  )
}
