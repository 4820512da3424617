/** Fields for numbers and amounts of money. */
import { formatBaht, parseBaht, type Satang } from '@khapdee/domain/money'
import { arabicDigits } from '@khapdee/domain/thai-text'
import type { Ref } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField, type InputFieldProps } from './text-fields.tsx'
import {
  type Reading,
  type TypedValueProps,
  type TypedValueSpec,
  useTypedValue,
} from './use-typed-value.ts'

type FigureFieldProps<Value> = TypedValueSpec<Value> &
  Omit<InputFieldProps, 'value' | 'onChange' | 'onFocus' | 'onKeyDown' | 'align'>

/** A typed number: selected whole on focus, read when the focus leaves. */
function FigureField<Value>({
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

export interface NumberFieldProps extends FieldProps, TypedValueProps<number> {
  inputRef?: Ref<HTMLInputElement> | undefined
  /** How many decimals may be typed; none unless given. */
  decimals?: number
  /** Shown after the number: คน, ชั่วโมง, %. */
  unit?: string | undefined
}

/** A count or a measure. Money has its own field. */
export function NumberField({ decimals = 0, unit, ...props }: NumberFieldProps) {
  return (
    <FigureField
      {...props}
      read={(text) => readNumber(text, decimals)}
      write={String}
      keys={decimals > 0 ? 'decimal' : 'digits'}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      after={unit && <span className="text-sm whitespace-nowrap text-muted">{unit}</span>}
    />
  )
}

function readNumber(text: string, decimals: number): Reading<number> {
  const plain = arabicDigits(text).replace(/[\s,]/g, '')
  if (plain === '') return { value: null }
  const match = /^-?\d+(?:\.(\d+))?$/.exec(plain)
  if (!match) return { problem: 'กรุณากรอกเป็นตัวเลข' }
  if ((match[1]?.length ?? 0) <= decimals) return { value: Number(plain) }
  return {
    problem: decimals === 0 ? 'กรุณากรอกเป็นจำนวนเต็ม' : `กรุณากรอกไม่เกินทศนิยม ${decimals} ตำแหน่ง`,
    hopeless: true,
  }
}

export interface MoneyFieldProps extends FieldProps, TypedValueProps<Satang> {
  inputRef?: Ref<HTMLInputElement> | undefined
  isReadOnly?: boolean | undefined
}

/** Baht with satang, typed as `1,234.5`; more than two decimals are an error, never rounded. */
export function MoneyField(props: MoneyFieldProps) {
  return (
    <FigureField
      {...props}
      read={readMoney}
      write={formatBaht}
      keys="decimal"
      inputMode="decimal"
    />
  )
}

function readMoney(text: string): Reading<Satang> {
  if (text.trim() === '') return { value: null }
  const value = parseBaht(text)
  if (value !== null) return { value }
  return /\.\d{3}/.test(arabicDigits(text))
    ? { problem: 'กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง', hopeless: true }
    : { problem: 'กรุณากรอกเป็นตัวเลข' }
}
