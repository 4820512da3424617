/** The lines of one side of a month, entered like a spreadsheet: arrows and Enter move within a column. */
import { type PayrollLineRow, payrollLine } from '@khapdee/contract/entities/payroll-shapes'
import { titlesOf } from '@khapdee/contract/field-meta'
import type { Satang } from '@khapdee/domain/money'
import { itemUnits } from '@khapdee/domain/payroll/items'
import { actionWords } from '@khapdee/domain/words'
import { CircleHelp, Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/fields/number-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { phoneScreen, useMedia } from '../../ui/hooks.ts'
import { Money } from '../../ui/values.tsx'
import {
  type AddedLine,
  type Changes,
  amountOfAdded,
  currentOf,
  keysOfLines,
  workName,
} from './month-lines.ts'

const labels = titlesOf(payrollLine.shape)

interface LineTableProps {
  /** The heading that names the table. */
  labelledBy: string
  lines: readonly PayrollLineRow[]
  added: readonly AddedLine[]
  changes: Changes
  isEditable: boolean
  /** Stored lines that lack the reason of their change. */
  lacking: readonly number[]
  onChange: (changes: Changes) => void
}

/**
 * The classes of a row and its cells. On a phone the name has a separate line above the figures.
 */
const wideCells = {
  row: '',
  name: 'px-4 py-1',
  figure: 'px-2 py-1 text-end',
  amount: 'px-4 py-1 text-end font-medium',
  whole: 'px-4 py-1.5',
  explained: 'bg-surface-2 px-4 py-2 text-sm',
}
type Cells = typeof wideCells
const phoneCells: Cells = {
  row: 'flex flex-wrap items-center',
  name: 'basis-full px-4 pt-2',
  figure: 'min-w-0 flex-1 ps-4 py-1 text-end',
  amount: 'w-28 px-4 py-1 text-end font-medium',
  whole: 'basis-full px-4 py-1.5',
  explained: 'basis-full bg-surface-2 px-4 py-2 text-sm',
}

/** Moves the focus to the same column of the next or previous row. */
function moveByKey(event: KeyboardEvent<HTMLTableElement>): void {
  const step =
    event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  const input = event.target
  if (step === 0 || !(input instanceof HTMLInputElement) || input.dataset['column'] === undefined)
    return
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(
      `[data-column="${input.dataset['column']}"]`,
    ),
  ]
  const next = column[column.indexOf(input) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** Moves the focus to the reason of a changed line. */
export const focusReason = (lineId: number): void =>
  document.querySelector<HTMLInputElement>(`[data-reason-of="${lineId}"]`)?.focus()

export function LineTable(props: LineTableProps) {
  const { labelledBy, lines, added, changes, isEditable, lacking, onChange } = props
  const keys = keysOfLines(lines)
  const isPhone = useMedia(phoneScreen)
  const cells = isPhone ? phoneCells : wideCells
  if (lines.length + added.length === 0) return <p className="px-4 py-3 text-muted">ไม่มีรายการ</p>
  return (
    <div className="overflow-x-auto" data-scroll>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between its inputs */}
      <table
        aria-labelledby={labelledBy}
        className={isPhone ? 'block w-full' : 'w-full'}
        onKeyDown={moveByKey}
      >
        <thead className={isPhone ? 'sr-only' : undefined}>
          <tr className="border-b border-line text-sm text-muted">
            <th className="px-4 py-1.5 text-start font-medium">{labels.name}</th>
            <th className="w-32 px-2 py-1.5 text-end font-medium">{labels.per_value}</th>
            <th className="w-40 px-2 py-1.5 text-end font-medium">{labels.value}</th>
            <th className="w-32 px-4 py-1.5 text-end font-medium">{labels.amount}</th>
          </tr>
        </thead>
        <tbody className={isPhone ? 'block divide-y divide-line' : 'divide-y divide-line'}>
          {lines.map((line, place) => (
            <StoredLine
              key={keys[place]}
              cells={cells}
              line={line}
              changes={changes}
              isEditable={isEditable}
              lacksReason={lacking.includes(line.payroll_line_id)}
              onChange={onChange}
            />
          ))}
          {added.map((line) => (
            <AddedRow
              key={line.key}
              cells={cells}
              line={line}
              changes={changes}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  cells: Cells
  changes: Changes
  onChange: (changes: Changes) => void
}

function StoredLine({
  cells,
  line,
  changes,
  isEditable,
  lacksReason,
  onChange,
}: RowProps & { line: PayrollLineRow; isEditable: boolean; lacksReason: boolean }) {
  const [isExplained, setExplained] = useState(false)
  const { payroll_line_id: id, name, condition, title_value, source } = line
  const current = currentOf(line, changes)
  const isRemoved = changes.removed.has(id)
  const isOverridden = current.isChanged || current.override_reason !== ''
  const change = (values: object) =>
    onChange({
      ...changes,
      lines: new Map(changes.lines).set(id, { ...changes.lines.get(id), ...values }),
    })
  const reset = () => {
    const lines = new Map(changes.lines)
    lines.delete(id)
    onChange({ ...changes, lines })
  }
  const toggleRemoved = () => {
    const removed = new Set(changes.removed)
    if (isRemoved) removed.delete(id)
    else removed.add(id)
    onChange({ ...changes, removed })
  }
  const hasDetails = line.explanation.length > 0 || line.work.length > 0
  const mayType = isEditable && !isRemoved
  return (
    <>
      <tr className={isRemoved ? `${cells.row} text-muted line-through` : cells.row}>
        <td className={cells.name}>
          <span className="flex flex-wrap items-center gap-x-1">
            {name}
            {hasDetails && (
              <IconButton
                label={`ทำไม ${name}`}
                icon={CircleHelp}
                size="sm"
                onPress={() => setExplained(!isExplained)}
              />
            )}
            {mayType && current.isChanged && (
              <IconButton label={`คืนค่าเดิม ${name}`} icon={Undo2} size="sm" onPress={reset} />
            )}
            {isEditable && source === null && (
              <IconButton
                label={`${isRemoved ? 'ไม่ลบ' : actionWords.delete} ${name}`}
                icon={isRemoved ? Undo2 : Trash2}
                size="sm"
                onPress={toggleRemoved}
              />
            )}
          </span>
          {line.carried > 0 && (
            <span className="block text-xs text-muted">
              {labels.carried} <Money value={line.carried} />
            </span>
          )}
          {line.override_reason !== null && !mayType && (
            <span className="block text-xs text-muted">
              {labels.override_reason}: {line.override_reason}
            </span>
          )}
        </td>
        <td className={condition === 'fill' ? undefined : cells.figure}>
          {condition === 'fill' ? null : mayType ? (
            <Cell
              label={`${labels.per_value} ${name}`}
              column="per_value"
              value={current.per_value}
              onChange={(per_value) => change({ per_value })}
            />
          ) : (
            <Money value={line.per_value} />
          )}
        </td>
        <td className={cells.figure}>
          {mayType ? (
            <Cell
              label={`${labels.value} ${name}`}
              column="value"
              value={current.value}
              onChange={(value) => change({ value })}
            />
          ) : (
            <Money value={line.value} />
          )}
          {condition !== 'fill' && (
            <span className="block text-xs text-muted">{itemUnits[title_value].label}</span>
          )}
        </td>
        <td className={cells.amount}>
          <Money value={current.amount} />
          {line.proposed !== null && (
            <span className="block text-xs text-muted">
              คำนวณได้ <Money value={line.proposed} />
            </span>
          )}
        </td>
      </tr>
      {mayType && source !== null && isOverridden && (
        <tr className={cells.row}>
          <td colSpan={4} className={cells.whole}>
            <TextField
              label={`${labels.override_reason} ${name}`}
              required
              value={current.override_reason}
              onChange={(override_reason) => change({ override_reason })}
              inputRef={(input) => {
                if (input) input.dataset['reasonOf'] = String(id)
              }}
              error={lacksReason ? 'กรุณาระบุเหตุผลที่เปลี่ยนจำนวนที่คำนวณได้' : undefined}
            />
          </td>
        </tr>
      )}
      {isExplained && (
        <tr className={cells.row}>
          <td colSpan={4} className={cells.explained}>
            <Explanation line={line} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The computation of a proposed amount, with the work items that it pays. */
function Explanation({ line: { explanation, work } }: { line: PayrollLineRow }) {
  return (
    <>
      <ol className="flex flex-wrap gap-x-3 gap-y-0.5">
        {explanation.map(({ operator, label, figure }) => (
          <li key={`${operator} ${label} ${figure}`} className="whitespace-nowrap">
            {operator} <span className="text-muted">{label}</span> {figure}
          </li>
        ))}
      </ol>
      {work.length > 0 && (
        <ul className="mt-1">
          {work.map(({ key, day, name, quantity }) => (
            <li key={key}>
              {workName(day, name)} × <Money value={quantity} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function AddedRow({ cells, line, changes, onChange }: RowProps & { line: AddedLine }) {
  const { item } = line
  const change = (values: Partial<AddedLine>) =>
    onChange({
      ...changes,
      added: changes.added.map((other) =>
        other.key === line.key ? { ...other, ...values } : other,
      ),
    })
  return (
    <tr className={cells.row}>
      <td className={cells.name}>
        <span className="flex flex-wrap items-center gap-x-1">
          {item.name}
          <IconButton
            label={`${actionWords.delete} ${item.name}`}
            icon={Trash2}
            size="sm"
            onPress={() =>
              onChange({ ...changes, added: changes.added.filter(({ key }) => key !== line.key) })
            }
          />
        </span>
      </td>
      <td className={item.condition === 'fill' ? undefined : cells.figure}>
        {item.condition !== 'fill' && (
          <Cell
            label={`${labels.per_value} ${item.name}`}
            column="per_value"
            value={line.per_value}
            onChange={(per_value) => change({ per_value })}
          />
        )}
      </td>
      <td className={cells.figure}>
        <Cell
          label={`${labels.value} ${item.name}`}
          column="value"
          value={line.value}
          onChange={(value) => change({ value })}
        />
      </td>
      <td className={cells.amount}>
        <Money value={amountOfAdded(line)} />
      </td>
    </tr>
  )
}

interface CellProps {
  label: string
  column: 'per_value' | 'value'
  value: Satang
  onChange: (value: Satang) => void
}

function Cell({ label, column, value, onChange }: CellProps) {
  return (
    <MoneyField
      label={label}
      hideLabel
      value={value}
      onChange={(typed) => typed !== null && onChange(typed)}
      inputRef={(input) => {
        if (input) input.dataset['column'] = column
      }}
    />
  )
}
