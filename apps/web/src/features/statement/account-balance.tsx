/**
 * The balance of an account in the books next to that of its statements, and the unmatched amounts
 * between them.
 */
import { balanceFields, statement } from '@khapdee/contract/entities/statement'
import { titleOf } from '@khapdee/contract/field-meta'
import { type Satang, satang } from '@khapdee/domain/money'
import type { StatementState } from '@khapdee/domain/statement/statement'
import { formatDay } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { SummaryRow } from '../../crud/drawer-parts.tsx'
import { paths } from '../../shared/paths.ts'
import { Card } from '../../ui/page.tsx'
import { Balance, countText } from '../../ui/values.tsx'

type Figure = keyof typeof balanceFields

interface AccountBalanceProps {
  account: number
  name: string
  /** Called to show the unmatched documents. */
  onOpenDocuments: () => void
}

/**
 * Renders nothing until it is loaded, and for an account of all branches for users who do not see
 * all branches.
 */
export function AccountBalance({ account, name, onOpenDocuments }: AccountBalanceProps) {
  const { data } = useEndpoint(statement.balance, { bank_account_id: account })
  const shown = data?.data
  if (shown === undefined) return null
  const row = (figure: Figure, amount: ReactNode, note = '', sign = '') => (
    <SummaryRow label={`${sign}${titleOf(balanceFields, figure)}${note}`}>{amount}</SummaryRow>
  )
  const linesOf = (status: StatementState, value: Satang) => (
    <RecordLink to={paths.statements} search={{ type: account, status, start: shown.opening_day }}>
      <Balance value={value} />
    </RecordLink>
  )
  const count = (number: number) => ` ${countText(number)} ${units.entries}`
  return (
    <Card title={`กระทบยอด ${name}`}>
      <div className="flex max-w-120 flex-col gap-1.5">
        <dl className="flex flex-col gap-1.5">
          {row(
            'opening_balance',
            <Balance value={shown.opening_balance} />,
            ` ${formatDay(shown.opening_day)}`,
          )}
          {row('documents', <Balance value={shown.documents} />)}
        </dl>
        <dl className="border-t border-line pt-1.5 font-semibold">
          {row('book_balance', <Balance value={shown.book_balance} />)}
        </dl>
        <dl className="flex flex-col gap-1.5">
          {row(
            'open_documents',
            <button
              type="button"
              onClick={onOpenDocuments}
              className="cursor-pointer font-medium text-primary hover:underline"
            >
              <Balance value={satang(-shown.open_documents)} />
            </button>,
            count(shown.open_document_count),
            'หัก ',
          )}
          {row(
            'open_lines',
            linesOf('unmatched', shown.open_lines),
            count(shown.open_line_count),
            'บวก ',
          )}
          {row(
            'ignored_lines',
            linesOf('ignored', shown.ignored_lines),
            count(shown.ignored_line_count),
            'บวก ',
          )}
        </dl>
        <dl className="border-t border-line pt-1.5 font-semibold">
          {row('statement_balance', <Balance value={shown.statement_balance} />)}
        </dl>
      </div>
    </Card>
  )
}
