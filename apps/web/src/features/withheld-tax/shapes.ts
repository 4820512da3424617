/** Types and texts shared by the list of withheld tax and its dialogs. */
import type { OwedTax } from '@khapdee/contract/entities/withheld-tax'
import type { SupplierReturn } from '@khapdee/domain/withheld-tax'

/** An owed amount with a known return, by the tax numbers of its payees. */
export type RemittableTax = Omit<OwedTax, 'return'> & { return: SupplierReturn }

/** The name of a certificate in its list, which has no space for the whole name. */
export const certificateLabel = 'พิมพ์หนังสือรับรอง (50 ทวิ)'

/** The return of payees without a tax number. */
export const noReturn = 'ไม่มีเลขผู้เสียภาษี'
