import { type TimeOfDay, isTimeOfDay, parseTime } from '@khapdee/domain/time-of-day'
import type { Ref } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './text-fields.tsx'
import { type ParseResult, type TypedValueProps, useTypedValue } from './use-typed-value.ts'

export interface TimeFieldProps extends FieldProps, TypedValueProps<TimeOfDay> {
  inputRef?: Ref<HTMLInputElement> | undefined
}

/**
 * A field for a time of day. During typing only a complete `09:30` is a value; when the focus leaves and on Enter it
 * also reads `9`, `930` and `9.30`.
 */
export function TimeField({ value, onChange, onInvalid, ...props }: TimeFieldProps) {
  const typed = useTypedValue({ value, onChange, onInvalid, parse, format: String })
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
      ignoreThaiLayout="decimal"
      inputMode="numeric"
      placeholder="ชช:นน"
      after={<span className="text-sm text-muted">น.</span>}
    />
  )
}

function parse(text: string, isFinished: boolean): ParseResult<TimeOfDay> {
  if (text.trim() === '') return { value: null }
  const time = isFinished ? parseTime(text) : isTimeOfDay(text) ? text : null
  return time === null ? { problem: 'กรุณากรอกเวลา เช่น 09:30' } : { value: time }
}
