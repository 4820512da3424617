import { type Ref, useId } from 'react'
import { FieldFrame, type FieldProps, controlAttributes, labelId } from './field-frame.tsx'
import type { Choice } from './select-field.tsx'

export interface SegmentedFieldProps<Value> extends FieldProps {
  items: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** The radio button that takes the focus: the chosen one, or the first. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** One of two to four, all in sight, e.g. เงินสด or โอนเงิน. Arrow keys choose. */
export function SegmentedField<Value extends string | number | boolean>({
  inputRef,
  ...props
}: SegmentedFieldProps<Value>) {
  const id = useId()
  const { items, value } = props
  const chosen = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  )
  const { name: _, disabled, ...attributes } = controlAttributes(id, props)
  return (
    <FieldFrame id={id} field={props} group>
      <div
        {...attributes}
        role="radiogroup"
        aria-labelledby={labelId(id)}
        className="control gap-0.5 bg-surface-2 p-0.5 has-focus-visible:border-focus"
      >
        {items.map((item, index) => (
          <label
            key={String(item.value)}
            className="flex h-full min-w-0 flex-1 cursor-pointer items-center justify-center rounded-sm px-2 text-muted has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary has-disabled:cursor-not-allowed"
          >
            <input
              type="radio"
              name={id}
              ref={index === chosen ? inputRef : undefined}
              checked={item.value === value}
              disabled={disabled}
              onChange={() => props.onChange(item.value)}
              onBlur={props.onBlur}
              className="sr-only"
            />
            <span className="truncate">{item.name}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
