/** The choice of the bank account of a dialog. */
import type { Option } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { useMemo } from 'react'
import { SelectField } from '../../ui/fields/select-field.tsx'

interface AccountFieldProps {
  /** The options of the filter, of which the first one is that for all. */
  accounts: readonly Option[]
  value: number | null
  onChange: (account: number) => void
}

export function AccountField({ accounts, value, onChange }: AccountFieldProps) {
  const items = useMemo(
    () =>
      accounts
        .filter((option) => option.value !== 'all')
        .map((option) => ({ value: Number(option.value), name: option.name })),
    [accounts],
  )
  return (
    <SelectField
      label={entities.bank_account.label}
      items={items}
      value={value ?? undefined}
      onChange={onChange}
    />
  )
}
