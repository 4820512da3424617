import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** Props of every field apart from its value. */
export interface FieldProps {
  label: string
  /** Whether only screen readers get the label, e.g. inside a table. */
  hideLabel?: boolean | undefined
  /** A Thai message, which marks the field as invalid. */
  error?: string | undefined
  description?: ReactNode
  required?: boolean | undefined
  isDisabled?: boolean | undefined
  name?: string | undefined
  className?: string | undefined
  onBlur?: (() => void) | undefined
}

/** Ids of the parts of a field, derived from the id of its control. */
export const labelId = (id: string) => `${id}-label`
const descriptionId = (id: string) => `${id}-description`
const errorId = (id: string) => `${id}-error`

/** The state of a field as attributes of its native control. */
export function controlAttributes(id: string, field: FieldProps) {
  const describedBy = [
    field.error !== undefined && errorId(id),
    field.description !== undefined && descriptionId(id),
  ].filter(Boolean)
  return {
    id,
    name: field.name,
    disabled: field.isDisabled,
    'aria-required': field.required || undefined,
    'aria-invalid': field.error !== undefined || undefined,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  }
}

interface FieldFrameProps {
  id: string
  field: FieldProps
  /** Whether the field is a group of controls, which a `<label>` cannot name. */
  group?: boolean
  children: ReactNode
}

/** The frame of a field: label, control, help and error. The error is announced when it appears. */
export function FieldFrame({ id, field, group = false, children }: FieldFrameProps) {
  const LabelTag = group ? 'span' : 'label'
  return (
    <div className={classNames('min-w-0', field.className)}>
      <LabelTag
        id={labelId(id)}
        {...(!group && { htmlFor: id })}
        className={field.hideLabel ? 'sr-only' : labelClass}
      >
        <LabelText label={field.label} required={field.required} />
      </LabelTag>
      {children}
      <FieldMessages id={id} field={field} />
    </div>
  )
}

export const labelClass = 'mb-1 block truncate text-sm font-medium'
export const descriptionClass = 'mt-1 text-xs text-muted'
export const errorClass = 'mt-1 text-xs text-danger'

/** A label that is shortened when it is too long, followed by the required mark. */
export function LabelText({ label, required }: Pick<FieldProps, 'label' | 'required'>) {
  return (
    <span className="flex">
      <span className="truncate">{label}</span>
      {required && <RequiredMark />}
    </span>
  )
}

export function RequiredMark() {
  return (
    <span aria-hidden data-noprint className="ms-1 text-danger">
      *
    </span>
  )
}

/** Help and error of a field. @param id the id of its control */
export function FieldMessages({ id, field }: { id: string; field: FieldProps }) {
  return (
    <>
      {field.description !== undefined && (
        <div id={descriptionId(id)} className={descriptionClass}>
          {field.description}
        </div>
      )}
      <div id={errorId(id)} aria-live="polite">
        {field.error !== undefined && <p className={errorClass}>{field.error}</p>}
      </div>
    </>
  )
}
