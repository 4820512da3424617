/** The columns that the receipts and the refunds of an application have in common. */
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import type { ReactNode } from 'react'
import type { FieldColumn } from '../../crud/columns.tsx'
import { ThaiInstant } from '../../ui/values.tsx'

interface ReceiptOrRefund {
  payment_code: string
  createdAt: string
  pay_type: PayType
}

interface AmountColumn<Row> {
  /** The field with the amount. */
  id: keyof Row & string
  cell: (row: Row) => ReactNode
}

/**
 * Number, time, pay type and amount.
 * @param payTypeCell shows more than the label of the pay type
 */
export const receiptColumns = <Row extends ReceiptOrRefund>(
  amount: AmountColumn<Row>,
  payTypeCell: (row: Row) => ReactNode = ({ pay_type }) => payTypes[pay_type].label,
): readonly FieldColumn<Row>[] => [
  {
    id: 'payment_code',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ payment_code }) => <span className="font-medium">{payment_code}</span>,
  },
  {
    id: 'createdAt',
    nowrap: true,
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'pay_type',
    nowrap: true,
    narrow: { belowWidth: 960, under: amount.id },
    cell: payTypeCell,
  },
  { ...amount, align: 'end' },
]
