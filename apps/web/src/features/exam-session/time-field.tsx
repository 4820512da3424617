/** A time of the day in a form. */
import { isTimeOfDay } from '@khapdee/domain/time-of-day'
import type { FieldValues } from 'react-hook-form'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { type Bound, useLabelledField } from '../../ui/form/use-form-field.ts'

interface TimeFieldProps<Values extends FieldValues> extends Bound<Values, string | null> {
  className?: string
}

/** Text that is not a time becomes the form value, which the schema refuses. */
export function FormTime<Values extends FieldValues = never>({
  name,
  className,
}: TimeFieldProps<Values>) {
  const { value, change, field } = useLabelledField<Values>(name as never, {})
  const text = typeof value === 'string' ? value : ''
  return (
    <TimeField
      {...field}
      {...(className !== undefined && { className })}
      value={text === '' ? null : isTimeOfDay(text) ? text : undefined}
      onChange={(time) => change(time ?? '')}
      onInvalid={change}
    />
  )
}
