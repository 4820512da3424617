/** What the list of withheld tax and its dialogs share. */
import type { OwedTax } from '@khapdee/contract/entities/withheld-tax'
import type { SupplierReturn } from '@khapdee/domain/withheld-tax'

/** What is owed with a known return, which is that of the payees' numbers. */
export type RemittableTax = Omit<OwedTax, 'return'> & { return: SupplierReturn }

/** The name of a certificate in its list, where the whole name has no place. */
export const certificateLabel = 'พิมพ์หนังสือรับรอง (50 ทวิ)'

/** The return of payees without a tax number. */
export const noReturn = 'ไม่มีเลขผู้เสียภาษี'
