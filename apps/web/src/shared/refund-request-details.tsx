/** The content of a refund request: lines, amounts, pay type and reason. */
import {
  type ApprovalRequest,
  refund as refundSchema,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { isOpenRefund } from '@khapdee/domain/application/approval-request'
import { payTypes } from '@khapdee/domain/application/status'
import { banks, formatAccountNumber } from '@khapdee/domain/banks'
import { satang, zeroSatang } from '@khapdee/domain/money'
import { DescriptionList } from '../ui/page.tsx'
import { Money } from '../ui/values.tsx'
import { type EndingEffect, EndingNotice, lineOutcomeText } from './ending-notice.tsx'

const labels = titlesOf(refundSchema.shape)

type Refund = NonNullable<ApprovalRequest['refund']>

/** The fields of a refund request that are shown. */
export type RefundRequestSummary = Pick<ApprovalRequest, 'kind' | 'state' | 'note'> & {
  refund: Refund
}

/** The outcome of a line of an open request. */
const outcomeOf = ({ value, paid, owed }: Refund['lines'][number]) => ({
  refunded: value,
  kept: satang(Math.max(0, paid - value)),
  writtenOff: owed,
})

const effectOf = ({ lines, staying }: Refund): EndingEffect => ({
  ending: lines
    .filter(({ ends }) => ends)
    .map((line) => ({ line_id: line.line_id, name: line.name, ...outcomeOf(line) })),
  suspendsExamRights: lines.some(({ ends_rights }) => ends_rights),
  staying,
})

interface RefundRequestDetailsProps {
  request: RefundRequestSummary
  /** Shows which lines end with the refund, for a user who is about to approve it or pay it out. */
  showsEnding?: boolean
}

export function RefundRequestDetails({ request, showsEnding = false }: RefundRequestDetailsProps) {
  const { kind, state, note, refund } = request
  const { value, pay_type, payee_bank, payee_account, payee_name } = refund
  const isOpen = isOpenRefund(kind, state)
  const listedLines = showsEnding ? refund.lines.filter(({ ends }) => !ends) : refund.lines
  return (
    <>
      {listedLines.length > 0 && (
        <ul>
          {listedLines.map((line) => (
            <li key={line.line_id} className="mt-1">
              <span className="font-medium">{line.name}</span>{' '}
              {/* After the request is closed, what is paid and owed may have changed, so only the refund is shown. */}
              {lineOutcomeText(
                isOpen
                  ? outcomeOf(line)
                  : { refunded: line.value, kept: zeroSatang, writtenOff: zeroSatang },
              )}
            </li>
          ))}
        </ul>
      )}
      {showsEnding && <EndingNotice {...effectOf(refund)} />}
      <DescriptionList
        items={[
          { label: labels.value, value: <Money value={value} /> },
          { label: labels.pay_type, value: payTypes[pay_type].label },
          ...(pay_type === 'transfer'
            ? [
                { label: labels.payee_bank, value: banks[payee_bank]?.label ?? payee_bank },
                { label: labels.payee_account, value: formatAccountNumber(payee_account) },
                { label: labels.payee_name, value: payee_name },
              ]
            : []),
          { label: titleOf(refundSchema.shape, 'note'), value: note, isWide: true },
        ]}
      />
    </>
  )
}
