/** The dialog that shows the unambiguous pairs, and matches them at once. */
import { statement } from '@khapdee/contract/entities/statement'
import type { Option } from '@khapdee/contract/wire'
import { formatDay } from '@khapdee/domain/thai-date'
import { actionWords, units } from '@khapdee/domain/words'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { SkeletonLine } from '../../ui/feedback.tsx'
import { Money, countText } from '../../ui/values.tsx'
import { AccountField } from './account-field.tsx'

interface ProposalDialogProps {
  accounts: readonly Option[]
  account: number | null
  onClose: () => void
}

export function ProposalDialog({ accounts, account: initial, onClose }: ProposalDialogProps) {
  const [account, setAccount] = useState(initial)
  const { data } = useEndpoint(
    statement.proposals,
    { bank_account_id: account ?? 0 },
    { enabled: account !== null, staleTime: 0 },
  )
  const match = useCommand(statement.matchProposed, { onSuccess: onClose })
  const pairs = data?.data ?? []
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="จับคู่ที่ตรงกัน"
      size="lg"
      isBusy={match.pending}
      actions={
        <>
          <Button isDisabled={match.pending} onPress={onClose}>
            {actionWords.cancel}
          </Button>
          <Button
            kind="primary"
            pending={match.pending}
            isDisabled={pairs.length === 0}
            onPress={() =>
              void match.mutate({
                pairs: pairs.map(({ line, document }) => ({
                  statement_line_id: line.statement_line_id,
                  kind: document.kind,
                  id: document.id,
                })),
              })
            }
          >{`จับคู่ ${countText(pairs.length)} ${units.entries}`}</Button>
        </>
      }
    >
      <AccountField accounts={accounts} value={account} onChange={setAccount} />
      {account !== null && data === undefined && <SkeletonLine />}
      {data !== undefined && (
        <p className="mt-3 text-sm text-muted">
          {pairs.length === 0
            ? 'ไม่มีรายการที่ยอดและวันตรงกับเอกสารใบเดียว'
            : 'ยอดเท่ากัน วันห่างกันไม่เกิน 3 วัน และไม่มีเอกสารอื่นที่ยอดเท่ากัน'}
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-2">
        {pairs.map(({ line, document }) => (
          <li
            key={line.statement_line_id}
            className="flex justify-between gap-3 rounded-lg border border-line p-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {line.description}
              <span className="block text-xs text-muted">
                {`${formatDay(line.date)} ${line.time} = ${document.code} ${document.party} ${formatDay(document.date)} ${document.time}`}
              </span>
            </span>
            <Money value={line.value} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
