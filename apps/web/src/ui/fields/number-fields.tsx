/** Fields for numbers and amounts of money. */
import {
  formatBaht,
  parseBaht,
  type Satang,
  withoutThousandsSeparators,
} from '@khapdee/domain/money'
import { arabicDigits } from '@khapdee/domain/thai-text'
import type { Ref } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField, type InputFieldProps } from './text-fields.tsx'
import {
  type ParseResult,
  type TypedValueProps,
  type TypedValueSpec,
  useTypedValue,
} from './use-typed-value.ts'

type NumericFieldProps<Value> = TypedValueSpec<Value> &
  Omit<InputFieldProps, 'value' | 'onChange' | 'onFocus' | 'onKeyDown' | 'align'>

/** A field for a number. Focus selects the whole text; it is formatted on Enter and on blur. */
function NumericField<Value>({
  value,
  onChange,
  onInvalid,
  parse,
  format,
  ...props
}: NumericFieldProps<Value>) {
  const typed = useTypedValue({ value, onChange, onInvalid, parse, format })
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
  /** Maximum number of decimals; by default 0. */
  decimals?: number
  /** Shown after the number: คน, ชั่วโมง, %. */
  unit?: string | undefined
}

/** A field for a count or a measurement; see `MoneyField` for money. */
export function NumberField({ decimals = 0, unit, ...props }: NumberFieldProps) {
  return (
    <NumericField
      {...props}
      parse={(text) => parseNumber(text, decimals)}
      format={String}
      ignoreThaiLayout={decimals > 0 ? 'decimal' : 'digits'}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      after={unit && <span className="text-sm whitespace-nowrap text-muted">{unit}</span>}
    />
  )
}

function parseNumber(text: string, decimals: number): ParseResult<number> {
  const plain = withoutThousandsSeparators(text)
  if (plain === '') return { value: null }
  const match = /^-?\d+(?:\.(\d+))?$/.exec(plain)
  if (!match) return { problem: numberProblem(plain, '1,234') }
  if ((match[1]?.length ?? 0) <= decimals) return { value: Number(plain) }
  return {
    problem: decimals === 0 ? 'กรุณากรอกเป็นจำนวนเต็ม' : `กรุณากรอกไม่เกินทศนิยม ${decimals} ตำแหน่ง`,
    isFinal: true,
  }
}

export interface MoneyFieldProps extends FieldProps, TypedValueProps<Satang> {
  inputRef?: Ref<HTMLInputElement> | undefined
  isReadOnly?: boolean | undefined
}

/**
 * A field for an amount, typed in baht, e.g. `1,234.5`; its value is in satang. More than two decimals
 * are an error and are not rounded.
 */
export function MoneyField(props: MoneyFieldProps) {
  return (
    <NumericField
      {...props}
      parse={parseMoney}
      format={formatBaht}
      ignoreThaiLayout="decimal"
      inputMode="decimal"
    />
  )
}

function parseMoney(text: string): ParseResult<Satang> {
  if (text.trim() === '') return { value: null }
  const value = parseBaht(text)
  if (value !== null) return { value }
  return /\.\d{3}/.test(arabicDigits(text))
    ? { problem: 'กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง', isFinal: true }
    : { problem: numberProblem(text, '1,234.50') }
}

/** The problem of a text that is not a number; for one of digits and separators it contains an example. */
const numberProblem = (text: string, example: string): string =>
  /^[\d\s,.-]+$/.test(arabicDigits(text)) ? `กรุณาตรวจสอบตัวเลข เช่น ${example}` : 'กรุณากรอกเป็นตัวเลข'
