/**
 * The dialog that matches lines of a statement with documents of the books: both sides next to each
 * other, with their sums.
 */
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
  const [lineText, setLineText] = useState('')
  const [ofAnyAccount, setOfAnyAccount] = useState(false)
  const [lines, setLines] = useState<readonly StatementRow[]>([line])
  const [documents, setDocuments] = useState<readonly BankDocument[]>([])
  const [posted, setPosted] = useState<Posted>({ item: null, branch: null })
  const others = useEndpoint(statement.gettable, {
    page: 1,
    perPage: shownLines,
    type: String(bank_account_id),
    status: 'unmatched',
    text: lineText,
  })
  const open = useEndpoint(statement.documents, {
    bank_account_id,
    statement_line_id,
    text,
    extent: ofAnyAccount ? 'other_accounts' : undefined,
  })
  const match = useCommand(statement.match, {
    invalidates: ['statement', 'accounting', 'income', 'expenses', 'Account'],
    onSuccess: onClose,
  })
  const difference = differenceOf(lines, documents)
  const problem = matchProblem(lines, documents)
  const allLines = useMemo(() => {
    const listed = new Set([line, ...lines].map(lineKey))
    const found = others.data?.data ?? []
    return [
      line,
      ...lines.filter((other) => lineKey(other) !== lineKey(line)),
      ...found.filter((other) => !listed.has(lineKey(other))),
    ]
  }, [others.data, line, lines])
  const branches = useMemo(() => branchesOf(documents), [documents])
  const chosen = branches.find(({ value }) => value === posted.branch)
  const branch = (branches.length > 1 ? chosen : branches[0])?.value ?? null
  const item = branch === posted.branch ? posted.item : null
  const mayMatch =
    problem === null || (problem === 'difference' && item !== null && branch !== null)
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
                bank_move_ids: idsOf(documents, 'bank_move'),
                difference:
                  problem === 'difference' && item !== null && branch !== null
                    ? { list_expenses_id: item, branch_id: branch }
                    : null,
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
          <SearchField
            label={`ค้นหา${entities.statement_line.label}`}
            hideLabel
            placeholder="รายการ หรือเลขอ้างอิง"
            value={lineText}
            onChange={setLineText}
          />
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
          <SearchField
            label="ค้นหาเอกสาร"
            hideLabel
            placeholder="เลขที่เอกสาร ชื่อ หรือเลขอ้างอิง"
            value={text}
            onChange={setText}
          />
          <CheckBox
            checked={ofAnyAccount}
            onChange={setOfAnyAccount}
            label="รวมเอกสารที่บันทึกไว้บัญชีอื่น (จับคู่แล้วเปลี่ยนเป็นบัญชีนี้)"
          />
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
              detail={`${formatDay(row.date)} ${row.time} ${row.detail} ${row.bank_reference} ${row.branch}${ofAnyAccount ? ` ${row.account}` : ''}`}
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
        <Difference
          difference={difference}
          branches={branches}
          branch={branch}
          item={item}
          onChange={setPosted}
        />
      )}
    </Modal>
  )
}

const lineKey = ({ statement_line_id }: StatementRow) => statement_line_id

const idsOf = (documents: readonly BankDocument[], kind: BankDocument['kind']) =>
  documents.filter((document) => document.kind === kind).map(({ id }) => id)

/** The branches of documents, each once. */
const branchesOf = (documents: readonly BankDocument[]) =>
  [...new Map(documents.map(({ branch_id, branch }) => [branch_id, branch]))].map(
    ([value, name]) => ({ value, name }),
  )

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
            <Money value={value} />
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

/** The posting of the difference: an item, and the branch for which it was chosen. */
interface Posted {
  item: number | null
  branch: number | null
}

interface DifferenceProps {
  difference: Satang
  branches: readonly { value: number; name: string }[]
  /** The branch whose items are offered; null until it is chosen. */
  branch: number | null
  item: number | null
  onChange: (posted: Posted) => void
}

/** The item, and the branch, to which the difference of both sides is posted: bank fee or interest. */
function Difference({ difference, branches, branch, item, onChange }: DifferenceProps) {
  const { data } = useEndpoint(
    account.list,
    { branch_id: branch ?? undefined },
    { enabled: branch !== null },
  )
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
      {branches.length > 1 && (
        <SelectField
          label={entities.branch.label}
          items={branches}
          value={branch ?? undefined}
          onChange={(chosen) => onChange({ item: null, branch: chosen })}
        />
      )}
      <SelectField
        label={isFee ? 'บันทึกส่วนต่างเป็นค่าธรรมเนียม' : 'บันทึกส่วนต่างเป็นดอกเบี้ยหรือรายรับ'}
        items={items}
        value={item ?? undefined}
        onChange={(chosen) => onChange({ item: chosen, branch })}
      />
    </div>
  )
}
