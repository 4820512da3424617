import { actionWords } from '@khapdee/domain/words'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type SubmitEventHandler, useEffect, useId, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { describeFields } from '../api/describe-fields.ts'
import { Alert } from '../ui/feedback.tsx'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { EntryForm } from '../ui/form/entry-form.tsx'

interface FormDialogProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Schema of the submitted values, from which the fields take their labels. */
  schema?: z.ZodObject
  title: string
  /** Called by Escape, the close button and the dismiss button. */
  onClose: () => void
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** Text of the submit button, a verb; without one there is no button. */
  submitLabel: string | undefined
  submitIcon?: LucideIcon
  /** The shortcut of the submit button, shown on it. */
  submitKeys?: ReactNode
  /** `danger` for an action that cannot be undone. */
  kind?: 'primary' | 'danger'
  /** A button before the submit button. */
  otherAction?: ReactNode
  dismissLabel?: string
  pending: boolean
  /** Whether all data that the form depends on is loaded; until then it cannot be submitted. */
  isReady?: boolean
  /** Error message of the last submission. */
  problem?: string | null
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLButtonElement

/** Focuses the first field that can be changed; in a group of radio buttons, the checked one or else the first. */
function focusFirstField(fields: HTMLElement | null) {
  // The control that chooses from a list is a button.
  const inputs = fields?.querySelectorAll<Field>(
    ':is(input, textarea, [aria-haspopup=listbox]):enabled:not([readonly], [type=hidden], [tabindex="-1"])',
  )
  const [first, ...others] = inputs ?? []
  const isChosen = (input: Field) =>
    input.name === first?.name && input instanceof HTMLInputElement && input.checked
  const field = first?.type === 'radio' ? (others.find(isChosen) ?? first) : first
  field?.focus()
}

/**
 * The error of a whole form. It is scrolled into view, unless a field with its own error has the
 * focus.
 */
export function FormProblem({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement?.getAttribute('aria-invalid') === 'true') return
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={alert}>
      <Alert tone="error">{children}</Alert>
    </div>
  )
}

/** A dialog with one form, whose first field has the focus. It cannot be closed while the form is being submitted. */
export function FormDialog<Values extends FieldValues, Output>({
  form,
  schema,
  title,
  onClose,
  onSubmit,
  submitLabel,
  submitIcon,
  submitKeys,
  kind = 'primary',
  otherAction,
  dismissLabel = actionWords.cancel,
  pending,
  isReady = true,
  problem = null,
  size = 'sm',
  children,
}: FormDialogProps<Values, Output>) {
  const formId = useId()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size={size}
      isBusy={pending}
      actions={
        <>
          <Button isDisabled={pending} onPress={onClose}>
            {dismissLabel}
          </Button>
          {otherAction}
          {submitLabel !== undefined && (
            <Button
              type="submit"
              form={formId}
              kind={kind}
              icon={submitIcon}
              pending={pending}
              isDisabled={!isReady}
            >
              {submitLabel}
              {submitKeys}
            </Button>
          )}
        </>
      }
    >
      <EntryForm
        form={form}
        describe={schema && describeFields(schema)}
        id={formId}
        label={title}
        onSubmit={onSubmit}
      >
        <div ref={focusFirstField} className="flex flex-col gap-3.5">
          {problem !== null && <FormProblem>{problem}</FormProblem>}
          {children}
        </div>
      </EntryForm>
    </Modal>
  )
}
