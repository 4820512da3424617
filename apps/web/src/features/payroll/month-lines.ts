/** The unsaved changes of the lines of a month. */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollLineRow } from '@khapdee/contract/entities/payroll-shapes'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { typedAmount } from '@khapdee/domain/payroll/lines'
import { type Day, formatDay } from '@khapdee/domain/thai-date'

export type LineInput = InputOf<typeof payroll.lines>['lines'][number]
export type Item = OutputOf<typeof payroll.linesList>['data']['income'][number]
type Side = PayrollLineRow['type']

/** A line of an item that the user adds. */
export interface AddedLine {
  key: number
  item: Item
  side: Side
  per_value: Satang
  value: Satang
}

export interface LineChange {
  value?: Satang
  per_value?: Satang
  override_reason?: string
}

export interface Changes {
  lines: ReadonlyMap<number, LineChange>
  removed: ReadonlySet<number>
  added: readonly AddedLine[]
}

export const noChanges: Changes = { lines: new Map(), removed: new Set(), added: [] }

export const hasChanges = ({ lines, removed, added }: Changes): boolean =>
  lines.size > 0 || removed.size > 0 || added.length > 0

/** The values of a stored line with the unsaved changes. */
export const currentOf = (line: PayrollLineRow, { lines }: Changes) => {
  const change = lines.get(line.payroll_line_id)
  const value = change?.value ?? line.value
  const per_value = change?.per_value ?? line.per_value
  const isChanged = value !== line.value || per_value !== line.per_value
  return {
    value,
    per_value,
    isChanged,
    override_reason: change?.override_reason ?? line.override_reason ?? '',
    amount: isChanged ? typedAmount({ condition: line.condition, per_value, value }) : line.amount,
  }
}

export const amountOfAdded = ({ item, per_value, value }: AddedLine): Satang =>
  typedAmount({ condition: item.condition === 'fill' ? 'fill' : 'multiply', per_value, value })

/** A piece of work with its day, unless the name contains it, as names of exam sessions do. */
export function workName(day: Day, name: string): string {
  const shown = formatDay(day)
  return name.includes(shown) ? name : `${shown} ${name}`
}

/** The totals with the changes; contributions and tax are those of the last save. */
export function previewTotals(lines: readonly PayrollLineRow[], changes: Changes) {
  const sum = (side: Side) => {
    const stored = lines.filter(
      (line) => line.type === side && !changes.removed.has(line.payroll_line_id),
    )
    const added = changes.added.filter((line) => line.side === side)
    return satang(
      stored.reduce((total, line) => total + currentOf(line, changes).amount, 0) +
        added.reduce((total, line) => total + amountOfAdded(line), 0),
    )
  }
  const income = sum('income')
  const deduction = sum('deduction')
  return { income, deduction, net: satang(income - deduction) }
}

/** The stored lines whose proposed amount is changed without a reason; they cannot be saved. */
export const lackingReasons = (lines: readonly PayrollLineRow[], changes: Changes): number[] =>
  lines.flatMap((line) => {
    const { isChanged, override_reason } = currentOf(line, changes)
    return line.source !== null && isChanged && override_reason.trim() === ''
      ? [line.payroll_line_id]
      : []
  })

/**
 * Keys for identifying the lines of a month after a save, which gives them new ids: the source or
 * the item, and a number among the lines with the same one.
 */
export function keysOfLines(
  lines: readonly Pick<PayrollLineRow, 'source' | 'list_payroll_id'>[],
): string[] {
  const turns = new Map<string, number>()
  return lines.map(({ source, list_payroll_id }) => {
    const name = source ?? `item:${list_payroll_id}`
    const turn = (turns.get(name) ?? 0) + 1
    turns.set(name, turn)
    return `${name} ${turn}`
  })
}

const changedFields = ['value', 'per_value', 'override_reason'] as const

interface Saved {
  /** The lines before they were saved. */
  before: readonly PayrollLineRow[]
  /** The changes that were sent. */
  sent: Changes
  /** The lines as they are stored now. */
  after: readonly PayrollLineRow[]
}

/** The changes that were typed during a save, as changes of the lines that are stored after it. */
export function changesSince({ before, sent, after }: Saved, present: Changes): Changes {
  const kept = before.filter(({ payroll_line_id }) => !sent.removed.has(payroll_line_id))
  const keys = keysOfLines([
    ...kept,
    ...sent.added.map(({ item }) => ({ source: null, list_payroll_id: Number(item.value) })),
  ])
  const stored = new Map(keysOfLines(after).map((key, i) => [key, after[i]?.payroll_line_id]))
  const idAt = (place: number) => stored.get(keys[place] ?? '')
  const lines = new Map<number, LineChange>()
  const removed = new Set<number>()
  for (const [place, line] of kept.entries()) {
    const id = idAt(place)
    if (id === undefined) continue
    if (present.removed.has(line.payroll_line_id)) removed.add(id)
    const was = sent.lines.get(line.payroll_line_id)
    const is = present.lines.get(line.payroll_line_id)
    if (is === was) continue
    const { value, per_value, override_reason } = line
    const wanted = is ?? { value, per_value, override_reason: override_reason ?? '' }
    const newer = changedFields.filter((field) => wanted[field] !== was?.[field])
    lines.set(id, Object.fromEntries(newer.map((field) => [field, wanted[field]])))
  }
  for (const [place, { key, value, per_value }] of sent.added.entries()) {
    const id = idAt(kept.length + place)
    if (id === undefined) continue
    const is = present.added.find((line) => line.key === key)
    if (is === undefined) removed.add(id)
    else if (is.value !== value || is.per_value !== per_value)
      lines.set(id, { value: is.value, per_value: is.per_value })
  }
  const saved = new Set(sent.added.map(({ key }) => key))
  return { lines, removed, added: present.added.filter(({ key }) => !saved.has(key)) }
}

/**
 * The lines in the input format of the call. An empty reason restores the proposed amount of a
 * line.
 */
export function toInput(lines: readonly PayrollLineRow[], changes: Changes): LineInput[] {
  const stored = lines.flatMap((line): LineInput[] => {
    const { payroll_line_id } = line
    if (changes.removed.has(payroll_line_id)) return []
    const change = changes.lines.get(payroll_line_id)
    return [{ payroll_line_id, ...change }]
  })
  const added = changes.added.map(({ item, per_value, value }): LineInput => ({
    list_payroll_id: Number(item.value),
    per_value: item.condition === 'fill' ? zeroSatang : per_value,
    value,
  }))
  return [...stored, ...added]
}
