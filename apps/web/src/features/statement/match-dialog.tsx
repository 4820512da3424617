/** The dialog that matches lines of a statement with documents of the books: both sides beside each other, with their sums. */
import { account } from '@khapdee/contract/entities/account-entry'
import {
  type BankDocument,
  type StatementRow,
  statement,
} from '@khapdee/contract/entities/statement'
import { entities } from '@khapdee/domain/entities'
import { type Satang, bahtWithUnit, sumSatang } from '@khapdee/domain/money'
import { differenceOf, matchProblem } from '@khapdee/domain/statement/match'
import { formatDay } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { type ReactNode, useMemo, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Alert, SkeletonLine } from '../../ui/feedback.tsx'
import { CheckBox } from '../../ui/fields/choice-fields.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Chip, Money } from '../../ui/values.tsx'

/** Other unmatched lines that can be added to the chosen one. */
const shownLines = 100

const keyOf = ({ kind, id }: Pick<BankDocument, 'kind' | 'id'>) => `${kind} ${id}`

export function MatchDialog({ line, onClose }: { line: StatementRow; onClose: () => void }) {
  const { bank_account_id, statement_line_id } = line
  const [text, setText] = useState('')
  const [lines, setLines] = useState<readonly StatementRow[]>([line])
  const [documents, setDocuments] = useState<readonly BankDocument[]>([])
  const [item, setItem] = useState<number | null>(null)
  const others = useEndpoint(statement.gettable, {
    page: 1,
    perPage: shownLines,
    type: String(bank_account_id),
    status: 'unmatched',
  })
  const open = useEndpoint(statement.documents, { bank_account_id, statement_line_id, text })
  const match = useCommand(statement.match, {
    invalidates: ['statement', 'accounting', 'income', 'expenses', 'Account'],
    onSuccess: onClose,
  })
  const difference = differenceOf(lines, documents)
  const problem = matchProblem(lines, documents)
  const allLines = useMemo(() => {
    const found = others.data?.data ?? []
    return [line, ...found.filter((other) => other.statement_line_id !== statement_line_id)]
  }, [others.data, line, statement_line_id])
  const mayMatch = problem === null || (problem === 'difference' && item !== null)
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={actionWords.match}
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
            isDisabled={!mayMatch}
            onPress={() =>
              void match.mutate({
                statement_line_ids: lines.map((chosen) => chosen.statement_line_id),
                payment_ids: idsOf(documents, 'payment'),
                entry_ids: idsOf(documents, 'entry'),
                drawer_move_ids: idsOf(documents, 'drawer_move'),
                difference:
                  problem === 'difference' && item !== null ? { list_expenses_id: item } : null,
              })
            }
          >
            {actionWords.match}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Side
          title={entities.statement_line.label}
          sum={sumSatang(lines.map(({ value }) => value))}
        >
          {allLines.map((row) => (
            <Choice
              key={row.statement_line_id}
              value={row.value}
              title={row.description || '–'}
              detail={`${formatDay(row.date)} ${row.time} ${row.reference}`}
              checked={lines.some((chosen) => chosen.statement_line_id === row.statement_line_id)}
              onChange={(checked) => setLines(toggled(lines, row, checked, lineKey))}
            />
          ))}
        </Side>
        <Side title="เอกสารในบัญชี" sum={sumSatang(documents.map(({ value }) => value))}>
          <SearchField label="ค้นหาเอกสาร" hideLabel value={text} onChange={setText} />
          {open.data === undefined && <SkeletonLine />}
          {open.data?.data.rows.length === 0 && (
            <p className="text-sm text-muted">ไม่พบเอกสารที่ยังไม่จับคู่</p>
          )}
          {open.data?.data.rows.map((row) => (
            <Choice
              key={keyOf(row)}
              slip={row.slip}
              value={row.value}
              title={`${row.code} ${row.party}`.trim() || row.detail}
              detail={`${formatDay(row.date)} ${row.time} ${row.detail} ${row.bank_reference} ${row.branch}`}
              isCandidate={row.is_candidate}
              checked={documents.some((chosen) => keyOf(chosen) === keyOf(row))}
              onChange={(checked) => setDocuments(toggled(documents, row, checked, keyOf))}
            />
          ))}
        </Side>
      </div>
      {problem === 'many-to-many' && (
        <Alert tone="warning">จับคู่ได้ครั้งละหนึ่งรายการกับหลายเอกสาร หรือหลายรายการกับหนึ่งเอกสาร</Alert>
      )}
      {problem === 'difference' && (
        <Difference difference={difference} item={item} onItem={setItem} />
      )}
    </Modal>
  )
}

