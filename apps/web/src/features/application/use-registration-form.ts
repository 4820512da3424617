/** A new registration: its values, its lists, and saving it exactly once. */
import { screens } from '@khapdee/contract/entities/screens'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { applicationPath } from '../../shared/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { useEndpoint } from '../../api/queries.ts'
import { showOnFields } from '../../api/form-errors.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { alerts } from '../../shared/alerts.ts'
import { useCurrentBranch } from '../../session/session.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import type { CustomerValues } from '../../shared/customer/customer-values.ts'
import type { Face } from './faces.ts'
import { type Items, itemsOf, type LineKind, lineKinds, repriced } from './line-values.ts'
import { registrationResolver } from './registration-resolver.ts'
import {
  blankRegistration,
  formPath,
  type RegistrationValues,
  toCreateInput,
} from './registration-values.ts'
import { useKnownCustomer } from '../../shared/customer/use-customer.ts'

const noItems: Items = { course: [], other_fee: [], request_fee: [] }

export function useRegistrationForm(face: Face) {
  const navigate = useNavigate()
  const branch = useCurrentBranch()
  const blank = () => blankRegistration(branch.id, face.lines[0])
  const [resolver] = useState(() => registrationResolver(face))
  const form = useForm<RegistrationValues>({ defaultValues: blank(), resolver })
  useEffect(() => {
    alerts.reset()
    // A scanner or a typed number comes first; on a phone the keyboard would hide the screen.
    if (!matchMedia('(pointer: coarse)').matches) form.setFocus('customer.idcard')
  }, [form])
  useFormDraft(form, face.paths.new)

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

  /** Prices changed since the lists were read: shows the new ones, keeps everything typed. */
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

  const create = useDocumentCommand(face.api.create, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: [...moneyQueryKeys, 'customer', 'promotion'],
    onError: fail,
    reload: known.reload,
  })

  const save = form.handleSubmit(async (values) => {
    const answer = await create.mutate(toCreateInput(values, face.kind))
    if (answer === undefined) return
    await navigate({
      to: applicationPath({ type: face.kind, application_id: answer.data.application_id }),
      // The way back leads to the list, not to an empty form.
      replace: true,
      ignoreBlocker: true,
    })
  })

  return {
    form,
    customer,
    known,
    items,
    /** The lists could not be loaded; quiet, in place. */
    isListsError: lists.isError,
    retryLists: () => void lists.refetch(),
    save,
    pending: create.pending,
    /** An empty form again. */
    restart: () => {
      alerts.reset()
      form.reset(blank())
    },
  }
}
