/** The form of an entry of the books: saved as a draft, or posted with a number. */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { FilePen } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/api-error.ts'
import { describeFields } from '../../api/describe-fields.ts'
import { resolverOf, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useLeave } from '../../crud/actions.tsx'
import { useToday } from '../../ui/use-today.ts'
import { FormPage } from '../../crud/resource-form.tsx'
import { alerts } from '../../shared/alerts.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { Button, SaveButton } from '../../ui/button.tsx'
import { EntryForm as FieldsForm } from '../../ui/form/entry-form.tsx'
import { type Book, bookQueryKeys } from './books.ts'
import { EntryFields, typeOfItem } from './entry-fields.tsx'
import {
  type EntryValues,
  type StoredEntry,
  createSchemas,
  entryProblems,
  toInput,
} from './entry-values.ts'

const formId = 'account-entry'

interface EntryFormProps {
  title: string
  book: Book
  /** Null for a new entry. */
  stored: StoredEntry | null
  defaultValues: EntryValues
  isReadOnly: boolean
  /** Reads the entry again after another user has changed it. */
  reload?: () => unknown
  /** A button before those that save. */
  otherAction?: ReactNode
  /** Shown above the fields. */
  notice?: ReactNode
}

export function EntryForm(props: EntryFormProps) {
  const { title, book, stored, defaultValues, isReadOnly, reload, otherAction, notice } = props
  const leave = useLeave(book.paths.list)
  const today = useToday()
  // What is saved: a draft may be incomplete.
  const saved = useRef<'draft' | 'posted'>('posted')
  const form: UseFormReturn<EntryValues> = useForm({
    defaultValues,
    resolver: (values, context, options) =>
      resolverOf<EntryValues>((entered) =>
        entryProblems(
          entered,
          saved.current,
          typeOfItem(groups.data?.data, entered, stored),
          today,
        ),
      )(values, context, options),
  })
  const [side, branch_id] = useWatch({ control: form.control, name: ['side', 'branch_id'] })
  const groups = useEndpoint(account.listCategory, branch_id === null ? {} : { branch_id })
  const isNew = stored === null
  useEffect(() => {
    if (isNew) alerts.reset()
  }, [isNew])
  useFormDraft(form, book.paths.record(stored?.entry_id ?? 0), { ready: !isReadOnly })
  const save = useSave({ stored, reload, form, onSaved: () => leave('saved') })
  const submit = (status: 'draft' | 'posted') => {
    saved.current = status
    return form.handleSubmit((values) => save.mutate(values, status))()
  }
  useSaveShortcut(() => {
    if (!isReadOnly) void submit(stored?.status === 'posted' || isNew ? 'posted' : 'draft')
  })
  const describe = useMemo(() => describeFields(createSchemas[side]), [side])
  return (
    <FormPage
      title={title}
      name={stored?.code || undefined}
      back={book.paths.list}
      save={
        <>
          {otherAction}
          {!isReadOnly && stored?.status !== 'posted' && (
            <Button icon={FilePen} isDisabled={save.pending} onPress={() => void submit('draft')}>
              บันทึกฉบับร่าง
            </Button>
          )}
          {!isReadOnly && <SaveButton form={formId} pending={save.pending} />}
        </>
      }
      dirty={form.formState.isDirty}
    >
      {notice}
      <FieldsForm
        form={form}
        describe={describe}
        id={formId}
        label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void submit('posted')
        }}
      >
        <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-3.5">
          <EntryFields
            groups={groups.data?.data}
            stored={stored}
            choosesSide={book.side === null && isNew}
            isReadOnly={isReadOnly}
          />
        </fieldset>
      </FieldsForm>
    </FormPage>
  )
}

interface SaveOptions {
  stored: StoredEntry | null
  reload: (() => unknown) | undefined
  form: UseFormReturn<EntryValues>
  onSaved: () => Promise<void>
}

/** Saves by the call of the side, one at a time. */
function useSave({ stored, reload, form, onSaved }: SaveOptions) {
  const options = {
    invalidates: bookQueryKeys,
    onSuccess: onSaved,
    onError: (error: ApiError) => showOnFields(form, error),
    ...(reload && { reload }),
  }
  const commands = {
    createIncome: useCommand(income.create, options),
    createExpense: useCommand(expenses.create, options),
    updateIncome: useCommand(income.update, options),
    updateExpense: useCommand(expenses.update, options),
  }
  const mutate = async (values: EntryValues, status: 'draft' | 'posted'): Promise<void> => {
    const input = toInput(values)
    const branch = values.branch_id === null ? {} : { branch_id: values.branch_id }
    const isIncome = values.side === 'income'
    if (stored === null) {
      if (isIncome) await commands.createIncome.mutate({ ...input.income, ...branch, status })
      else {
        const { shares } = input
        const of = shares === null ? branch : {}
        await commands.createExpense.mutate({ ...input.expenses, ...of, shares, status })
      }
      return
    }
    const { entry_id, version } = stored
    if (isIncome)
      await commands.updateIncome.mutate({ ...input.income, income_id: entry_id, version, status })
    else
      await commands.updateExpense.mutate({
        ...input.expenses,
        expenses_id: entry_id,
        version,
        status,
      })
  }
  return { mutate, pending: Object.values(commands).some(({ pending }) => pending) }
}
