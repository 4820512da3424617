/** The form over a stored customer: shows him as he is stored, and saves what was changed. */
import { type CustomerRow, customer as customerApi } from '@khapdee/contract/entities/customer'
import { useCallback, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { useCommand } from '../../api/queries.ts'
import { showOnFields } from '../../api/show-on-fields.ts'
import { useFormDraft } from '../form-draft.ts'
import { moneyQueryKeys } from '../money-query-keys.ts'
import { customerResolver } from './customer-problems.ts'
import {
  type CustomerForm,
  blankCustomer,
  storedCustomer,
  toUpdateInput,
} from './customer-values.ts'

interface CustomerFormOptions {
  /** As he is stored; null until he is loaded. */
  row: CustomerRow | null
  /** Names the form's draft: the address of the screen. */
  draftKey: string
  /** Reads him again, for somebody changed him meanwhile. */
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
    // Newer values never replace what somebody is typing: saving then says CONFLICT.
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
