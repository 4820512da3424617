import { type Ref, useId } from 'react'
import { FieldFrame, type FieldProps, controlAttributes, labelId } from './field-frame.tsx'
import type { Choice } from './select-field.tsx'

export interface CheckboxGroupFieldProps<Value> extends FieldProps {
  items: readonly Choice<Value>[]
  value: readonly Value[]
  /** In the order of the items. */
  onChange: (value: Value[]) => void
  /** The first box. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** Any number of a few, all in sight, e.g. the days of the week. */
export function CheckboxGroupField<Value extends string | number>({
  inputRef,
  ...props
}: CheckboxGroupFieldProps<Value>) {
  const id = useId()
  const { items, value } = props
  const { disabled, 'aria-describedby': describedBy } = controlAttributes(id, props)
  return (
    <FieldFrame id={id} field={props} group>
      <fieldset
        id={id}
        aria-labelledby={labelId(id)}
        aria-describedby={describedBy}
        className="flex flex-wrap gap-1.5"
      >
        {items.map((item, index) => (
          <label
            key={item.value}
            className="flex min-h-control cursor-pointer items-center gap-2 rounded-md border border-line-strong px-2.5 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:text-muted"
          >
            <input
              type="checkbox"
              ref={index === 0 ? inputRef : undefined}
              checked={value.includes(item.value)}
              disabled={disabled}
              onChange={({ currentTarget }) => {
                const isChosen = (other: Value) =>
                  other === item.value ? currentTarget.checked : value.includes(other)
                props.onChange(items.map((other) => other.value).filter(isChosen))
              }}
              onBlur={props.onBlur}
              className="size-4 accent-primary outline-none"
            />
            {item.name}
          </label>
        ))}
      </fieldset>
    </FieldFrame>
  )
}
