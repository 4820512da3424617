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

/** Awaits a write of payments. @throws DUPLICATE when another receipt already has the reference */
export async function mapDuplicateReference<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'payment_bank_reference') throw error
    throw duplicate('bank_reference', 'เลขอ้างอิงการโอน')
  }
}
