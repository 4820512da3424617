import type { ReactNode, SubmitEventHandler } from 'react'
import { enterMovesOn } from './enter-moves-on.ts'

interface EntryFormProps {
  /** For a submit button that stands outside, e.g. in the page's header. */
  id: string
  label: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A form for clerks: Enter moves on, and messages are the fields' own. */
export function EntryForm({ id, label, onSubmit, children }: EntryFormProps) {
  return (
    // The keys come from its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form id={id} noValidate aria-label={label} onSubmit={onSubmit} onKeyDown={enterMovesOn}>
      {children}
    </form>
  )
}
