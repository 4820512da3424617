/** The last payment taken in this tab, until its end screen is closed. */
import type { ApplicationKind, PayType } from '@khapdee/domain/application/status'
import { cashChange } from '@khapdee/domain/application/cash-received'
import type { Satang } from '@khapdee/domain/money'
import { memoryStore, useStore } from '../../session/store.ts'

interface Receipt {
  payment_id: number
  payment_code: string
  pay_type: PayType
  paid: Satang
}

export interface TakenPayment {
  application_id: number
  type: ApplicationKind
  /** One receipt for each pay type. */
  receipts: readonly Receipt[]
  /** The change given back; null when no cash was counted. */
  change: Satang | null
}

const store = memoryStore<TakenPayment | null>(null)

export const useTakenPayment = (): TakenPayment | null => useStore(store)

/**
 * Shows the end screen of a payment. If the answer has no receipts, because nothing was paid, it
 * shows none.
 */
export function showTakenPayment({
  cash_received,
  receipts,
  ...application
}: Omit<TakenPayment, 'change'> & { cash_received: Satang | null }): void {
  const cash = receipts.find(({ pay_type }) => pay_type === 'cash')
  const outcome =
    cash === undefined || cash_received === null ? null : cashChange(cash_received, cash.paid)
  const change = outcome !== null && 'change' in outcome ? outcome.change : null
  store.set(receipts.length === 0 ? null : { ...application, receipts, change })
}

/** Closes the end screen. */
export const clearTakenPayment = (): void => store.set(null)
