import type { FieldProps } from './field-frame.tsx'
import { InputField, type InputFieldProps } from './input-field.tsx'

export interface TextFieldProps
  extends
    FieldProps,
    Pick<
      InputFieldProps,
      | 'value'
      | 'inputRef'
      | 'type'
      | 'inputMode'
      | 'placeholder'
      | 'autoComplete'
      | 'isReadOnly'
      | 'autoFocus'
      | 'keys'
      | 'after'
      | 'onKeyDown'
    > {
  onChange: (value: string) => void
}

/** Free text on one line; `keys="code"` for codes that a scanner types under the Thai layout. */
export function TextField(props: TextFieldProps) {
  return <InputField {...props} />
}
