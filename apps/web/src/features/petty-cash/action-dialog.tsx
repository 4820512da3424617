/** The dialogs of petty cash: advance, return, count, replenish, spend. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { otherItem } from '@khapdee/domain/account-entry'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit, type Satang, satang } from '@khapdee/domain/money'
import { pettyCashKinds, replenishment } from '@khapdee/domain/petty-cash'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { FormUpload } from '../../crud/form-upload.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { PettyCashAction } from './actions.ts'
import type { StoredPettyCash } from './petty-cash-screen.tsx'
import { pettyCashQueryKeys } from './query-keys.ts'

interface DialogProps<Action> {
  action: Action
  stored: StoredPettyCash
  /** Reads the balance again after another user has moved cash. */
  reload: () => unknown
  onClose: () => void
}

export function ActionDialog({ action, ...props }: DialogProps<PettyCashAction>) {
  if (action === 'spend') return <SpendDialog {...props} action={action} />
  if (action === 'count' || action === 'replenish')
    return <CountDialog {...props} action={action} />
  return <ValueDialog {...props} action={action} />
}

const held = ({ balance, limit_value }: StoredPettyCash) => (
  <p>
    {fieldTitles.remaining} {bahtWithUnit(balance)} จากวงเงิน {bahtWithUnit(limit_value)}
  </p>
)

interface ValueValues {
  value: Satang | null
  note: string
}
const ofValue = fieldsOf<ValueValues>()
const valueSchema = pettyCash.advance.input.omit({ petty_cash_id: true })
const valueResolver = schemaResolver<ValueValues>(valueSchema)

function ValueDialog({ action, stored, onClose }: DialogProps<'opening' | 'advance' | 'return'>) {
  const form = useForm<ValueValues>({
    defaultValues: { value: null, note: '' },
    resolver: valueResolver,
  })
  const move = useCommand(pettyCash[action], {
    invalidates: pettyCashQueryKeys,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const { label } = pettyCashKinds[action]
  return (
    <FormDialog
      form={form}
      schema={valueSchema}
      title={label}
      onClose={onClose}
      onSubmit={form.handleSubmit(({ value, note }) =>
        move.mutate({ petty_cash_id: stored.petty_cash_id, value: value as Satang, note }),
      )}
      submitLabel={label}
      pending={move.pending}
      problem={move.error?.message ?? null}
    >
      {held(stored)}
      <ofValue.FormMoney name="value" />
      <ofValue.FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

interface CountValues {
  counted: Satang | null
  note: string
}
const ofCount = fieldsOf<CountValues>()
const countSchema = pettyCash.count.input.omit({ petty_cash_id: true })
const countResolver = schemaResolver<CountValues>(countSchema)

function CountDialog({ action, stored, reload, onClose }: DialogProps<'count' | 'replenish'>) {
  const form = useForm<CountValues>({
    defaultValues: { counted: null, note: '' },
    resolver: countResolver,
  })
  const counted = useWatch({ control: form.control, name: 'counted' })
  const move = useCommand(pettyCash[action], {
    invalidates: pettyCashQueryKeys,
    onSuccess: onClose,
    onError(error) {
      if (error.code === 'CONFLICT') void reload()
      showOnFields(form, error)
    },
  })
  const { label } = pettyCashKinds[action]
  const isCounted = counted !== null && Number.isSafeInteger(counted)
  const difference = isCounted ? satang(counted - stored.balance) : null
  const fill = isCounted ? replenishment(stored.limit_value, counted) : null
  return (
    <FormDialog
      form={form}
      schema={countSchema}
      title={label}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) =>
        move.mutate({
          petty_cash_id: stored.petty_cash_id,
          counted: values.counted as Satang,
          expected_balance: stored.balance,
          note: values.note,
        }),
      )}
      submitLabel={label}
      pending={move.pending}
      problem={move.error?.message ?? null}
    >
      {held(stored)}
      <ofCount.FormMoney name="counted" />
      <div aria-live="polite">
        {difference !== null && difference !== 0 && (
          <p>
            {difference < 0 ? 'เงินขาด' : 'เงินเกิน'} {bahtWithUnit(satang(Math.abs(difference)))}{' '}
            ระบบจะบันทึกเป็นรายการแยกในบัญชี
          </p>
        )}
        {action === 'replenish' && fill !== null && fill > 0 && (
          <p>เบิกจากลิ้นชักเงินสด {bahtWithUnit(fill)}</p>
        )}
      </div>
      <ofCount.FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

type SpendInput = Omit<InputOf<typeof pettyCash.spend>, 'petty_cash_id'>
type SpendValues = Omit<SpendInput, 'value' | 'file_id'> & {
  value: Satang | null
  file_id: number | null
}
const ofSpend = fieldsOf<SpendValues>()
const spendSchema = pettyCash.spend.input.omit({ petty_cash_id: true })
const spendResolver = schemaResolver<SpendValues>(spendSchema)

function SpendDialog({ stored, onClose }: DialogProps<'spend'>) {
  const form = useForm<SpendValues>({
    defaultValues: {
      list_expenses: null,
      other_name: '',
      value: null,
      payee: '',
      document_no: '',
      detail: '',
      file_id: null,
    },
    resolver: spendResolver,
  })
  const list_expenses = useWatch({ control: form.control, name: 'list_expenses' })
  const items = useMemo(
    () => [...stored.items, { value: null, name: `${otherItem} (ระบุชื่อรายการ)` }],
    [stored.items],
  )
  const spend = useCommand(pettyCash.spend, {
    invalidates: pettyCashQueryKeys,
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  const { label } = pettyCashKinds.spend
  return (
    <FormDialog
      form={form}
      schema={spendSchema}
      title={label}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) =>
        spend.mutate({
          ...values,
          petty_cash_id: stored.petty_cash_id,
          other_name: values.list_expenses === null ? values.other_name : '',
          value: values.value as Satang,
          file_id: values.file_id as number,
        }),
      )}
      submitLabel={label}
      pending={spend.pending}
      problem={spend.error?.message ?? null}
    >
      {held(stored)}
      <ofSpend.FormSelect name="list_expenses" items={items} required />
      {list_expenses === null && <ofSpend.FormText name="other_name" required />}
      <ofSpend.FormMoney name="value" />
      <ofSpend.FormText name="payee" />
      <FormUpload<SpendValues> name="file_id" stored={null} required />
    </FormDialog>
  )
}
