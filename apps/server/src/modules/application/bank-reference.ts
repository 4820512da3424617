/** A bank reference is unique among receipts that are not voided: a transfer is recorded only once. */
import type { PayType } from '@khapdee/domain/application/status'
import { duplicate, invalid, violatedConstraint } from '../../kernel/errors.ts'

/** Refuses a bank reference when no payment is a transfer. @throws VALIDATION */
export function assertReferenceHasTransfer(
  reference: string,
  payments: readonly { pay_type: PayType }[],
): void {
  if (reference === '' || payments.some(({ pay_type }) => pay_type === 'transfer')) return
  throw invalid([{ path: 'bank_reference', message: 'เลขอ้างอิงใช้กับการโอนเงินเท่านั้น' }])
}

/** Converts the error of a write of payments: DUPLICATE when another receipt already has the reference. */
export const mapDuplicateReference = (error: unknown): unknown =>
  violatedConstraint(error) === 'payment_bank_reference'
    ? duplicate('bank_reference', 'เลขอ้างอิงการโอน')
    : error
