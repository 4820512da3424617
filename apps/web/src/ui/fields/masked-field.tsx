import { Eye } from 'lucide-react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './input-field.tsx'

interface MaskedFieldProps extends FieldProps {
  /** As the server shows it: `1-1000-xxxxx-01-6`. */
  masked: string
  /** Asks for the whole of it; absent for whoever may not see it. */
  onReveal?: (() => void) | undefined
  pending: boolean
}

/** A number of which the middle is hidden. */
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
            aria-label="แสดงเลขบัตรเต็ม"
            title="แสดงเลขบัตรเต็ม"
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
