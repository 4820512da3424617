import { BadgePercent } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { type LinePlace, withCode } from './line-values.ts'
import type { RegistrationValues } from './registration-values.ts'
import { usePromotionCheck } from './use-promotion-check.ts'

/** A code takes something off once it was checked: on Enter, on leaving the field, by the button. */
export function PromotionField({ kind, index }: LinePlace) {
  const { getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  const { value, change, field } = useFormField<RegistrationValues>(`${path}.promotion_code`)
  const { check, pending } = usePromotionCheck(kind, index)
  return (
    <TextField
      {...field}
      label="รหัสส่วนลด"
      className="grow basis-36"
      keys="code"
      value={String(value)}
      onChange={(typed) => {
        const line = getValues(path)
        change(typed.toUpperCase())
        if (line.discount > 0) setValue(path, withCode(line, typed.toUpperCase()))
        clearErrors(`${path}.promotion_code`)
      }}
      onBlur={() => {
        field.onBlur()
        check()
      }}
      after={
        <button
          type="button"
          tabIndex={-1}
          aria-label="ใช้รหัสส่วนลด"
          title="ใช้รหัสส่วนลด"
          disabled={pending}
          onClick={() => check()}
          className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
        >
          <BadgePercent size={16} aria-hidden />
        </button>
      }
    />
  )
}
