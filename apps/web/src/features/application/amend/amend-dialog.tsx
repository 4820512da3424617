/** The dialog that amends an application: its lines, its customer and its vehicle. */
import { amendInput } from '@khapdee/contract/entities/amendment'
import { type ApplicationDetail, money, sums } from '@khapdee/contract/entities/application-shapes'
import { customer } from '@khapdee/contract/entities/customer'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { lineStatuses } from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { completeNumberIn } from '@khapdee/domain/id-card'
import { entities } from '@khapdee/domain/entities'
import { actionWords, headings } from '@khapdee/domain/words'
import { UserRoundSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ApiError } from '../../../api/api-error.ts'
import { resolverOf, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog, FormProblem } from '../../../crud/form-dialog.tsx'
import { CustomerLookup } from '../../../shared/customer/customer-lookup.tsx'
import { useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert, LoadFailed } from '../../../ui/feedback.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { Card } from '../../../ui/page.tsx'
import { Money, StateChip } from '../../../ui/values.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { type Item, type StoredLine, storedLines, type UsablePromotion } from '../line-values.ts'
import { LineCustomer } from '../register/line-customer.ts'
import { LineEditor, LineRow } from '../register/line-editor.tsx'
import { updatePrices, useCatalogue } from '../register/use-catalogue.ts'
import { VehicleFields } from '../register/vehicle-card.tsx'
import { useApplicationCommand } from '../use-application-command.ts'
import {
  actionsOf,
  amendFormPath,
  amendPreview,
  amendProblems,
  type AmendValues,
  blankAmendment,
  type LineAction,
  requiresAmendReason,
  toAmendInput,
  wholeFormProblem,
} from './amend-values.ts'

const { FormSegmented, FormTextArea } = fieldsOf<AmendValues>()

const actionNames: Record<LineAction, string> = {
  keep: 'คงไว้',
  remove: 'นำออก',
  replace: 'เปลี่ยน',
}

interface AmendDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function AmendDialog({ detail: currentDetail, onClose }: AmendDialogProps) {
  // The dialog never uses newer data, because a retry after a lost answer must send the same input
  // and version, and the position of a stored line in the form must not change.
  const [detail] = useState(currentDetail)
  const config = applicationKindConfigs[detail.type]
  const form = useForm<AmendValues>({
    defaultValues: blankAmendment(detail),
    resolver: resolverOf((values) => amendProblems(values, detail, config)),
  })
  const catalogue = useCatalogue(config.kind, detail.branch_id)
  const { run, pending, problem } = useApplicationCommand(config.api.amend, {
    onClose,
    closesOnConflict: true,
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({
        path: amendFormPath(path, form.getValues()),
        message,
      }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      if (error.code === 'PRICE_CHANGED') {
        void catalogue.refetch().then((items) => items && updatePrices(form, items))
      }
    },
  })
  return (
    <FormDialog
      form={form}
      schema={amendInput}
      title={actionWords.amend}
      size="lg"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => run(toAmendInput(values, detail)))}
      submitLabel={actionWords.save}
      pending={pending}
      problem={problem}
    >
      {catalogue.isError && <LoadFailed onRetry={catalogue.retry} />}
      <Card title={headings.item}>
        {storedLines(detail).map((line, index) => (
          <StoredLineFields
            key={line.line_id}
            index={index}
            line={line}
            courses={catalogue.items.course}
            promotions={catalogue.promotions}
          />
        ))}
      </Card>
      {config.lines.map((kind) => (
        <LineCustomer key={kind} value={detail.customer.customer_id}>
          <LineEditor
            kind={kind}
            items={catalogue.items[kind]}
            promotions={catalogue.promotions}
            takesPayment={false}
          />
        </LineCustomer>
      ))}
      {detail.type === 'vehicle_check' && <VehicleFields />}
      <Applicant detail={detail} />
      <Reason detail={detail} />
      <Totals detail={detail} />
      <WholeFormProblem detail={detail} />
    </FormDialog>
  )
}

interface StoredLineFieldsProps {
  index: number
  line: StoredLine
  courses: readonly Item[]
  promotions: readonly UsablePromotion[]
}

