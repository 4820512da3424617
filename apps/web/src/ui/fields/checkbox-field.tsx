import { type Ref, useId } from 'react'
import { FieldMessages, type FieldProps, LabelText, controlAttributes } from './field-frame.tsx'

export interface CheckboxFieldProps extends Omit<FieldProps, 'hideLabel'> {
  value: boolean
  onChange: (value: boolean) => void
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** Yes or no, e.g. consent, or one of many things chosen. */
export function CheckboxField({ inputRef, ...props }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className={props.className}>
      <label className="inline-flex min-h-control cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted">
        <input
          {...controlAttributes(id, props)}
          ref={inputRef}
          type="checkbox"
          checked={props.value}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
          onBlur={props.onBlur}
          className="size-4.5 shrink-0 accent-primary"
        />
        <span>
          <LabelText label={props.label} required={props.required} />
        </span>
      </label>
      <FieldMessages id={id} field={props} />
    </div>
  )
}
