/** The items of a score sheet or questionnaire, each with the values of its scale. */
import type { SheetItem } from '@khapdee/contract/entities/exam-booking'
import { evaluationTypes } from '@khapdee/domain/evaluation'
import type { RecordedResult } from '@khapdee/domain/exam-result'
import type { ExamKind } from '@khapdee/domain/exams'
import { scaleValues, sheetContradiction, sheetParts } from '@khapdee/domain/score-sheet'
import { useId } from 'react'

/** The chosen values by `evaluate_id`. */
export type SheetValues = Readonly<Record<number, number>>

/** The stored values of a score sheet. */
export const storedValues = (items: readonly SheetItem[]): SheetValues =>
  Object.fromEntries(
    items.flatMap(({ evaluate_id, value }) => (value === null ? [] : [[evaluate_id, value]])),
  )

/** The values in the format of the call. */
export const sentItems = (values: SheetValues): { evaluate_id: number; value: number }[] =>
  Object.entries(values).map(([id, value]) => ({ evaluate_id: Number(id), value }))

/**
 * Why a sheet contradicts a result, in Thai, or null. @param values entered values; undefined if
 * unchanged
 */
export const sheetProblem = (
  kind: ExamKind,
  result: RecordedResult,
  items: readonly SheetItem[],
  values: SheetValues | undefined,
): string | null =>
  sheetContradiction(
    kind,
    result,
    items.map((item) => ({
      ...item,
      value: values === undefined ? item.value : (values[item.evaluate_id] ?? null),
    })),
  )

interface ScoreSheetProps {
  items: readonly Pick<SheetItem, 'evaluate_id' | 'title' | 'type' | 'scale'>[]
  values: SheetValues
  onChange: (values: SheetValues) => void
}

/** One row of large buttons per item, under headings if the items are of several types. */
export function ScoreSheet({ items, values, onChange }: ScoreSheetProps) {
  const parts = sheetParts(items)
  return (
    <div className="flex flex-col gap-4">
      {parts.map((part) => {
        const { label } = evaluationTypes[part.type]
        return (
          <section key={part.type} aria-label={label} className="flex flex-col gap-3">
            {parts.length > 1 && <p className="text-sm font-medium text-muted">{label}</p>}
            <ul className="flex flex-col gap-3">
              {part.items.map((item) => (
                <li key={item.evaluate_id}>
                  <Item
                    {...item}
                    value={values[item.evaluate_id]}
                    onChange={(value) => onChange({ ...values, [item.evaluate_id]: value })}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface ItemProps extends Pick<SheetItem, 'title' | 'scale'> {
  value: number | undefined
  onChange: (value: number) => void
}

function Item({ title, scale, value, onChange }: ItemProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="font-medium">
        {title}
      </span>
      <div role="radiogroup" aria-labelledby={id} className="flex gap-1.5">
        {scaleValues[scale].map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-control min-w-0 grow basis-0 cursor-pointer flex-col items-center justify-center rounded-md border border-line-strong px-1 text-center text-sm has-checked:border-primary has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={id}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.name}
          </label>
        ))}
      </div>
    </div>
  )
}
