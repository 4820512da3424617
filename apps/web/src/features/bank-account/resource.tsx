/** Bank accounts: list and form. */
import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { banks, formatAccountNumber } from '@khapdee/domain/banks'
import { RecordLink } from '../../crud/actions.tsx'
import { activeColumn, optionalBranchColumn } from '../../crud/columns.tsx'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Money } from '../../ui/values.tsx'

const paths = pathsOf('bank_account')

export const bankAccounts = defineResource({
  api: bankAccount,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <>
          <RecordLink to={paths.record(row.bank_account_id)}>{row.name}</RecordLink>
          {row.is_default && (
            <span className="block text-xs font-normal text-muted">บัญชีหลักของสาขา</span>
          )}
        </>
      ),
    },
    {
      id: 'bank',
      sortable: true,
      cell: ({ bank, number }) => (
        <>
          {banks[bank]?.label ?? bank}
          <span className="block text-xs text-muted">{formatAccountNumber(number)}</span>
        </>
      ),
    },
    optionalBranchColumn,
    {
      id: 'opening_balance',
      align: 'end',
      sortable: true,
      cell: (row) => <Money value={row.opening_balance} />,
    },
    activeColumn,
  ],
  searchPlaceholder: 'ชื่อบัญชี หรือเลขที่บัญชี',
  defaults: (branch_id) => ({ branch_id }),
  Fields: lazyPart(async () => (await import('./bank-account-fields.tsx')).BankAccountFields),
})
