import { type KeyboardEvent, type ReactNode, type SubmitEventHandler, useEffect } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { type DescribeField, FieldDescriptions } from './use-form-field.ts'

const describeNothing: DescribeField = () => undefined

interface EntryFormProps<Values extends FieldValues, Output> {
  /** The form to whose values the fields inside are bound by context. */
  form: UseFormReturn<Values, unknown, Output>
  /** Returns label, required mark, unit and choices of a field, from the form's schema. */
  describe?: DescribeField | undefined
  /** Id of the form, for a submit button outside of it, e.g. in the page header. */
  id: string
  label: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** A form in which Enter moves to the next field, and the fields show errors, not the browser. */
export function EntryForm<Values extends FieldValues, Output>({
  form,
  describe = describeNothing,
  id,
  label,
  onSubmit,
  children,
}: EntryFormProps<Values, Output>) {
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) showInvalidField()
  }, [submitCount])
  return (
    <FormProvider {...form}>
      <FieldDescriptions value={describe}>
        {/* The form handles keys that are pressed in its fields. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          id={id}
          noValidate
          aria-label={label}
          onSubmit={onSubmit}
          onKeyDownCapture={leaveListOnEnter}
          onKeyDown={moveFocusOnEnter}
        >
          {children}
        </form>
      </FieldDescriptions>
    </FormProvider>
  )
}

/** Space below a field in px for its error and a bar with the submit button. */
const spaceBelow = 120

/** Scrolls to the focused field if its error is below the screen: a browser scrolls only to the caret. */
function showInvalidField(): void {
  const field = document.activeElement
  if (field?.getAttribute('aria-invalid') !== 'true') return
  if (field.getBoundingClientRect().bottom + spaceBelow > window.innerHeight) {
    field.scrollIntoView({ block: 'center' })
  }
}

const focusableFields =
  'input:not([type=hidden]), textarea, select:not([aria-hidden=true] *), button[aria-haspopup=listbox]'

const isPlainEnter = (event: KeyboardEvent<HTMLFormElement>): boolean =>
  event.key === 'Enter' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
  !event.nativeEvent.isComposing

/**
 * Moves the focus on Enter from an input to the next field, and after the last one to the submit button,
 * so that Enter in a field does not submit the form. Enter leaves a text area from an empty last line. Buttons and a
 * combobox with an active suggestion handle Enter themselves.
 */
function moveFocusOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (!isPlainEnter(event)) return
  const isInput =
    target instanceof HTMLInputElement && !target.hasAttribute('aria-activedescendant')
  if (isInput || (target instanceof HTMLTextAreaElement && isOnEmptyLastLine(target))) {
    moveToNext(event, target, form)
  }
}

const isOnEmptyLastLine = ({ value, selectionStart }: HTMLTextAreaElement): boolean =>
  selectionStart === value.length && /(^|\n)$/.test(value)

/** Leaves a list with a chosen value on Enter, which would open it; the space bar and the arrows open it. */
function leaveListOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (!isPlainEnter(event) || !(target instanceof HTMLButtonElement)) return
  const isClosedList = target.matches('[aria-haspopup=listbox]:not([aria-expanded=true])')
  if (!isClosedList || target.querySelector('[data-placeholder]') !== null) return
  event.stopPropagation()
  moveToNext(event, target, form)
}

function moveToNext(
  event: KeyboardEvent<HTMLFormElement>,
  field: HTMLElement,
  form: HTMLFormElement,
): void {
  event.preventDefault()
  const focusable = [...form.querySelectorAll<HTMLElement>(focusableFields)].filter(canTakeFocus)
  const next = focusable[focusable.indexOf(field) + 1] ?? submitButton(form)
  next?.focus()
}

function canTakeFocus(element: HTMLElement): boolean {
  const isReachable = element.tabIndex >= 0 && !element.matches(':disabled')
  return isReachable && !element.closest('[hidden], [inert]') && !isOtherRadio(element)
}

/** Whether this is a radio button other than its group's only tab stop: the chosen or the first one. */
function isOtherRadio(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
  const name = CSS.escape(element.name)
  const group = `input[type=radio][name="${name}"]`
  const tabStop =
    element.form?.querySelector(`${group}:checked`) ?? element.form?.querySelector(group)
  return element !== tabStop
}

/** The form's submit button, which may be outside of it and refer to it by its `form` attribute. */
function submitButton(form: HTMLFormElement): HTMLElement | undefined {
  return [...form.elements].find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit' && !element.disabled,
  )
}
