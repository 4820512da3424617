/** Finds the stored record of the customer in a form, and edits a stored customer. */
import type { InputOf } from '@khapdee/contract/endpoint'
import {
  customer as customerApi,
  type CustomerRow,
  hasNoIdNumber,
  personProblems,
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
  withAccepted,
  blankCustomer,
  type ComparedField,
  type CustomerFormValues,
  type CustomerValues,
  type Difference,
  differences,
  hasUnchangedNumbers,
  isOtherPerson,
  customerValuesOf,
  toUpdateInput,
} from './customer-values.ts'

export type CustomerSearch = InputOf<typeof customerApi.check>

/** Reads and replaces the customer of a form. */
interface FormCustomer {
  get: () => CustomerValues
  set: (values: CustomerValues) => void
  /**
   * Moves the focus to the next field to fill in, after a chosen customer or a card has filled the
   * form.
   */
  moveOn?: () => void
}

/** A stored customer whose fields differ from the form, until the clerk chooses the values. */
interface PendingMatch {
  stored: CustomerValues
  differences: readonly Difference[]
  /** Whether the form's values come from an ID card. */
  fromCard: boolean
}

/** Finds the stored record of the customer in a form and links it to the form. */
export interface CustomerMatcher {
  /** Looks up a complete ID or passport number; an answer that arrives after the number changed is ignored. */
  check: (number: { idcard: string } | { passport: string }, fromCard?: boolean) => Promise<void>
  /**
   * Fills the form from a stored customer, then moves the focus on. Sets `pendingMatch` instead if
   * typed values differ. Sets `pendingReplacement` if the form has the number of another person,
   * whose values are never offered as changes.
   */
  link: (row: CustomerRow, search: CustomerSearch) => void
  /** Fetches the linked customer again, after a version conflict. */
  reload: () => Promise<void>
  /**
   * Call it when an ID or passport number is typed: clears the linked customer except these numbers. A stored
   * walk-in stays linked, because the number is added to its record.
   */
  unlink: () => void
  /** Clears all customer fields. */
  clear: () => void
  pendingMatch: PendingMatch | null
  /** Links the pending match: `accepted` fields stay as in the form, the others as stored. */
  resolve: (accepted: readonly ComparedField[]) => void
  /** Leaves the form unchanged, without linking it to the pending match. */
  dismiss: () => void
  /**
   * Call it before the form is saved, because the server would find the customer by the number and
   * drop the differing values. Asks again about a dismissed match that still applies to the form.
   * @returns whether it applies, so that nothing is saved
   */
  askAgain: () => boolean
  /** A chosen customer who would replace the other person in the form, until the clerk decides. */
  pendingReplacement: CustomerValues | null
  /** Fills the form from the pending replacement. */
  replace: () => void
  /** Keeps the person in the form. */
  keep: () => void
}

/** Whether the form is to be saved for this stored customer, without the values that were read last. */
function isUndecided(current: CustomerValues, stored: CustomerValues): boolean {
  if (current.customer_id !== null)
    return current.customer_id === stored.customer_id && current.version !== stored.version
  return !hasNoIdNumber(current) && !isOtherPerson(current, stored)
}

