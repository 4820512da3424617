/** What a refund request asks for: the lines, the amounts, how it is paid out, and why. */
import { type ApprovalRequest, refund } from '@khapdee/contract/entities/application-shapes'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { isOpenRefund } from '@khapdee/domain/application/approval-request'
import { payTypes } from '@khapdee/domain/application/status'
import { banks } from '@khapdee/domain/employee'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { DescriptionList } from '../ui/page.tsx'
import { Money } from '../ui/values.tsx'

const labels = titlesOf(refund.shape)

export type RefundRequest = Pick<ApprovalRequest, 'kind' | 'state' | 'note'> & {
  refund: NonNullable<ApprovalRequest['refund']>
}

export function RequestedRefund({ request }: { request: RefundRequest }) {
  const { kind, state, note } = request
  const { value, lines, pay_type, payee_bank, payee_account, payee_name } = request.refund
  const isOpen = isOpenRefund(kind, state)
  return (
    <>
      <ul>
        {lines.map((line) => (
          <li key={line.line_id} className="mt-1">
            <span className="font-medium">{line.name}</span>{' '}
            {[
              `คืน ${bahtWithUnit(line.value)}`,
              // Afterwards, later payments and refunds have changed what is paid on the line.
              isOpen && `ชำระแล้ว ${bahtWithUnit(line.paid)}`,
              isOpen && `คงเหลือ ${bahtWithUnit(satang(Math.max(0, line.paid - line.value)))}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <DescriptionList
        items={[
          { label: labels.value, value: <Money value={value} /> },
          { label: labels.pay_type, value: payTypes[pay_type].label },
          ...(pay_type === 'transfer'
            ? [
                { label: labels.payee_bank, value: banks[payee_bank]?.label ?? payee_bank },
                { label: labels.payee_account, value: payee_account },
                { label: labels.payee_name, value: payee_name },
              ]
            : []),
          { label: titleOf(refund.shape, 'note'), value: note },
        ]}
      />
    </>
  )
}
