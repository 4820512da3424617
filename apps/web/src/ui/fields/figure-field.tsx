import { InputField, type InputFieldProps } from './input-field.tsx'
import { type TypedValueSpec, useTypedValue } from './use-typed-value.ts'

type FigureFieldProps<Value> = TypedValueSpec<Value> &
  Omit<InputFieldProps, 'value' | 'onChange' | 'onFocus' | 'onKeyDown' | 'align'>

/** A figure that is typed: chosen whole on arriving, read when its field is left. */
export function FigureField<Value>({
  value,
  onChange,
  onInvalid,
  read,
  write,
  ...props
}: FigureFieldProps<Value>) {
  const typed = useTypedValue({ value, onChange, onInvalid, read, write })
  return (
    <InputField
      {...props}
      error={typed.problem ?? props.error}
      value={typed.text}
      onChange={typed.type}
      onFocus={(input) => input.select()}
      onBlur={() => {
        typed.finish()
        props.onBlur?.()
      }}
      onKeyDown={(event) => event.key === 'Enter' && typed.finish()}
      align="end"
    />
  )
}
