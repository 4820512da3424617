/** Recognising a customer who is stored already, and settling where form and record differ. */
import { type CustomerRow, customer } from '@khapdee/contract/entities/customer'
import type { InputOf } from '@khapdee/contract/endpoint'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { alerts } from '../alerts.ts'
import {
  type ComparedField,
  type CustomerValues,
  type Difference,
  accept,
  blankCustomer,
  differences,
  storedCustomer,
} from './customer-values.ts'

export type CustomerSearch = InputOf<typeof customer.check>

/** The customer of the form, to read and to replace. */
interface CustomerOfForm {
  get: () => CustomerValues
  set: (values: CustomerValues) => void
}

interface Undecided {
  stored: CustomerValues
  differences: readonly Difference[]
  /** The form's values come from a card. */
  fromCard: boolean
}

export interface KnownCustomer {
  /** Looks a complete number up; an answer that comes after the number changed is ignored. */
  check: (number: { idcard: string } | { passport: string }, fromCard?: boolean) => Promise<void>
  /** Takes a stored customer over, at once where nothing typed differs. */
  found: (row: CustomerRow, search: CustomerSearch) => void
  /** Reads the linked customer again, for somebody changed him meanwhile. */
  reload: () => Promise<void>
  /** Another number was typed, so the form is about somebody else: only the number stays. */
  forget: () => void
  /** Begins the customer anew. */
  clear: () => void
  undecided: Undecided | null
  /** Settles the differences: these fields as in the form, the others as stored. */
  decide: (accepted: readonly ComparedField[]) => void
}

export function useKnownCustomer({ get, set }: CustomerOfForm): KnownCustomer {
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const newest = useRef(0)
  const lastSearch = useRef<CustomerSearch | null>(null)
  /** The record that filled the form, as it was then. */
  const lastStored = useRef<CustomerValues | null>(null)

  const apply = (stored: CustomerValues, accepted: readonly ComparedField[]) => {
    lastStored.current = stored
    set(accept(get(), stored, accepted))
    alerts.success('พบข้อมูลลูกค้าเดิม เติมข้อมูลให้แล้ว')
  }

  const found = (row: CustomerRow, search: CustomerSearch, fromCard = false) => {
    lastSearch.current = search
    const stored = storedCustomer(row)
    const current = get()
    const isLinked = current.customer_id !== null
    const isOther = isLinked && current.customer_id !== row.customer_id
    const base = isLinked ? lastStored.current : null
    const differing = isOther ? [] : differences(current, stored, base)
    if (differing.length === 0) apply(stored, [])
    else setUndecided({ stored, differences: differing, fromCard })
  }

  return {
    async check(number, fromCard) {
      newest.current += 1
      const turn = newest.current
      // Without an answer he counts as new; the server recognises him again when saving.
      const answer = await call(customer.check, number).catch(() => null)
      const current = get()
      const isSame =
        'idcard' in number ? current.idcard === number.idcard : current.passport === number.passport
      if (answer?.data && isSame && turn === newest.current) found(answer.data, number, fromCard)
    },
    found,
    async reload() {
      const { customer_id, idcard, phone_1 } = get()
      // A form put back after the session's end does not remember how he was found.
      const search = lastSearch.current ?? (idcard === '' ? { phone: phone_1 } : { idcard })
      const answer = await call(customer.check, search).catch(() => null)
      const rows = [answer?.data, ...(answer?.others ?? [])]
      const row = rows.find((candidate) => candidate?.customer_id === customer_id)
      if (row) found(row, search)
    },
    forget() {
      const { customer_id, is_foreigner, idcard, passport } = get()
      if (customer_id !== null) set({ ...blankCustomer, is_foreigner, idcard, passport })
    },
    clear: () => set(blankCustomer),
    undecided,
    decide(accepted) {
      if (undecided !== null) apply(undecided.stored, accepted)
      setUndecided(null)
    },
  }
}
