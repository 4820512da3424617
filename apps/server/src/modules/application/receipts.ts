/** The receipts of one call, one for each pay type: payments, documents and links. */
import type { PayType } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { UserContext } from '../../kernel/context.ts'
import { assertCompleteHead } from '../branch-header.ts'
import { documentLink } from '../document/document-link.ts'
import type { NewDocument } from '../document/issue-documents.ts'
import type { NewPayment } from './apply-payments.ts'
import { type Issue, type ReceiptLine, receiptView } from './document-views.ts'

interface ReceiptGroup {
  pay_type: PayType
  paid: Satang
  lines: readonly (ReceiptLine & { line_id: number })[]
}

interface ReceiptData {
  application_id: number
  numbers: readonly string[]
  nextId: (table: 'payment' | 'issued_document') => number
  /** Stored with the receipt of the transfer. */
  bank_reference: string
  /** The chosen account of the transfer; null for that of the branch. */
  bank_account_id: number | null
  /** Printed with the change on the cash receipt; null when the cash was not counted. */
  cash_received: Satang | null
  note: string
}

const haveCommonLine = (lines: ReceiptGroup['lines'], others: ReceiptGroup['lines']) =>
  lines.some(({ line_id }) => others.some((other) => other.line_id === line_id))

export interface Receipt {
  payment: NewPayment
  document: NewDocument
}

/**
 * Creates the payments and documents of new receipts.
 * @param groups the paid lines by pay type, in the order of `numbers`
 * @throws RECEIPT_HEAD if there is a receipt, and the branch lacks something of its head
 */
export const makeReceipts = (
  issue: Issue,
  groups: readonly ReceiptGroup[],
  {
    application_id,
    numbers,
    nextId,
    bank_reference,
    bank_account_id,
    cash_received,
    note,
  }: ReceiptData,
): Receipt[] => {
  if (groups.length > 0) {
    const isTaxed = groups.some(({ lines }) => lines.some(({ is_vat }) => is_vat))
    assertCompleteHead(issue.header, isTaxed)
  }
  return groups.map(({ pay_type, paid, lines }, i) => {
    const number = numbers[i] ?? ''
    const payment_id = nextId('payment')
    return {
      payment: {
        payment_id,
        payment_code: number,
        kind: 'receipt',
        pay_type,
        paid,
        bank_reference: pay_type === 'transfer' ? bank_reference : '',
        ...(pay_type === 'transfer' && { bank_account_id }),
        note,
        lines: lines.map(({ line_id, paid_now }) => ({ line_id, paid: paid_now })),
      },
      document: {
        document_id: nextId('issued_document'),
        kind: 'receipt',
        number,
        application_id,
        payment_id,
        snapshot: receiptView(issue, {
          number,
          pay_type,
          lines,
          cash_received: pay_type === 'cash' ? cash_received : null,
          // Without a code if a later receipt of the call pays the same line, because its balance
          // is then paid already.
          asksForBalance: !groups.slice(i + 1).some((later) => haveCommonLine(later.lines, lines)),
        }),
        printed: true,
      },
    }
  })
}

/** The part of the answer about new receipts: a link to each, and `pdf`, a link to all of them. */
export function linkReceipts(ctx: UserContext, receipts: readonly Receipt[], printedAt: string) {
  const link = (documents: readonly NewDocument[]) =>
    documentLink(
      ctx,
      {
        documents: documents.map(({ document_id }) => document_id),
        mark: 'original',
        printedAt,
      },
      documents[0]?.number ?? '',
    )
  const payments = receipts.map(({ document, payment }) => {
    const { payment_id, payment_code, pay_type, paid } = payment
    return { payment_id, payment_code, pay_type, paid, pdf: link([document]) }
  })
  const [first] = payments
  const pdf =
    payments.length === 1 && first !== undefined
      ? first.pdf
      : link(receipts.map(({ document }) => document))
  return { payments, pdf }
}
