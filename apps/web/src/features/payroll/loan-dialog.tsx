/** The advances and loans of a person, each with the rows that explain its balance. */
import { type PayrollLoanRow, payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { loanEvents, loanStates, loanTypes } from '@khapdee/domain/payroll/loans'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatDay, formatMonth } from '@khapdee/domain/thai-date'
import { actionWords, headings, units } from '@khapdee/domain/words'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { Money, StateChip } from '../../ui/values.tsx'
import { CancelLoanForm, NewLoanForm, RepayForm } from './loan-forms.tsx'

interface LoanDialogProps {
  userId: number
  name: string
  onClose: () => void
}

type OpenForm = { form: 'new' } | { form: 'repay' | 'cancel'; loan: PayrollLoanRow }

export function LoanDialog({ userId, name, onClose }: LoanDialogProps) {
  const { data, error, refetch } = useEndpoint(
    payrollLoan.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [open, setOpen] = useState<OpenForm | null>(null)
  const close = () => setOpen(null)
  const shown = data?.data
  if (open?.form === 'new' && shown !== undefined)
    return <NewLoanForm userId={userId} branchId={shown.branch_id} onClose={close} />
  if (open?.form === 'repay') return <RepayForm loan={open.loan} onClose={close} />
  if (open?.form === 'cancel') return <CancelLoanForm loan={open.loan} onClose={close} />
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${entities.payroll_loan.label} ${name}`}
      size="md"
      actions={
        <>
          {shown?.is_editable && (
            <Button icon={Plus} onPress={() => setOpen({ form: 'new' })}>
              {actionWords.add}รายการ
            </Button>
          )}
          <Button onPress={onClose}>{actionWords.close}</Button>
        </>
      }
    >
      {shown === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : shown.loans.length === 0 ? (
        <p className="text-muted">{headings.noEntries}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {shown.loans.map((loan) => (
            <Loan
              key={loan.payroll_loan_id}
              loan={loan}
              {...(shown.is_editable && {
                onAct: (form: 'repay' | 'cancel') => setOpen({ form, loan }),
              })}
            />
          ))}
        </ul>
      )}
    </Modal>
  )
}

interface LoanProps {
  loan: PayrollLoanRow
  onAct?: (form: 'repay' | 'cancel') => void
}

function Loan({ loan, onAct }: LoanProps) {
  const { type, state, balance, instalment, first_month, events, is_cancellable, note } = loan
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{loanTypes[type].label}</span>
        <StateChip state={loanStates[state]} />
        <span className="ms-auto whitespace-nowrap">
          {fieldTitles.remaining} <Money value={balance} /> {units.baht}
        </span>
      </div>
      <p className="text-sm text-muted">
        หักงวดละ <Money value={instalment} /> บาท ตั้งแต่งวด{formatMonth(first_month)}
        {note !== '' && ` · ${note}`}
      </p>
      <ol className="flex flex-col gap-1 text-sm">
        {events.map((event) => (
          <li
            key={`${event.kind} ${event.day} ${event.balance}`}
            className="flex flex-wrap items-baseline gap-x-3"
          >
            <span className="min-w-0 flex-1">
              {loanEvents[event.kind].label}{' '}
              <span className="text-muted">
                {event.month === null
                  ? formatDay(event.day)
                  : `${fieldTitles.period}${formatMonth(event.month)}${event.status === null ? '' : ` (${payrollStatuses[event.status].label})`}`}
                {event.bank_account !== '' && ` · ${event.bank_account}`}
                {event.kind === 'repayment' && event.note !== '' && ` · ${event.note}`}
              </span>
            </span>
            <span className="whitespace-nowrap">
              <Money value={event.value} />
            </span>
            <span className="w-28 text-end whitespace-nowrap text-muted">
              <Money value={event.balance} />
            </span>
          </li>
        ))}
      </ol>
      {onAct !== undefined && state === 'open' && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onPress={() => onAct('repay')}>
            {actionWords.receiveRepayment}
          </Button>
          {is_cancellable && (
            <Button size="sm" onPress={() => onAct('cancel')}>
              {actionWords.cancel}รายการ
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
