import type { KeyboardEvent, ReactNode, SubmitEventHandler } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { type DescribeField, FieldDescriptions } from './use-form-field.ts'

const describeNothing: DescribeField = () => undefined

interface EntryFormProps<Values extends FieldValues, Output> {
  /** The values that the fields inside are bound to, by context. */
  form: UseFormReturn<Values, unknown, Output>
  /** Label, required mark and choices of each field, from the form's schema. */
  describe?: DescribeField | undefined
  /** For a submit button outside of the form, e.g. in the page's header. */
  id: string
  label: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A form for clerks: Enter moves to the next field, and messages are shown by the fields. */
export function EntryForm<Values extends FieldValues, Output>({
  form,
  describe = describeNothing,
  id,
  label,
  onSubmit,
  children,
}: EntryFormProps<Values, Output>) {
  return (
    <FormProvider {...form}>
      <FieldDescriptions value={describe}>
        {/* The keys come from its fields. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form id={id} noValidate aria-label={label} onSubmit={onSubmit} onKeyDown={enterMovesOn}>
          {children}
        </form>
      </FieldDescriptions>
    </FormProvider>
  )
}

const fields =
  'input:not([type=hidden]), textarea, select:not([aria-hidden=true] *), button[aria-haspopup=listbox]'

/**
 * For the `onKeyDown` of a form. After the last field the focus goes to the submit button,
 * so that Enter alone never sends a form. Text areas, buttons and a suggestion that is about to be
 * chosen handle Enter themselves.
 */
function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return
  if (!(target instanceof HTMLInputElement) || target.hasAttribute('aria-activedescendant')) return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()

  const stops = [...form.querySelectorAll<HTMLElement>(fields)].filter(canTakeFocus)
  const next = stops[stops.indexOf(target) + 1] ?? submitButton(form)
  next?.focus()
}

function canTakeFocus(element: HTMLElement): boolean {
  const isReachable = element.tabIndex >= 0 && !element.matches(':disabled')
  return isReachable && !element.closest('[hidden], [inert]') && !isOtherRadio(element)
}

/** A group of radio buttons is one stop: the chosen button, or the first. */
function isOtherRadio(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
  const name = CSS.escape(element.name)
  const group = `input[type=radio][name="${name}"]`
  const stop = element.form?.querySelector(`${group}:checked`) ?? element.form?.querySelector(group)
  return element !== stop
}

/** The button may be outside of the form and name it by its `form` attribute. */
function submitButton(form: HTMLFormElement): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled,
  )
}
