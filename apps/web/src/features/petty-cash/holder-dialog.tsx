/** The dialog that creates the petty cash of an employee, or changes its name, holder and limit. */
import { account } from '@khapdee/contract/entities/account-entry'
import type { InputOf } from '@khapdee/contract/endpoint'
import { type PettyCashRow, pettyCash } from '@khapdee/contract/entities/petty-cash'
import { entities } from '@khapdee/domain/entities'
import type { Satang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useRequiredBranchChoices } from '../../crud/choices.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useCurrentBranch } from '../../session/session.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { pettyCashQueryKeys } from './query-keys.ts'

type Fields = Omit<InputOf<typeof pettyCash.update>, 'petty_cash_id' | 'version'>
type Values = Omit<Fields, 'user_id' | 'limit_value'> & {
  branch_id: number | null
  user_id: number | null
  limit_value: Satang | null
}

const { FormMoney, FormSelect, FormSwitch, FormText } = fieldsOf<Values>()
const schema = pettyCash.create.input.extend(
  pettyCash.update.input.pick({ is_activate: true }).shape,
)
const resolver = schemaResolver<Values>(schema)

/** @param stored null for a new holder */
export function HolderDialog({
  stored,
  onClose,
}: {
  stored: PettyCashRow | null
  onClose: () => void
}) {
  const { id } = useCurrentBranch()
  const branches = useRequiredBranchChoices()
  const form = useForm<Values>({
    defaultValues: {
      branch_id: stored?.branch_id ?? id ?? branches[0]?.value ?? null,
      name: stored?.name ?? '',
      user_id: stored?.user_id ?? null,
      limit_value: stored?.limit_value ?? null,
      is_activate: stored?.is_activate ?? true,
    },
    resolver,
  })
  const branch_id = useWatch({ control: form.control, name: 'branch_id' })
  const { data } = useEndpoint(account.employee, branch_id === null ? {} : { branch_id })
  const employees = useMemo(
    () => (data?.data ?? []).map(({ value, name }) => ({ value: Number(value), name })),
    [data],
  )
  const options = {
    invalidates: pettyCashQueryKeys,
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const create = useCommand(pettyCash.create, options)
  const update = useCommand(pettyCash.update, options)
  const { pending, error } = stored === null ? create : update
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${stored === null ? actionWords.add : actionWords.edit}${entities.petty_cash.label}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => {
        const { branch_id: branch, is_activate, ...rest } = values
        const fields = rest as Pick<Fields, 'name' | 'user_id' | 'limit_value'>
        return stored === null
          ? create.mutate({ ...fields, branch_id: Number(branch) })
          : update.mutate({
              ...fields,
              is_activate,
              petty_cash_id: stored.petty_cash_id,
              version: stored.version,
            })
      })}
      submitLabel={actionWords.save}
      pending={pending}
      problem={error?.message ?? null}
    >
      {stored === null && branches.length > 1 && <FormSelect name="branch_id" items={branches} />}
      <FormText name="name" />
      <FormSelect name="user_id" items={employees} required />
      <FormMoney name="limit_value" />
      {stored !== null && <FormSwitch name="is_activate" />}
    </FormDialog>
  )
}
