/** Recognises a customer who is stored already and resolves differences of form and record. */
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
  /** Whether the form's values come from an ID card. */
  fromCard: boolean
}

export interface KnownCustomer {
  /** Looks up a complete number; an answer that arrives after the number changed is ignored. */
  check: (number: { idcard: string } | { passport: string }, fromCard?: boolean) => Promise<void>
  /** Fills the form from a stored customer; where typed values differ, `undecided` is set first. */
  found: (row: CustomerRow, search: CustomerSearch) => void
  /** Reads the linked customer again, after a colleague changed it meanwhile. */
  reload: () => Promise<void>
  /** To call when another number is typed: clears the linked customer, keeps only the number. */
  forget: () => void
  /** Clears all customer fields. */
  clear: () => void
  undecided: Undecided | null
  /** Resolves the differences: `accepted` fields as in the form, the others as stored. */
  decide: (accepted: readonly ComparedField[]) => void
}

export function useKnownCustomer({ get, set }: CustomerOfForm): KnownCustomer {
  const [undecided, setUndecided] = useState<Undecided | null>(null)
  const latestTurn = useRef(0)
  const lastSearch = useRef<CustomerSearch | null>(null)
  /** The record as it was when it filled the form. */
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
      latestTurn.current += 1
      const turn = latestTurn.current
      // Without an answer the customer counts as new; the server checks again when saving.
      const answer = await call(customer.check, number).catch(() => null)
      const current = get()
      const isSame =
        'idcard' in number ? current.idcard === number.idcard : current.passport === number.passport
      if (answer?.data && isSame && turn === latestTurn.current)
        found(answer.data, number, fromCard)
    },
    found,
    async reload() {
      const { customer_id, idcard, phone_1 } = get()
      // A form restored from a draft does not remember the search that found the customer.
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

/** Options of the form that edits a stored customer. */
interface CustomerFormOptions {
  /** The stored record; null until it is loaded. */
  row: CustomerRow | null
  /** Names the form's draft: the address of the screen. */
  draftKey: string
  /** Reads the record again, after a colleague changed it meanwhile. */
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
    // Newer values never replace unsaved input: saving it then answers CONFLICT.
    if (row !== null && !isDirty) show(row)
    // Runs on a newer record only, not when `isDirty` becomes false.
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

/** Problems of typed identity numbers; stored numbers that stay unchanged are not checked. */
export function identityProblems(values: CustomerValues): Problem[] {
  if (keepsNumbers(values)) return []
  const problem = identityProblem(values)
  return problem === null ? [] : [[`customer.${problem.field}`, problem.message]]
}

/** Validation problems of the changes to a stored customer. */
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
