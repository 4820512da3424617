/** Fields for the number of an ID card: an input, and a masked number. */
import { arabicDigits } from '@khapdee/domain/thai-text'
import { actionWords } from '@khapdee/domain/words'
import { Eye } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './text-fields.tsx'

export interface IdCardFieldProps extends FieldProps {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  /** Called when all 13 digits have been typed, scanned or pasted. */
  onComplete?: ((digits: string) => void) | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/**
 * A field for the 13-digit number of a Thai ID card, shown as `1-1000-00000-01-6`. Enter does not submit the form,
 * because scanners send it after the number. The form's schema verifies the check digit.
 */
export function IdCardField({ value, onChange, onComplete, ...props }: IdCardFieldProps) {
  // Regrouping the digits while the cursor is between them would move the cursor.
  const [isGrouped, setGrouped] = useState(true)
  const [raw, setRaw] = useState('')
  return (
    <InputField
      {...props}
      value={isGrouped || digitsOf(raw) !== value ? groupDigits(value) : raw}
      onChange={(text, { currentTarget }) => {
        const digits = digitsOf(text)
        setRaw(text)
        setGrouped(currentTarget.selectionStart === text.length)
        if (digits === value) return
        onChange(digits)
        if (digits.length === 13) onComplete?.(digits)
      }}
      onBlur={() => {
        setGrouped(true)
        props.onBlur?.()
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      ignoreThaiLayout="digits"
      inputMode="numeric"
      placeholder="x-xxxx-xxxxx-xx-x"
    />
  )
}

const digitsOf = (text: string) => arabicDigits(text).replace(/\D/g, '')

/** Groups the digits with hyphens, also of an incomplete number; one that is too long is not grouped. */
export function groupDigits(digits: string): string {
  if (digits.length > 13) return digits
  return [
    digits.slice(0, 1),
    digits.slice(1, 5),
    digits.slice(5, 10),
    digits.slice(10, 12),
    digits.slice(12),
  ]
    .filter(Boolean)
    .join('-')
}

interface MaskedFieldProps extends FieldProps {
  /** The number as the server masks it, e.g. `1-1000-xxxxx-01-6`. */
  masked: string
  /** Requests the full number; absent without the permission to see it. */
  onReveal?: (() => void) | undefined
  pending: boolean
}

/** A read-only masked number, with a button that reveals it. */
export function MaskedField({ masked, onReveal, pending, ...props }: MaskedFieldProps) {
  return (
    <InputField
      {...props}
      value={masked}
      onChange={() => undefined}
      isReadOnly
      after={
        onReveal && (
          <button
            type="button"
            aria-label={actionWords.reveal}
            title={actionWords.reveal}
            disabled={pending}
            onClick={onReveal}
            className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
          >
            <Eye size={16} aria-hidden />
          </button>
        )
      }
    />
  )
}
