/** A time of the day in a form. */
import { parseTime } from '@khapdee/domain/time-of-day'
import type { FieldValues } from 'react-hook-form'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { type Bound, useLabelledField } from '../../ui/form/use-form-field.ts'

interface TimeFieldProps<Values extends FieldValues> extends Bound<Values, string> {
  className?: string
}

/** Times such as 9, 930 and 9.30 are completed to 09:30 when the focus leaves. */
export function FormTime<Values extends FieldValues = never>({
  name,
  className,
}: TimeFieldProps<Values>) {
  const { value, change, field } = useLabelledField<Values>(name as never, {})
  const text = typeof value === 'string' ? value : ''
  return (
    <TextField
      {...field}
      {...(className !== undefined && { className })}
      value={text}
      onChange={change}
      onBlur={() => {
        const time = parseTime(text)
        if (time !== null && time !== text) change(time)
        field.onBlur()
      }}
      ignoreThaiLayout="code"
      placeholder="09:00"
    />
  )
}
