/** The dialog that lists the transfers of an account in the books that are not matched with a line of a statement. */
import { statement } from '@khapdee/contract/entities/statement'
import type { Option } from '@khapdee/contract/wire'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatDay } from '@khapdee/domain/thai-date'
import { actionWords, units } from '@khapdee/domain/words'
import { useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { SkeletonLine } from '../../ui/feedback.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Money, countText } from '../../ui/values.tsx'
import { AccountField } from './account-field.tsx'

interface OpenDocumentsDialogProps {
  accounts: readonly Option[]
  account: number | null
  /** `booked`: only those that the balance of the account counts. */
  extent?: 'booked' | undefined
  onClose: () => void
}

export function OpenDocumentsDialog({
  accounts,
  account: initial,
  extent,
  onClose,
}: OpenDocumentsDialogProps) {
  const [account, setAccount] = useState(initial)
  const [text, setText] = useState('')
  const { data } = useEndpoint(
    statement.documents,
    { bank_account_id: account ?? 0, extent, text },
    { enabled: account !== null, staleTime: 0, keepPrevious: true },
  )
  const { rows = [], total = 0 } = data?.data ?? {}
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={fieldTitles.unmatchedDocuments}
      size="lg"
      actions={<Button onPress={onClose}>{actionWords.close}</Button>}
    >
      <div className="flex flex-col gap-3">
        <AccountField accounts={accounts} value={account} onChange={setAccount} />
        {account !== null && (
          <SearchField label="ค้นหาเอกสาร" hideLabel value={text} onChange={setText} />
        )}
        {account !== null && data === undefined && <SkeletonLine />}
        {data !== undefined && (
          <p aria-live="polite" className="text-sm text-muted">
            {total === 0
              ? 'เอกสารทุกใบจับคู่แล้ว'
              : rows.length < total
                ? `แสดง ${countText(rows.length)} รายการล่าสุด จาก ${countText(total)} ${units.entries}`
                : `${countText(total)} ${units.entries}`}
          </p>
        )}
        <ul className="flex max-h-100 flex-col overflow-y-auto">
          {rows.map(({ kind, id, code, party, detail, date, time, branch, value }) => (
            <li
              key={`${kind} ${id}`}
              className="flex justify-between gap-3 border-b border-line py-2"
            >
              <span className="min-w-0 wrap-anywhere">
                {`${code} ${party}`.trim() || detail}
                <span className="block text-xs text-muted">
                  {[formatDay(date), time, detail, branch].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Money value={value} />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
