/** The cash that the customer hands over; the cash receipt prints it with its change. */
import { messages } from '@khapdee/contract/messages'
import { cashChange } from '@khapdee/domain/application/cash-received'
import type { PayType } from '@khapdee/domain/application/status'
import { type Satang, bahtWithUnit } from '@khapdee/domain/money'
import { invalid } from '../../kernel/errors.ts'

/**
 * Refuses cash received that is less than the amount paid in cash, or without an amount paid in cash.
 * @param received null when it was not counted
 * @param groups the paid amounts by pay type
 * @throws VALIDATION
 */
export function assertCashReceived(
  received: Satang | null,
  groups: readonly { pay_type: PayType; paid: Satang }[],
): void {
  if (received === null) return
  const cash = groups.find(({ pay_type }) => pay_type === 'cash')
  if (cash === undefined) {
    if (received === 0) return
    throw invalid([{ path: 'cash_received', message: messages.cashReceivedNeedsCash }])
  }
  const outcome = cashChange(received, cash.paid)
  if ('change' in outcome) return
  const message = messages.cashShort(bahtWithUnit(outcome.short))
  throw invalid([{ path: 'cash_received', message }])
}
