/** A saved application: loaded whole, its customer to change. */
import { customer as customerApi } from '@khapdee/contract/entities/customer'
import { useCallback, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { showOnFields } from '../../api/show-on-fields.ts'
import { alerts } from '../../app/alerts.ts'
import { moneyPaths } from '../../app/money-paths.ts'
import { useFormDraft } from '../../app/form-draft.ts'
import {
  type CustomerForm,
  blankCustomer,
  storedCustomer,
  toUpdateInput,
} from './customer-values.ts'
import type { Face } from './faces.ts'
import { customerResolver } from './registration-resolver.ts'

export function useApplication(application_id: number, face: Face) {
  const query = useEndpoint(face.api.get, { application_id }, { staleTime: 0 })
  // What the cache holds may be old, and the customer's version with it.
  const detail = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  const row = detail?.customer ?? null

  const form = useForm<CustomerForm>({
    defaultValues: { customer: blankCustomer },
    resolver: customerResolver,
  })
  const { isDirty } = form.formState
  const show = useCallback(
    (stored: NonNullable<typeof row>) => form.reset({ customer: storedCustomer(stored) }),
    [form],
  )
  useEffect(() => {
    // Newer values never replace what somebody is typing: saving then says CONFLICT.
    if (row !== null && !isDirty) show(row)
    // Only a newer record counts, not that the form became clean.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, show])
  useFormDraft(form, `${face.path}/${application_id}`, row !== null)

  const reload = async () => {
    alerts.reset()
    const { data } = await query.refetch()
    if (data) show(data.data.customer)
  }
  const update = useCommand(customerApi.updateprofile, {
    invalidates: [...moneyPaths, 'customer'],
    onSuccess: ({ data }) => show(data),
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: `customer.${path}`,
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      if (error.code === 'CONFLICT') {
        alerts.error(error.message, { label: 'โหลดใหม่', onAction: () => void reload() })
      }
    },
  })

  return {
    form,
    detail,
    loadError: query.error,
    retry: () => void query.refetch(),
    save: form.handleSubmit(async ({ customer }) => {
      const input = toUpdateInput(customer)
      if (input !== null) await update.mutate(input)
    }),
    pending: update.pending,
  }
}