const lineKey = ({ statement_line_id }: StatementRow) => statement_line_id

const idsOf = (documents: readonly BankDocument[], kind: BankDocument['kind']) =>
  documents.filter((document) => document.kind === kind).map(({ id }) => id)

const toggled = <Row,>(
  chosen: readonly Row[],
  row: Row,
  isChosen: boolean,
  key: (row: Row) => unknown,
): readonly Row[] =>
  isChosen ? [...chosen, row] : chosen.filter((other) => key(other) !== key(row))

function Side({ title, sum, children }: { title: string; sum: Satang; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="flex justify-between gap-2 font-semibold">
        <span>{title}</span>
        <span aria-live="polite">
          <Money value={sum} />
        </span>
      </h3>
      <div className="flex max-h-80 flex-col gap-2 overflow-y-auto">{children}</div>
    </section>
  )
}

interface ChoiceProps {
  value: Satang
  title: string
  detail: string
  checked: boolean
  isCandidate?: boolean
  /** A link to the picture of the slip. */
  slip?: string | null
  onChange: (checked: boolean) => void
}

function Choice({
  value,
  title,
  detail,
  checked,
  isCandidate = false,
  slip = null,
  onChange,
}: ChoiceProps) {
  return (
    <div className="rounded-lg border border-line p-2">
      <CheckBox
        checked={checked}
        onChange={onChange}
        className="w-full"
        label={
          <span className="flex min-w-0 grow justify-between gap-2">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{title}</span>
              <span className="block text-xs text-muted wrap-anywhere">{detail}</span>
              {isCandidate && <Chip tone="ok">ยอดและวันตรงกัน</Chip>}
            </span>
            <Money value={value} tone={value < 0 ? 'negative' : 'plain'} />
          </span>
        }
      />
      {slip !== null && (
        <a
          href={slip}
          target="_blank"
          rel="noreferrer"
          aria-label={`ดูสลิป ${title}`}
          className="text-xs font-medium text-primary hover:underline"
        >
          ดูสลิป
        </a>
      )}
    </div>
  )
}

interface DifferenceProps {
  difference: Satang
  item: number | null
  onItem: (item: number | null) => void
}

/** The item to which the difference of both sides is posted: bank fee or interest. */
function Difference({ difference, item, onItem }: DifferenceProps) {
  const { data } = useEndpoint(account.list, {})
  const isFee = difference < 0
  const items = useMemo(
    () =>
      (data?.data ?? [])
        .filter(
          ({ category, type, is_opening }) =>
            (category === 'expenses') === isFee && type === 'general' && !is_opening,
        )
        .map(({ list_expenses_id, name }) => ({ value: list_expenses_id, name })),
    [data, isFee],
  )
  return (
    <div className="mt-3 grid items-end gap-3 md:grid-cols-2">
      <p aria-live="polite">ยอดไม่เท่ากัน ต่างกัน {bahtWithUnit(Math.abs(difference) as Satang)}</p>
      <SelectField
        label={isFee ? 'บันทึกส่วนต่างเป็นค่าธรรมเนียม' : 'บันทึกส่วนต่างเป็นดอกเบี้ยหรือรายรับ'}
        items={items}
        value={item ?? undefined}
        onChange={onItem}
      />
    </div>
  )
}
