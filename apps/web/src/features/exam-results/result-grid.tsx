/**
 * The candidates of a session with a score and a result each, for the keyboard: arrows choose the row, digits type the
 * score, P, F, I and A choose the result in any keyboard layout.
 */
import type { ResultSheetRow } from '@khapdee/contract/entities/exam-booking'
import { titlesOf } from '@khapdee/contract/field-meta'
import { examBooking, scoreSheetTitle } from '@khapdee/contract/entities/exam-booking'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import {
  type RecordedResult,
  type TheoryPoints,
  recordedResults,
} from '@khapdee/domain/exam-result'
import { examName } from '@khapdee/domain/exams'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { ListChecks } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { SatisfactionCode } from '../../shared/satisfaction-code.tsx'
import { ScoreSheet, type SheetValues, storedValues } from '../../shared/score-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { StateChip } from '../../ui/values.tsx'
import { typeLatinKey } from '../../ui/fields/thai-keys.ts'
import {
  type Draft,
  type Drafts,
  draftOf,
  resultKeys,
  withResult,
  withScore,
} from './result-drafts.ts'

const labels = titlesOf(examBooking.row.shape)

interface ResultGridProps {
  rows: readonly ResultSheetRow[]
  drafts: Drafts
  points: TheoryPoints
  /** Messages by `exam_id`. */
  problems: Readonly<Record<number, string>>
  isPhone: boolean
  onChange: (row: ResultSheetRow, draft: Draft) => void
}

export function ResultGrid({ rows, isPhone, ...props }: ResultGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const move = (from: HTMLElement, step: number) => {
    const inputs = [...(frame.current?.querySelectorAll<HTMLInputElement>('[data-score]') ?? [])]
    const row = from.closest('[data-row]')
    const at = inputs.findIndex((input) => row?.contains(input))
    const next = inputs[at + step]
    next?.focus()
    next?.select()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || target.closest('[data-row]') === null) return
    event.preventDefault()
    move(target, step)
  }
  const hasSheets = rows.some(({ items }) => items.length > 0)
  const cells = rows.map((row) => (
    <Candidate key={row.exam_id} row={row} isPhone={isPhone} hasSheets={hasSheets} {...props} />
  ))
  return (
    // Handles keys of the inputs inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} onKeyDown={onKeyDown}>
      {isPhone ? (
        <ul className="flex flex-col divide-y divide-line">{cells}</ul>
      ) : (
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b border-line text-start text-sm text-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                {labels.customer}
              </th>
              <th scope="col" className="px-2 py-2 text-start font-medium">
                {labels.kind}
              </th>
              <th scope="col" className="w-28 px-2 py-2 text-end font-medium">
                {labels.score}
              </th>
              <th scope="col" className="px-4 py-2 text-start font-medium">
                {fieldTitles.examResult}
              </th>
              {hasSheets && (
                <th scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                  {scoreSheetTitle}
                </th>
              )}
            </tr>
          </thead>
          <tbody>{cells}</tbody>
        </table>
      )}
    </div>
  )
}

interface CandidateProps extends Omit<ResultGridProps, 'rows'> {
  row: ResultSheetRow
  /** Whether the table has a column of score sheets. */
  hasSheets: boolean
}

