import { type Ref, useId } from 'react'
import { FieldMessages, type FieldProps, RequiredMark, controlAttributes } from './field-frame.tsx'

export interface SwitchFieldProps extends Omit<FieldProps, 'hideLabel'> {
  value: boolean
  onChange: (value: boolean) => void
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** On or off, e.g. เปิดใช้งาน; takes effect when the form is saved. */
export function SwitchField({ inputRef, ...props }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={props.className}>
      <label className="flex min-h-control w-fit cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted">
        <input
          {...controlAttributes(id, props)}
          ref={inputRef}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has `checked`
          role="switch"
          checked={props.value}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
          onBlur={props.onBlur}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-neutral-soft p-0.5 peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus after:size-3.5 after:rounded-full after:bg-line-strong after:transition-transform peer-checked:after:translate-x-4 peer-checked:after:bg-on-primary rtl:peer-checked:after:-translate-x-4"
        />
        <span>
          {props.label}
          {props.required && <RequiredMark />}
        </span>
      </label>
      <FieldMessages id={id} field={props} />
    </div>
  )
}
