/** A bank reference is unique among all receipts that are not voided, so a transfer is taken once. */
import type { PayType } from '@khapdee/domain/application/status'
import { duplicate, invalid, violatedConstraint } from '../../kernel/errors.ts'

/** @throws VALIDATION for a reference without a transfer */
export function assertTransferred(
  reference: string,
  payments: readonly { pay_type: PayType }[],
): void {
  if (reference === '' || payments.some(({ pay_type }) => pay_type === 'transfer')) return
  throw invalid([{ path: 'bank_reference', message: 'เลขอ้างอิงใช้กับการโอนเงินเท่านั้น' }])
}

/** @throws DUPLICATE where another receipt already carries the reference */
export async function mapReferenceTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'payment_bank_reference') throw error
    throw duplicate('bank_reference', 'เลขอ้างอิงการโอน')
  }
}