/** Creates the matcher of a form whose customer `get` reads and `set` replaces. */
export function useCustomerMatcher({ get, set, moveOn }: FormCustomer): CustomerMatcher {
  const [pendingMatch, setPendingMatch] = useState<PendingMatch | null>(null)
  const [pendingReplacement, setPendingReplacement] = useState<CustomerValues | null>(null)
  const latestLookup = useRef(0)
  const lastSearch = useRef<CustomerSearch | null>(null)
  /** The record that filled the form: the base for finding the fields that the clerk changed. */
  const lastStored = useRef<CustomerValues | null>(null)
  const dismissed = useRef<PendingMatch | null>(null)

  const apply = (stored: CustomerValues, accepted: readonly ComparedField[]) => {
    lastStored.current = stored
    dismissed.current = null
    set(withAccepted(get(), stored, accepted))
    alerts.success('พบข้อมูลลูกค้าเดิม เติมข้อมูลให้แล้ว')
  }

  const fill = (
    row: CustomerRow,
    search: CustomerSearch,
    { fromCard = false, movesOn }: { fromCard?: boolean; movesOn: boolean },
  ) => {
    lastSearch.current = search
    const stored = customerValuesOf(row)
    const current = get()
    const isLinked = current.customer_id !== null
    const isOtherCustomer = isLinked && current.customer_id !== row.customer_id
    if (!isLinked && isOtherPerson(current, stored)) return setPendingReplacement(stored)
    const base = isLinked ? lastStored.current : null
    const differing = isOtherCustomer ? [] : differences(current, stored, base)
    if (differing.length > 0) return setPendingMatch({ stored, differences: differing, fromCard })
    apply(stored, [])
    if (movesOn) moveOn?.()
  }
  const link = (row: CustomerRow, search: CustomerSearch) => fill(row, search, { movesOn: true })

  return {
    async check(number, fromCard = false) {
      latestLookup.current += 1
      const lookup = latestLookup.current
      // Without an answer, the customer counts as new; the server checks again on save.
      const answer = await call(customerApi.check, number).catch(() => null)
      const current = get()
      const isUnchanged =
        'idcard' in number ? current.idcard === number.idcard : current.passport === number.passport
      if (!isUnchanged || lookup !== latestLookup.current) return
      // A clerk who types a number moves to the next field anyway.
      if (answer?.data) fill(answer.data, number, { fromCard, movesOn: fromCard })
      else if (fromCard) moveOn?.()
    },
    link,
    async reload() {
      const { customer_id, idcard, phone_1 } = get()
      // After a form is restored from a draft, the search that found the customer is unknown.
      const search = lastSearch.current ?? (idcard === '' ? { phone: phone_1 } : { idcard })
      const answer = await call(customerApi.check, search).catch(() => null)
      const rows = [answer?.data, ...(answer?.others ?? [])]
      const row = rows.find((candidate) => candidate?.customer_id === customer_id)
      if (row) fill(row, search, { movesOn: false })
    },
    unlink() {
      const { customer_id, is_foreigner, idcard, passport } = get()
      const isWalkIn =
        lastStored.current?.is_walk_in && lastStored.current.customer_id === customer_id
      if (customer_id !== null && !isWalkIn)
        set({ ...blankCustomer, is_foreigner, idcard, passport })
    },
    clear: () => set(blankCustomer),
    pendingMatch,
    resolve(accepted) {
      if (pendingMatch !== null) apply(pendingMatch.stored, accepted)
      setPendingMatch(null)
      moveOn?.()
    },
    dismiss() {
      dismissed.current = pendingMatch
      setPendingMatch(null)
      if (pendingMatch !== null && isUndecided(get(), pendingMatch.stored))
        alerts.warning('ยังไม่ได้เลือกข้อมูลของลูกค้าเดิม ระบบจะถามอีกครั้งเมื่อบันทึก')
    },
    askAgain() {
      const match = dismissed.current
      if (match === null || !isUndecided(get(), match.stored)) return false
      setPendingMatch(match)
      return true
    },
    pendingReplacement,
    replace() {
      if (pendingReplacement !== null) apply(pendingReplacement, [])
      setPendingReplacement(null)
      moveOn?.()
    },
    keep: () => setPendingReplacement(null),
  }
}

/** Options of the form that edits a stored customer. */
interface CustomerFormOptions {
  /** The stored record; null until it is loaded. */
  row: CustomerRow | null
  /** Identifies the form's draft: the URL path of the screen. */
  draftKey: string
  /** Fetches the record again, after a version conflict; undefined when that fails. */
  reload: () => Promise<CustomerRow | undefined>
  onSaved?: () => void | Promise<void>
  /** Called when the typed ID or passport number belongs to another customer. */
  onDuplicate?: () => void
}

/** The form that edits a stored customer, with its save command. */
export function useCustomerForm({
  row,
  draftKey,
  reload,
  onSaved,
  onDuplicate,
}: CustomerFormOptions) {
  const form = useForm<CustomerFormValues>({
    defaultValues: { customer: blankCustomer },
    resolver: customerResolver,
  })
  const { isDirty } = form.formState
  const show = useCallback(
    (stored: CustomerRow) => form.reset({ customer: customerValuesOf(stored) }),
    [form],
  )
  useEffect(() => {
    // Newer values never replace unsaved input; saving that input fails with CONFLICT.
    if (row !== null && !isDirty) show(row)
    // Runs on a newer record only, not when `isDirty` becomes false.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, show])
  useFormDraft(form, draftKey, { ready: row !== null })

  const reloadForm = async () => {
    const stored = await reload()
    if (stored !== undefined) show(stored)
  }
  const update = useCommand(customerApi.updateprofile, {
    invalidates: [...moneyQueryKeys, 'customer'],
    onSuccess: ({ data }) => {
      show(data)
      return onSaved?.()
    },
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: `customer.${path}`,
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      if (error.code === 'DUPLICATE') onDuplicate?.()
    },
    reload: reloadForm,
  })

  return {
    form,
    /** Shows a stored record in place of the form's values. */
    show,
    save: form.handleSubmit(async ({ customer }) => {
      const input = toUpdateInput(customer)
      if (input !== null) await update.mutate(input)
    }),
    pending: update.pending,
  }
}

/** Validation problems of name, ID and passport number; unchanged stored numbers are not checked. */
export function nameAndNumberProblems(values: CustomerValues): Problem[] {
  if (values.is_walk_in && hasNoIdNumber(values)) return []
  return personProblems(values)
    .filter(({ field }) => field === 'prefix' || field === 'sname' || !hasUnchangedNumbers(values))
    .map(({ field, message }) => [`customer.${field}`, message])
}

/** Validation problems of the changes to a stored customer. */
export function customerProblems({ customer: values }: CustomerFormValues): Problem[] {
  const input = toUpdateInput(values)
  return [
    ...nameAndNumberProblems(values),
    ...(input === null ? [] : schemaProblems(customerApi.updateprofile.input, { ...input })).map(
      ([path, message]) => [`customer.${path}`, message] as const,
    ),
  ]
}

const customerResolver = resolverOf(customerProblems)
