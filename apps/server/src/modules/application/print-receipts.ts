/** Prints one receipt, or all receipts of an application. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { printDocuments } from '../document/print-document.ts'

/** Returns a link to the PDF. If both ids are given, the payment must belong to the application. @throws NOT_FOUND; VALIDATION when neither id is given */
export async function printReceipts(
  ctx: UserContext,
  { application_id, payment_id }: InputOf<typeof application.pdfpayment>,
) {
  if (payment_id !== undefined) {
    const owner = { payment_id, ...(application_id !== undefined && { application_id }) }
    return { data: await printDocuments(ctx, 'receipt', owner) }
  }
  if (application_id !== undefined) {
    return { data: await printDocuments(ctx, 'receipt', { application_id }) }
  }
  throw invalid([{ path: 'payment_id', message: 'กรุณาเลือกใบเสร็จ' }])
}
