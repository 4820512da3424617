import { type Satang, formatBaht, parseBaht } from '@khapdee/domain/money'
import { arabicDigits } from '@khapdee/domain/thai-text'
import type { Ref } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { FigureField } from './figure-field.tsx'
import type { Reading, TypedValueProps } from './use-typed-value.ts'

export interface MoneyFieldProps extends FieldProps, TypedValueProps<Satang> {
  inputRef?: Ref<HTMLInputElement> | undefined
  isReadOnly?: boolean | undefined
}

/** Baht with satang, typed as `1,234.5`; more than two decimals are an error, never rounded. */
export function MoneyField(props: MoneyFieldProps) {
  return (
    <FigureField {...props} read={read} write={formatBaht} keys="decimal" inputMode="decimal" />
  )
}

function read(text: string): Reading<Satang> {
  if (text.trim() === '') return { value: null }
  const value = parseBaht(text)
  if (value !== null) return { value }
  return /\.\d{3}/.test(arabicDigits(text))
    ? { problem: 'กรุณากรอกจำนวนเงินไม่เกินทศนิยม 2 ตำแหน่ง', hopeless: true }
    : { problem: 'กรุณากรอกเป็นตัวเลข' }
}