/** A stored line: kept, removed, or replaced by another course. */
function StoredLineFields({ index, line, courses, promotions }: StoredLineFieldsProps) {
  const { control } = useFormContext<AmendValues>()
  const action = useWatch({ control, name: `stored.${index}.action` })
  const { name, net, paid, status } = line
  const actions = actionsOf(line)
  const otherCourses = useMemo(
    () => courses.filter(({ item_id }) => item_id !== line.item_id),
    [courses, line.item_id],
  )
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-end justify-between gap-x-3.5 gap-y-3">
        <div className="min-w-0">
          <p className="font-medium">
            {name} {!isOpenLine(line) && <StateChip state={lineStatuses[status]} />}
          </p>
          <p className="text-sm text-muted">
            {titleOf(money, 'net')} <Money value={net} /> · {titleOf(money, 'paid')}{' '}
            <Money value={paid} />
          </p>
        </div>
        {actions.length > 1 && (
          <FormSegmented
            name={`stored.${index}.action`}
            label={headings.action}
            hideLabel
            items={actions.map((value) => ({ value, name: actionNames[value] }))}
          />
        )}
      </div>
      {action === 'replace' && (
        <LineRow
          kind="course"
          list="replace"
          index={index}
          legend={`เปลี่ยน ${name} เป็น`}
          items={otherCourses}
          promotions={promotions}
          takesPayment={false}
        />
      )}
    </fieldset>
  )
}

/**
 * The customer, who can be replaced by another one until a receipt is issued. Only users who may register applications
 * find customers.
 */
function Applicant({ detail }: Pick<AmendDialogProps, 'detail'>) {
  const { setValue } = useFormContext<AmendValues>()
  const [isSearching, setSearching] = useState(false)
  const [otherName, setOtherName] = useState('')
  const { can } = useSession()
  if (detail.payments.length > 0 || !can('application.create')) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-3">
      <p className="min-w-0">
        <span className="text-muted">{entities.customer.label}</span>{' '}
        {otherName === '' ? detail.customer.name : `${detail.customer.name} → ${otherName}`}
      </p>
      <Button icon={UserRoundSearch} onPress={() => setSearching(true)}>
        เปลี่ยน{entities.customer.label}
      </Button>
      {isSearching && (
        <CustomerLookup
          endpoint={customer.check}
          onClose={() => setSearching(false)}
          onChoose={({ customer_id, name }, { idcard = '', text = '' }) => {
            setSearching(false)
            const number = completeNumberIn(text)
            const passport = number !== null && 'passport' in number ? number.passport : ''
            const isOther = customer_id !== detail.customer.customer_id
            setOtherName(isOther ? name : '')
            setValue('customer_id', isOther ? customer_id : null, { shouldDirty: true })
            setValue('idcard', isOther ? idcard : '')
            setValue('passport', isOther ? passport : '')
          }}
        />
      )}
    </div>
  )
}

/** The reason, which is required unless lines are only added. */
function Reason({ detail }: Pick<AmendDialogProps, 'detail'>) {
  const { control } = useFormContext<AmendValues>()
  const required = useWatch({
    control,
    compute: (values: AmendValues) => requiresAmendReason(values, detail),
  })
  return <FormTextArea name="note" rows={2} required={required} />
}

/** The problem of the amendment as a whole, shown after the first attempt to save. */
function WholeFormProblem({ detail }: Pick<AmendDialogProps, 'detail'>) {
  const { control } = useFormContext<AmendValues>()
  const { isSubmitted, submitCount } = useFormState({ control })
  const message = useWatch({
    control,
    compute: (values: AmendValues) => wholeFormProblem(values, detail),
  })
  // The key changes with each attempt, so that the error is scrolled into view each time.
  return isSubmitted && message !== null ? (
    <FormProblem key={submitCount}>{message}</FormProblem>
  ) : null
}

const labels = titlesOf(money)

/** The totals before and after the amendment. */
function Totals({ detail }: Pick<AmendDialogProps, 'detail'>) {
  const { control } = useFormContext<AmendValues>()
  const { before, after } = useWatch({
    control,
    compute: (values: AmendValues) => amendPreview(values, detail),
  })
  const rows = (['total', 'discount', 'net', 'paid'] as const).map(
    (name) => [labels[name], before[name], after[name]] as const,
  )
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1.5 pe-3 text-start font-medium">
              {headings.summary}
            </th>
            <th scope="col" className="px-2 text-end font-medium">
              ก่อนแก้ไข
            </th>
            <th scope="col" className="px-2 text-end font-medium">
              หลังแก้ไข
            </th>
          </tr>
        </thead>
        <tbody aria-live="polite">
          {[...rows, [titleOf(sums, 'balance'), before.balance, after.balance] as const].map(
            ([label, old, next]) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1.5 pe-3 text-start font-medium whitespace-nowrap">
                  {label}
                </th>
                <td className="px-2 text-end">
                  <Money value={old} />
                </td>
                <td className="px-2 text-end font-semibold">
                  <Money
                    value={next}
                    tone={label === titleOf(sums, 'balance') && next > 0 ? 'owed' : 'plain'}
                  />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {detail.paid > 0 && after.balance > 0 && detail.balance === 0 && (
        <Alert tone="warning">ใบสมัครนี้ชำระครบแล้ว หลังแก้ไขจะมียอดค้างชำระ</Alert>
      )}
    </div>
  )
}
