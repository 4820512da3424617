import { formatPhone, normalizePhone } from '@khapdee/domain/phone'
import { type Ref, useState } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './input-field.tsx'

export interface PhoneFieldProps extends FieldProps {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A Thai telephone number: typed as one likes, shown as `081-234-5678` when the field is left. */
export function PhoneField({ value, onChange, ...props }: PhoneFieldProps) {
  const [typing, setTyping] = useState<string>()
  const isOwn = typing !== undefined && normalizePhone(typing) === value
  return (
    <InputField
      {...props}
      value={isOwn ? typing : formatPhone(value)}
      onChange={(text) => {
        setTyping(text)
        onChange(normalizePhone(text))
      }}
      onBlur={() => {
        setTyping(undefined)
        props.onBlur?.()
      }}
      keys="digits"
      type="tel"
      inputMode="tel"
      placeholder="0812345678"
    />
  )
}
