/** The state of the registration form: values, catalogue lists, and saving exactly once. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { screens } from '@khapdee/contract/entities/screens'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../api/api-error.ts'
import { showOnFields } from '../../../api/form-errors.ts'
import { useEndpoint } from '../../../api/queries.ts'
import { useDocumentCommand } from '../../../crud/use-document-command.ts'
import { useCurrentBranch } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import type { CustomerValues } from '../../../shared/customer/customer-values.ts'
import { type KnownCustomer, useKnownCustomer } from '../../../shared/customer/use-customer.ts'
import { useFormDraft } from '../../../shared/form-draft.ts'
import { applicationPath } from '../../../shared/paths.ts'
import { moneyQueryKeys } from '../../../shared/query-client.ts'
import type { ApplicationKindConfig } from '../kinds.ts'
import { type Items, itemsOf, type LineKind, lineKinds, repriced } from '../line-values.ts'
import {
  blankRegistration,
  formPath,
  registrationResolver,
  type RegistrationValues,
  toCreateInput,
} from './registration-values.ts'

const noItems: Items = { course: [], other_fee: [], request_fee: [] }

export function useRegistrationForm(config: ApplicationKindConfig) {
  const navigate = useNavigate()
  const branch = useCurrentBranch()
  const blank = () => blankRegistration(branch.id, config.lines[0])
  const [resolver] = useState(() => registrationResolver(config))
  const form = useForm<RegistrationValues>({ defaultValues: blank(), resolver })
  useEffect(() => {
    alerts.reset()
    // Ready for a typed or scanned number; not on touch screens, where the keyboard would open.
    if (!matchMedia('(pointer: coarse)').matches) form.setFocus('customer.idcard')
  }, [form])
  useFormDraft(form, config.paths.new)

  const customer = {
    get: () => form.getValues('customer'),
    set: (values: CustomerValues) => {
      form.setValue('customer', values, { shouldDirty: true })
      form.clearErrors('customer')
    },
  }
  const known = useKnownCustomer(customer)

  const branchId = useWatch({ control: form.control, name: 'branch_id' })
  const lists = useEndpoint(
    screens.register,
    branchId === null ? {} : { branch: String(branchId) },
    { keepPrevious: true },
  )
  const items = useMemo(() => (lists.data ? itemsOf(lists.data.data) : noItems), [lists.data])

  /** Reads the lists again after a price changed and updates the lines; other input stays. */
  const showNewPrices = async () => {
    const { data } = await lists.refetch()
    if (!data) return
    const offered = itemsOf(data.data)
    for (const kind of Object.keys(lineKinds) as LineKind[]) {
      for (const [index, line] of form.getValues(kind).entries()) {
        const item = offered[kind].find(({ item_id }) => item_id === line.item_id)
        if (item === undefined || item.price === line.cost) continue
        form.setValue(`${kind}.${index}`, repriced(line, { cost: item.price }))
      }
    }
  }

  const fail = (error: ApiError) => {
    const errors = error.errors.map(({ path, message }) => ({
      path: formPath(path, form.getValues()),
      message,
    }))
    showOnFields(form, new ApiError(error.message, { ...error, errors }))
    if (error.code === 'PRICE_CHANGED') void showNewPrices()
  }

  const create = useDocumentCommand(config.api.create, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: [...moneyQueryKeys, 'customer', 'promotion'],
    onError: fail,
    reload: known.reload,
  })

  const save = form.handleSubmit(async (values) => {
    const answer = await create.mutate(toCreateInput(values, config.kind))
    if (answer === undefined) return
    await navigate({
      to: applicationPath({ type: config.kind, application_id: answer.data.application_id }),
      // Replaced, so that going back leads to the list, not to an empty form.
      replace: true,
      ignoreBlocker: true,
    })
  })

  return {
    form,
    customer,
    known,
    items,
    /** Whether loading the lists failed; shown in place, without an alert. */
    isListsError: lists.isError,
    retryLists: () => void lists.refetch(),
    save,
    pending: create.pending,
    /** Resets the form. */
    restart: () => {
      alerts.reset()
      form.reset(blank())
    },
  }
}

/** Fills in the given customer once; the form stays empty if the customer is not found. */
export function useNamedCustomer(customerId: number | undefined, known: KnownCustomer): void {
  const query = useEndpoint(
    customerRecord.get,
    { customer_id: customerId ?? 0 },
    { enabled: customerId !== undefined, staleTime: 0 },
  )
  // Cached data may have an outdated customer version.
  const row = query.isFetchedAfterMount ? query.data?.data.customer : undefined
  const isDone = useRef(false)
  useEffect(() => {
    if (row === undefined || isDone.current) return
    isDone.current = true
    known.found(row, { phone: row.phone_1 })
  }, [row, known])
}
