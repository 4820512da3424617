/** Finds stored customers, resolves differences between form and record, and saves changes. */
import type { InputOf } from '@khapdee/contract/endpoint'
import {
  customer,
  customer as customerApi,
  type CustomerRow,
  identityProblem,
} from '@khapdee/contract/entities/customer'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { alerts } from '../alerts.ts'
import { useFormDraft } from '../form-draft.ts'
import { moneyQueryKeys } from '../query-client.ts'
import {
  accept,
  blankCustomer,
  type ComparedField,
  type CustomerForm,
  type CustomerValues,
  type Difference,
  differences,
  keepsNumbers,
  storedCustomer,
  toUpdateInput,
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
  /** Reloads the linked customer after another user changed the record. */
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
      // Without an answer the customer counts as new; the server looks again when saving.
      const answer = await call(customer.check, number).catch(() => null)
      const current = get()
      const isSame =
        'idcard' in number ? current.idcard === number.idcard : current.passport === number.passport
      if (answer?.data && isSame && turn === newest.current) found(answer.data, number, fromCard)
    },
    found,
    async reload() {
      const { customer_id, idcard, phone_1 } = get()
      // A restored draft does not record how the customer was found.
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

/** The form of a stored customer: loads the record and saves the changes. */
interface CustomerFormOptions {
  /** The stored record; null while loading. */
  row: CustomerRow | null
  /** Names the form's draft: the address of the screen. */
  draftKey: string
  /** Reloads the record after another user changed it. */
  reload: () => Promise<CustomerRow | undefined>
  onSaved?: () => void
}

export function useCustomerForm({ row, draftKey, reload, onSaved }: CustomerFormOptions) {
  const form = useForm<CustomerForm>({
    defaultValues: { customer: blankCustomer },
    resolver: customerResolver,
  })
  const { isDirty } = form.formState
  const show = useCallback(
    (stored: CustomerRow) => form.reset({ customer: storedCustomer(stored) }),
    [form],
  )
  useEffect(() => {
    // Newer values never replace unsaved input: saving then returns CONFLICT.
    if (row !== null && !isDirty) show(row)
    // Only a newer record counts, not that the form became clean.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, show])
  useFormDraft(form, draftKey, row !== null)

  const showAgain = async () => {
    const stored = await reload()
    if (stored !== undefined) show(stored)
  }
  const update = useCommand(customerApi.updateprofile, {
    invalidates: [...moneyQueryKeys, 'customer'],
    onSuccess: ({ data }) => {
      show(data)
      onSaved?.()
    },
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: `customer.${path}`,
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
    },
    reload: showAgain,
  })

  return {
    form,
    save: form.handleSubmit(async ({ customer }) => {
      const input = toUpdateInput(customer)
      if (input !== null) await update.mutate(input)
    }),
    pending: update.pending,
  }
}

/** Problems of typed numbers; a stored, masked number is not checked again. */
export function identityProblems(values: CustomerValues): Problem[] {
  if (keepsNumbers(values)) return []
  const problem = identityProblem(values)
  return problem === null ? [] : [[`customer.${problem.field}`, problem.message]]
}

/** Validation problems of changes to a stored customer. */
export function customerProblems({ customer: values }: CustomerForm): Problem[] {
  const input = toUpdateInput(values)
  return [
    ...identityProblems(values),
    ...(input === null ? [] : schemaProblems(customer.updateprofile.input, { ...input })).map(
      ([path, message]) => [`customer.${path}`, message] as const,
    ),
  ]
}

const customerResolver = resolverOf(customerProblems)
