/** The state of the registration form: values, catalogue items, and the command that saves. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../api/api-error.ts'
import { showOnFields } from '../../../api/form-errors.ts'
import { useEndpoint } from '../../../api/queries.ts'
import { useDocumentCommand } from '../../../crud/use-document-command.ts'
import { useCurrentBranch } from '../../../session/session.ts'
import { alerts } from '../../../shared/alerts.ts'
import type { CustomerValues } from '../../../shared/customer/customer-values.ts'
import { type CustomerMatcher, useCustomerMatcher } from '../../../shared/customer/use-customer.ts'
import { useFormDraft } from '../../../shared/form-draft.ts'
import { applicationPath } from '../../../shared/paths.ts'
import { moneyQueryKeys } from '../../../shared/query-client.ts'
import { useSingleFlight } from '../../../use-single-flight.ts'
import type { ApplicationKindConfig } from '../kinds.ts'
import { showTakenPayment } from '../taken-payment.ts'
import { useHeldForms } from './use-held-forms.ts'
import {
  blankRegistration,
  formPath,
  registrationResolver,
  type RegistrationValues,
  toCreateInput,
} from './registration-values.ts'
import type { LineKind } from '../line-values.ts'
import { updatePrices, useCatalogue } from './use-catalogue.ts'
import { isTouchScreen } from '../../../ui/hooks.ts'

/** The required fields of a customer that a card or a stored record may leave empty. */
const requiredNames = ['prefix', 'fname', 'sname', 'phone_1'] as const

export function useRegistrationForm(config: ApplicationKindConfig) {
  const navigate = useNavigate()
  const branch = useCurrentBranch()
  const blank = () => blankRegistration(branch.id, config.lines[0])
  const [resolver] = useState(() => registrationResolver(config))
  const form = useForm<RegistrationValues>({ defaultValues: blank(), resolver })
  useEffect(() => {
    alerts.reset()
    // Focused for typing or scanning; not on touch screens, where focus would open the keyboard.
    if (!isTouchScreen()) form.setFocus('customer.idcard')
  }, [form])
  useFormDraft(form, config.paths.new, { onUnload: false })

  const customerAccess = {
    get: () => form.getValues('customer'),
    set: (values: CustomerValues) => {
      form.setValue('customer', values, { shouldDirty: true })
      form.clearErrors('customer')
    },
    moveOn() {
      if (isTouchScreen()) return
      // After the dialog that chose the customer is closed.
      setTimeout(() => {
        const customer = form.getValues('customer')
        const empty = requiredNames.find((name) => customer[name].trim() === '')
        form.setFocus(empty ? `customer.${empty}` : `${config.lines[0]}.0.item_id`)
      })
    },
  }
  const matcher = useCustomerMatcher(customerAccess)

  // The header changes the branch of the form; if it shows all branches, the form keeps its branch.
  const headerBranch = useRef(branch.value)
  useEffect(() => {
    if (headerBranch.current === branch.value) return
    headerBranch.current = branch.value
    if (branch.value !== 'all') form.setValue('branch_id', branch.id, { shouldDirty: true })
  }, [branch.value, branch.id, form])

  const branchId = useWatch({ control: form.control, name: 'branch_id' })
  const catalogue = useCatalogue(config.kind, branchId)

  const showErrors = (error: ApiError) => {
    const errors = error.errors.map(({ path, message }) => ({
      path: formPath(path, form.getValues()),
      message,
    }))
    showOnFields(form, new ApiError(error.message, { ...error, errors }))
    if (error.code === 'PRICE_CHANGED') {
      void catalogue.refetch().then((items) => items && updatePrices(form, items))
    }
  }

  const showSaved = ({ application_id }: { application_id: number }) =>
    navigate({
      to: applicationPath({ type: config.kind, application_id }),
      // Replaces the form in the history: going back opens the list.
      replace: true,
      ignoreBlocker: true,
    })

  const heldForms = useHeldForms({
    form,
    config,
    blank,
    onSaved: showSaved,
    reprice: async () => {
      const items = await catalogue.ofBranch(form.getValues('branch_id'))
      updatePrices(form, items)
    },
  })
  const { saving } = heldForms

  const create = useDocumentCommand(config.api.create, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: [...moneyQueryKeys, 'customer', 'promotion'],
    onAttempt: saving.begin,
    onSuccess: () => void saving.end(),
    onError: (error) => {
      void saving.end(error)
      showErrors(error)
    },
    reload: matcher.reload,
  })

  // Until the screen of the application is shown, because it may have to be loaded first, and a
  // second press would save a second application.
  const { run: createAndShow, pending: isCreating } = useSingleFlight(
    async (values: RegistrationValues) => {
      const input = toCreateInput(values, config.kind)
      if (!(await saving.settle(JSON.stringify(input)))) return
      const answer = await create.mutate(input)
      if (answer === undefined) return
      const { application_id, payments } = answer.data
      const { cash_received } = values
      showTakenPayment({ application_id, type: config.kind, receipts: payments, cash_received })
      await showSaved(answer.data)
    },
  )
  const submit = form.handleSubmit(createAndShow)
  const save: typeof submit = async (event) => {
    event?.preventDefault()
    if (!matcher.askAgain()) await submit(event)
  }

  return {
    form,
    /** Reads and replaces the customer values of the form. */
    customerAccess,
    matcher,
    items: catalogue.items,
    promotions: catalogue.promotions,
    /** Whether the branch has nothing that a line of the kind could sell. */
    lacksItems: (kind: LineKind) => catalogue.isLoaded && catalogue.items[kind].length === 0,
    /** Whether the branch of the form has a PromptPay id. */
    hasPromptPay: catalogue.hasPromptPay,
    /** Whether loading the catalogue failed; shown in the form, without an alert. */
    hasCatalogueError: catalogue.isError,
    retryCatalogue: catalogue.retry,
    save,
    heldForms,
    pending: isCreating || heldForms.pending,
    /** Resets the form. */
    restart: () => {
      alerts.reset()
      saving.leave()
      form.reset(blank())
    },
  }
}

/** Fills in the customer with this id once; the form stays empty if there is no such customer. */
export function usePrefilledCustomer(
  customerId: number | undefined,
  matcher: CustomerMatcher,
): void {
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
    matcher.link(row, { phone: row.phone_1 })
  }, [row, matcher])
}
