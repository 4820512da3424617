/** The mapping of the columns of a statement file to fields. */
import type { StatementMappingInput, StatementPlan } from '@khapdee/contract/entities/statement'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'
import { useMemo, useState } from 'react'
import { SelectField } from '../../ui/fields/select-field.tsx'

interface MappingFieldsProps {
  columns: StatementPlan['columns']
  /** Null while the columns are not known. */
  mapping: StatementMappingInput | null
  onChange: (mapping: StatementMappingInput) => void
}

const names = {
  date: fieldTitles.date,
  time: fieldTitles.time,
  in: 'เงินเข้า',
  out: 'เงินออก',
  amount: 'จำนวนเงิน (ช่องเดียว)',
  balance: fieldTitles.remaining,
  reference: 'เลขอ้างอิง',
  description: headings.item,
} as const
type Name = keyof typeof names

const emptyMapping: Omit<StatementMappingInput, 'date'> = {
  header: 0,
  time: null,
  in: null,
  out: null,
  amount: null,
  balance: null,
  reference: null,
  description: [],
}

type Draft = Omit<StatementMappingInput, 'date'> & { date: number | null }

/** The draft with another column for a field; several description columns are replaced by the one chosen. */
const changed = (draft: Draft, name: Name, column: number | null): Draft =>
  name === 'description'
    ? { ...draft, description: column === null ? [] : [column] }
    : { ...draft, [name]: column }

export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  const [draft, setDraft] = useState<Draft>({ date: null, ...emptyMapping })
  const shown = mapping ?? draft
  const items = useMemo(
    () => [
      { value: null, name: headings.none },
      ...columns.map(({ title, examples }, value) => ({
        value,
        name: `${value + 1}. ${[title, examples[0]].filter(Boolean).join(' – ')}`,
      })),
    ],
    [columns],
  )
  const change = (name: Name, column: number | null) => {
    const next = changed(shown, name, column)
    setDraft(next)
    const { date } = next
    const isComplete = next.amount !== null || next.in !== null || next.out !== null
    if (date !== null && isComplete) onChange({ ...next, date, description: [...next.description] })
  }
  return (
    <fieldset className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <legend className="mb-1 font-medium">คอลัมน์ในไฟล์</legend>
      {(Object.keys(names) as Name[]).map((name) => (
        <SelectField
          key={name}
          label={names[name]}
          items={items}
          value={name === 'description' ? (shown.description[0] ?? null) : shown[name]}
          onChange={(column) => change(name, column)}
        />
      ))}
    </fieldset>
  )
}
