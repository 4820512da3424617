/**
 * The inbox of requests that the user may decide or has made, in three tabs: those that wait, those with money to be
 * paid back, and those decided in the last 90 days.
 */
import {
  approval,
  type ApprovalRow,
  approvalRow,
  type ApprovalTab,
  approvalTabs,
} from '@khapdee/contract/entities/approval'
import { decisionProblem } from '@khapdee/contract/entities/application-endpoints'
import { payment } from '@khapdee/contract/entities/payment'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { titlesOf } from '@khapdee/contract/field-meta'
import { onlyRejectable, requestKinds } from '@khapdee/domain/application/approval-request'
import { actionWords, headings } from '@khapdee/domain/words'
import { Ban, Check, HandCoins, Undo2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Problem, resolverOf } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { requiredBranchColumn, columnsOf, userAndTimeColumn } from '../../crud/columns.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byType } from '../../crud/list-search.ts'
import { feeRejectionNotice } from '../../shared/ending-notice.tsx'
import { applicationPath } from '../../shared/paths.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { PayoutDialog } from '../../crud/payout-dialog.tsx'
import { RevokeDialog } from '../../crud/revoke-dialog.tsx'
import { RefundRequestDetails } from '../../shared/refund-request-details.tsx'
import { Permitted } from '../../shared/screen.tsx'
import { approvalPermissions } from '../../shared/waiting-decisions.ts'
import { RequestOutcome } from '../../shared/request-outcome.tsx'
import { useWithdrawal, type RequestToWithdraw } from '../../shared/use-withdrawal.tsx'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { WaitingPayroll } from './waiting-payroll.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { Money, StateChip } from '../../ui/values.tsx'

const filters = [byType]

const rowKey = ({ request_id }: ApprovalRow) => request_id

const tabItems = Object.entries(approvalTabs).map(([value, name]) => ({
  value: value as ApprovalTab,
  name,
}))

export function ApprovalList() {
  return (
    <Permitted anyOf={approvalPermissions}>
      <List />
    </Permitted>
  )
}

/** The decision for which the dialog is open. */
interface PendingDecision {
  row: ApprovalRow
  decision: Decision
}

function List() {
  const table = useBranchTable(approval.gettable)
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null)
  const [toPayOut, setToPayOut] = useState<ApprovalRow | null>(null)
  const [toRevoke, setToRevoke] = useState<ApprovalRow | null>(null)
  const withdrawal = useWithdrawal()
  const rowActions = useCallback(
    (row: ApprovalRow) =>
      actionsOf(row, {
        decide: setPendingDecision,
        payOut: setToPayOut,
        revoke: setToRevoke,
        withdraw: withdrawal.ask,
      }),
    [withdrawal.ask],
  )
  const { status } = table.filters
  const tab: ApprovalTab = status === 'decided' || status === 'due' ? status : 'waiting'
  return (
    <>
      <BranchScopedListScreen
        name="approval"
        title={headings.approvals}
        columns={tab === 'waiting' ? approvalColumns : decidedColumns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        {tab === 'waiting' && <WaitingPayroll />}
        <div className="max-w-105">
          <SegmentedField
            label={labels.state}
            items={tabItems}
            value={tab}
            onChange={(chosen) => table.setFilter('status', chosen === 'waiting' ? '' : chosen)}
          />
        </div>
      </BranchScopedListScreen>
      {withdrawal.dialog}
      {toPayOut !== null && toPayOut.refund !== null && (
        <PayoutDialog
          request={{ ...toPayOut, refund: toPayOut.refund }}
          code={toPayOut.application_code}
          customer={toPayOut.customer}
          branch_id={toPayOut.branch_id}
          onClose={() => setToPayOut(null)}
        />
      )}
      {toRevoke !== null && toRevoke.refund !== null && (
        <RevokeDialog
          request={{ ...toRevoke, refund: toRevoke.refund }}
          code={toRevoke.application_code}
          onClose={() => setToRevoke(null)}
        />
      )}
      {pendingDecision !== null && (
        <DecisionDialog
          {...pendingDecision}
          onClose={() => setPendingDecision(null)}
          // Another user decided first. The list is read again and no longer has the row.
          onRefused={table.retry}
        />
      )}
    </>
  )
}