function Candidate({
  row,
  drafts,
  points,
  problems,
  isPhone,
  hasSheets,
  onChange,
}: CandidateProps) {
  const problemId = useId()
  const draft = draftOf(drafts, row)
  const isChanged = drafts[row.exam_id] !== undefined
  const problem = problems[row.exam_id]
  const choose = (result: RecordedResult) => onChange(row, withResult(draft, result))
  const name = (
    <>
      <span className={isPhone ? 'font-semibold' : 'font-medium'}>{row.customer}</span>
      <span className="block text-xs text-muted">
        {row.checked_in_at === null ? 'ยังไม่ลงทะเบียนเข้าสอบ' : labels.checked_in_at}
        {isChanged && ' · ยังไม่บันทึก'}
      </span>
      {row.satisfaction_code !== null && <SatisfactionCode code={row.satisfaction_code} />}
      {problem !== undefined && (
        <span id={problemId} className="block text-sm text-danger">
          {problem}
        </span>
      )}
    </>
  )
  if (row.problem !== null) {
    const result = (
      <>
        <StateChip state={bookingStatuses[row.status]} />
        <span className="block text-xs text-muted">{row.problem}</span>
      </>
    )
    return isPhone ? (
      <li className="flex flex-col gap-1.5 p-4">
        <div>{name}</div>
        <div>{result}</div>
      </li>
    ) : (
      <tr className="border-b border-line">
        <td className="px-4 py-2">{name}</td>
        <td className="px-2 py-2">{examName(row)}</td>
        <td className="px-2 py-2 text-end">{row.score ?? '–'}</td>
        <td className="px-4 py-2" colSpan={hasSheets ? 2 : 1}>
          {result}
        </td>
      </tr>
    )
  }
  const score = (
    <input
      data-score
      aria-label={`${labels.score} ${row.customer}`}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : problemId}
      // A card has no column heading.
      placeholder={isPhone ? labels.score : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={draft.score}
      onChange={({ currentTarget }) =>
        onChange(row, withScore(draft, row, currentTarget.value, points))
      }
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={(event) => {
        const result = resultOfKey(event)
        if (result === null) return typeLatinKey(event, 'digits')
        event.preventDefault()
        choose(result)
      }}
      className="control text-end"
    />
  )
  const sheet =
    row.items.length === 0 || draft.result === 'absent' ? null : (
      <SheetButton
        row={row}
        draft={draft}
        isPhone={isPhone}
        onChange={(items) => onChange(row, { ...draft, items })}
      />
    )
  const results = (
    <Results
      name={row.customer}
      id={row.exam_id}
      value={draft.result}
      isPhone={isPhone}
      onChange={choose}
    />
  )
  return isPhone ? (
    <li data-row className="flex flex-col gap-2 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          {name}
          <span className="text-xs text-muted">{examName(row)}</span>
        </div>
        <div className="w-20 shrink-0">{score}</div>
      </div>
      {results}
      {sheet}
    </li>
  ) : (
    <tr data-row className="border-b border-line">
      <td className="px-4 py-1.5">{name}</td>
      <td className="px-2 py-1.5">{examName(row)}</td>
      <td className="px-2 py-1.5">{score}</td>
      <td className="px-4 py-1.5">{results}</td>
      {hasSheets && <td className="px-4 py-1.5">{sheet}</td>}
    </tr>
  )
}

interface SheetButtonProps {
  row: ResultSheetRow
  draft: Draft
  isPhone: boolean
  onChange: (values: SheetValues) => void
}

/** The button that opens the score sheet of a candidate, with how many items have a value. */
function SheetButton({ row, draft, isPhone, onChange }: SheetButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const values = draft.items ?? storedValues(row.items)
  const done = Object.keys(values).length
  return (
    <>
      <Button size="sm" icon={ListChecks} onPress={() => setOpen(true)}>
        {/* A table has a column heading. */}
        <span className={isPhone ? '' : 'sr-only'}>{scoreSheetTitle} </span>
        {done}/{row.items.length}
        <span className="sr-only"> {row.customer}</span>
      </Button>
      <Modal
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`${scoreSheetTitle} ${row.customer}`}
        actions={
          <Button kind="primary" onPress={() => setOpen(false)}>
            ตกลง
          </Button>
        }
      >
        <ScoreSheet items={row.items} values={values} onChange={onChange} />
      </Modal>
    </>
  )
}

/** The result that a pressed key chooses, or null. */
function resultOfKey(event: KeyboardEvent): RecordedResult | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  return (resultKeys as Record<string, RecordedResult>)[event.code] ?? null
}

const keyOf = new Map<RecordedResult, string>(
  Object.entries(resultKeys).map(([code, result]) => [result, code.slice('Key'.length)]),
)

interface ResultsProps {
  id: number
  name: string
  value: RecordedResult | null
  isPhone: boolean
  onChange: (result: RecordedResult) => void
}

/** The four results; on a phone as large buttons. */
const Results = ({ id, name, value, isPhone, onChange }: ResultsProps) => (
  <div
    role="radiogroup"
    aria-label={`${fieldTitles.examResult} ${name}`}
    className={isPhone ? 'grid grid-cols-2 gap-2' : 'flex flex-wrap gap-1.5 lg:flex-nowrap'}
  >
    {(Object.keys(recordedResults) as RecordedResult[]).map((result) => (
      <label
        key={result}
        className={`flex cursor-pointer items-center justify-center gap-1.5 rounded-md border border-line-strong px-2.5 has-checked:border-primary has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus ${isPhone ? 'min-h-13' : 'min-h-row-control text-sm whitespace-nowrap'}`}
      >
        <input
          type="radio"
          name={`result-${id}`}
          checked={value === result}
          onChange={() => onChange(result)}
          className="sr-only"
        />
        {recordedResults[result].label}
        {!isPhone && (
          <kbd aria-hidden className="text-xs text-muted">
            {keyOf.get(result)}
          </kbd>
        )}
      </label>
    ))}
  </div>
)
