/** The account of a transfer, if a branch has several. */
import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { entities } from '@khapdee/domain/entities'
import { headings } from '@khapdee/domain/words'
import type { FieldValues } from 'react-hook-form'
import { useEndpoint } from '../api/queries.ts'
import { numberChoices, withStoredChoice } from './choices.ts'
import { fieldsOf } from '../ui/form/form-fields.tsx'

const { FormSelect } = fieldsOf<FieldValues>()

interface BankAccountFieldProps {
  branch_id: number | null
  /** The account of the record, which can still be chosen after it is closed. */
  stored?: { bank_account_id: number | null; bank_account: string } | null
  isDisabled?: boolean
  className?: string
}

/** The field `bank_account_id` of a form; null is the account of the branch. */
export function BankAccountField({ branch_id, stored, ...field }: BankAccountFieldProps) {
  const { data } = useEndpoint(bankAccount.list, branch_id === null ? {} : { branch_id })
  const offered = numberChoices(data?.data)
  const [first] = offered
  const choices = withStoredChoice(
    offered,
    stored?.bank_account_id,
    stored?.bank_account,
    first === undefined ? headings.notSpecified : `บัญชีหลัก (${first.name})`,
  )
  if (choices.length <= 2) return null
  return (
    <FormSelect
      name="bank_account_id"
      label={entities.bank_account.label}
      items={choices}
      {...field}
    />
  )
}
