import type { ReactNode, SubmitEventHandler } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { enterMovesOn } from './enter-moves-on.ts'

interface EntryFormProps<Values extends FieldValues, Output> {
  /** The values that the fields inside are bound to, by context. */
  form: UseFormReturn<Values, unknown, Output>
  /** For a submit button that stands outside, e.g. in the page's header. */
  id: string
  label: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A form for clerks: Enter moves to the next field, and messages are shown by the fields. */
export function EntryForm<Values extends FieldValues, Output>({
  form,
  id,
  label,
  onSubmit,
  children,
}: EntryFormProps<Values, Output>) {
  return (
    <FormProvider {...form}>
      {/* The keys come from its fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form id={id} noValidate aria-label={label} onSubmit={onSubmit} onKeyDown={enterMovesOn}>
        {children}
      </form>
    </FormProvider>
  )
}
