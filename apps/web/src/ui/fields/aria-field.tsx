/** The label, help and error of a field, for controls whose parts React Aria ties together. */
import { FieldError, Label, Text } from 'react-aria-components'
import {
  type FieldProps,
  LabelText,
  descriptionClass,
  errorClass,
  labelClass,
} from './field-frame.tsx'

export function AriaLabel({ field }: { field: FieldProps }) {
  return (
    <Label className={field.hideLabel ? 'sr-only' : labelClass}>
      <LabelText label={field.label} required={field.required} />
    </Label>
  )
}

export function AriaMessages({ field }: { field: FieldProps }) {
  return (
    <>
      {field.description !== undefined && (
        <Text slot="description" elementType="div" className={descriptionClass}>
          {field.description}
        </Text>
      )}
      <div aria-live="polite">
        <FieldError className={`${errorClass} block`}>{field.error}</FieldError>
      </div>
    </>
  )
}
