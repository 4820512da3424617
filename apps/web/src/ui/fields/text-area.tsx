import { type Ref, useId } from 'react'
import { FieldFrame, type FieldProps, controlAttributes } from './field-frame.tsx'

export interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  inputRef?: Ref<HTMLTextAreaElement> | undefined
  placeholder?: string | undefined
  rows?: number
}

/** Free text on several lines; it grows with what is written. */
export function TextArea({ inputRef, ...props }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} field={props}>
      <textarea
        {...controlAttributes(id, props)}
        ref={inputRef}
        placeholder={props.placeholder}
        rows={props.rows ?? 3}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
        className="control field-sizing-content h-auto min-h-20 py-1.5"
      />
    </FieldFrame>
  )
}
