/** The table of refunds of an application. */
import { type ApplicationDetail, refund } from '@khapdee/contract/entities/application-shapes'
import { banks, formatAccountNumber } from '@khapdee/domain/banks'
import { actionWords } from '@khapdee/domain/words'
import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { columnsOf, userColumn } from '../../../crud/columns.tsx'
import { printRefund } from '../../../shared/print.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Money } from '../../../ui/values.tsx'
import { receiptColumns } from '../receipt-columns.tsx'

/** A refund of an application. */
type Refund = ApplicationDetail['refunds'][number]

const columns = columnsOf<Refund>(refund.shape, [
  ...receiptColumns<Refund>({ id: 'value', cell: ({ value }) => <Money value={value} /> }),
  {
    id: 'note',
    cell: ({ note, lines, payee_bank, payee_account, payee_name }) => (
      <>
        <span className="block">{note}</span>
        <span className="block text-xs text-muted">
          {[
            ...lines.map(({ name }) => name),
            payee_account &&
              `${banks[payee_bank]?.label ?? ''} ${formatAccountNumber(payee_account)} ${payee_name}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  userColumn({ belowWidth: 960, under: 'createdAt' }),
])

export function RefundTable({ application_id, refunds }: ApplicationDetail) {
  const rowActions = useMemo(
    () =>
      ({ payment_id }: Refund): readonly RowAction[] => [
        {
          id: 'print',
          label: actionWords.printRefund,
          icon: ReceiptText,
          primary: true,
          onAction: () => void printRefund({ application_id, payment_id }),
        },
      ],
    [application_id],
  )
  if (refunds.length === 0) return null
  return (
    <Card title={actionWords.refund} flush>
      <DataTable
        label={actionWords.refund}
        columns={columns}
        rows={refunds}
        rowKey={({ payment_id }) => payment_id}
        state="ready"
        rowActions={rowActions}
      />
    </Card>
  )
}