interface RowCommands {
  decide: (decision: PendingDecision) => void
  payOut: (row: ApprovalRow) => void
  revoke: (row: ApprovalRow) => void
  withdraw: (request: RequestToWithdraw) => void
}

/** The actions of a row; the user's own request can be viewed and withdrawn. */
function actionsOf(
  row: ApprovalRow,
  { decide, payOut, revoke, withdraw }: RowCommands,
): readonly RowAction[] {
  const view = viewAction(applicationPath(row))
  const withdrawal: RowAction = {
    id: 'withdraw',
    label: actionWords.withdraw,
    icon: Undo2,
    onAction: () => withdraw(row),
  }
  const payout: RowAction = {
    id: 'pay_out',
    label: actionWords.payOut,
    icon: HandCoins,
    primary: true,
    onAction: () => payOut(row),
  }
  const revocation: RowAction = {
    id: 'revoke',
    label: actionWords.revokeApproval,
    icon: Ban,
    tone: 'danger',
    onAction: () => revoke(row),
  }
  const otherActions = [
    ...(row.can_pay_out ? [payout] : []),
    ...(row.can_withdraw ? [withdrawal] : []),
    ...(row.can_revoke ? [revocation] : []),
  ]
  if (!row.can_decide) return [...otherActions, view]
  const approve: RowAction = {
    id: 'approve',
    label: actionWords.approve,
    icon: Check,
    primary: true,
    onAction: () => decide({ row, decision: 'approve' }),
  }
  const reject: RowAction = {
    id: 'reject',
    label: actionWords.reject,
    icon: Ban,
    tone: 'danger',
    primary: !row.can_approve,
    onAction: () => decide({ row, decision: 'reject' }),
  }
  return [...(row.can_approve ? [approve] : []), reject, ...otherActions, view]
}

const labels = titlesOf(approvalRow.shape)

/** Why a user with the permission may not decide a request of another user. */
const undecidableReasons: Record<ApprovalRow['kind'], string> = {
  void: 'คุณรับเงิน ต้องให้ผู้อื่นพิจารณา',
  refund: 'คุณรับเงิน ต้องให้ผู้อื่นพิจารณา',
  request_fee: 'คุณแก้ไขคำขอนี้ ต้องให้ผู้อื่นพิจารณา',
}

/** The state of a request, the user and time of its decision or end, and the reason. */
const outcomeColumn = columnsOf<ApprovalRow>(approvalRow.shape, [
  {
    id: 'state',
    width: '12rem',
    header: 'ผลการพิจารณา',
    cell: (row) => <RequestOutcome request={row} />,
  },
])

const approvalColumns = columnsOf<ApprovalRow>(approvalRow.shape, [
  {
    id: 'code',
    width: '10.5rem',
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => (
      <>
        <RecordLink to={applicationPath(row)}>{row.code}</RecordLink>
        {row.code !== row.application_code && (
          <span className="block text-xs font-normal text-muted">{row.application_code}</span>
        )}
      </>
    ),
  },
  {
    id: 'kind',
    width: '9.5rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ kind, state, can_decide, can_approve, is_own }) => (
      <>
        <StateChip state={requestKinds[kind]} />
        {state === 'waiting' && !can_decide && (
          <span className="block text-xs text-muted">
            {is_own ? 'คำขอของคุณ รออนุมัติ' : undecidableReasons[kind]}
          </span>
        )}
        {can_decide && !can_approve && (
          <span className="block text-xs text-muted">{onlyRejectable}</span>
        )}
      </>
    ),
  },
  {
    id: 'customer',
    width: 'min(11rem, 15vw)',
    phoneSlot: 'lead',
    cell: ({ customer }) => customer,
  },
  {
    id: 'note',
    cell: ({ note, lines }) => (
      <>
        <span className="block min-w-36 whitespace-pre-line">{note === '' ? '–' : note}</span>
        <span className="block text-xs text-muted">{lines}</span>
      </>
    ),
  },
  { ...userAndTimeColumn(labels.user), width: '10.5rem' },
  { ...requiredBranchColumn({ belowWidth: 1120, under: 'customer' }), width: '8.5rem' },
  {
    id: 'amount',
    width: '6.5rem',
    align: 'end',
    cell: ({ amount }) => <Money value={amount} />,
  },
])

