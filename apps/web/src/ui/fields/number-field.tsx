import { arabicDigits } from '@khapdee/domain/thai-text'
import type { Ref } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { FigureField } from './figure-field.tsx'
import type { Reading, TypedValueProps } from './use-typed-value.ts'

export interface NumberFieldProps extends FieldProps, TypedValueProps<number> {
  inputRef?: Ref<HTMLInputElement> | undefined
  /** How many decimals may be typed; none unless given. */
  decimals?: number
  /** Stands after the figure: คน, ชั่วโมง, %. */
  unit?: string | undefined
}

/** A count or a measure. Money has its own field. */
export function NumberField({ decimals = 0, unit, ...props }: NumberFieldProps) {
  return (
    <FigureField
      {...props}
      read={(text) => read(text, decimals)}
      write={String}
      keys={decimals > 0 ? 'decimal' : 'digits'}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      after={unit && <span className="text-sm whitespace-nowrap text-muted">{unit}</span>}
    />
  )
}

function read(text: string, decimals: number): Reading<number> {
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