/** The columns of the other tabs: the outcome follows the kind. */
const decidedColumns = approvalColumns.flatMap((column) =>
  column.id === 'kind' ? [column, ...outcomeColumn] : [column],
)

const blank = { note: '' }
const { FormTextArea } = fieldsOf<typeof blank>()

type Decision = 'approve' | 'reject'

const decisionLabels: Record<Decision, string> = {
  approve: actionWords.approve,
  reject: actionWords.reject,
}

/** The consequences of an approval, shown before it is given. */
const consequences: Record<ApprovalRow['kind'], string> = {
  void: 'เมื่ออนุมัติแล้วใบเสร็จนี้จะถูกยกเลิก และยอดเงินกลับเป็นยอดค้างชำระ ต้องการดำเนินการต่อหรือไม่',
  request_fee: 'เมื่ออนุมัติแล้วจะแก้ไขไม่ได้ ต้องการดำเนินการต่อหรือไม่',
  refund: 'เมื่ออนุมัติแล้วจ่ายเงินคืนได้ ต้องการดำเนินการต่อหรือไม่',
}

/** The schemas of the note, by the kind of the request. */
const schemas = {
  void: payment.decideDelete.input,
  request_fee: request.approve.input,
  refund: refundRequest.decide.input,
} as const

interface DecisionDialogProps {
  row: ApprovalRow
  decision: Decision
  onClose: () => void
  /** Called when the server refuses the decision (403, 404, 409); an alert gives the reason. */
  onRefused: () => void
}

/** The dialog that shows the request, takes a note and sends the decision. */
function DecisionDialog({ row, decision, onClose, onRefused }: DecisionDialogProps) {
  const form = useForm({
    defaultValues: blank,
    resolver: resolverOf(({ note }: typeof blank): Problem[] => {
      const message = decisionProblem({ decision, note })
      return message === null ? [] : [['note', message]]
    }),
  })
  const options = { invalidates: moneyQueryKeys, onSuccess: onClose, onError: handleError }
  const decidePayment = useCommand(payment.decideDelete, options)
  const decideRequest = useCommand(request.approve, options)
  const decideRefund = useCommand(refundRequest.decide, options)
  const commands = { void: decidePayment, request_fee: decideRequest, refund: decideRefund }
  const { pending, error } = commands[row.kind]
  const isApproval = decision === 'approve'

  function handleError({ status }: { status: number }) {
    // Other errors (invalid input, unreachable server) keep the dialog open for a retry.
    if (status !== 403 && status !== 404 && status !== 409) return
    onClose()
    onRefused()
  }

  function decide({ note }: typeof blank) {
    const { kind, request_id, application_id, version, payment_id } = row
    const decided = { version, decision, note }
    if (kind === 'refund') return decideRefund.mutate({ request_id, ...decided })
    if (payment_id === null) return decideRequest.mutate({ application_id, ...decided })
    return decidePayment.mutate({ payment_id, ...decided })
  }

  return (
    <FormDialog
      form={form}
      schema={schemas[row.kind]}
      title={`${decisionLabels[decision]} ${row.code}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(decide)}
      submitLabel={decisionLabels[decision]}
      kind={isApproval ? 'primary' : 'danger'}
      pending={pending}
      problem={error?.message ?? null}
    >
      <DescriptionList
        items={[
          { label: labels.kind, value: requestKinds[row.kind].label },
          { label: labels.amount, value: <Money value={row.amount} /> },
          { label: labels.customer, value: row.customer },
          { label: labels.user, value: row.user },
          ...(row.refund === null ? [{ label: labels.lines, value: row.lines }] : []),
        ]}
      />
      {row.refund === null ? (
        <DescriptionList items={[{ label: labels.note, value: row.note, isWide: true }]} />
      ) : (
        <RefundRequestDetails request={{ ...row, refund: row.refund }} showsEnding={isApproval} />
      )}
      {isApproval && <p>{consequences[row.kind]}</p>}
      {!isApproval && row.kind === 'request_fee' && <p>{feeRejectionNotice}</p>}
      <FormTextArea name="note" rows={2} required={!isApproval} />
    </FormDialog>
  )
}
