/** Fields that show all choices: segments, check boxes and a switch. */
import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import {
  controlAttributes,
  FieldFrame,
  FieldMessages,
  type FieldProps,
  labelId,
  RequiredMark,
} from './field-frame.tsx'
import type { Choice } from './select-field.tsx'

export interface SegmentedFieldProps<Value> extends FieldProps {
  items: readonly Choice<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** The radio button that receives the focus: the chosen one, or the first. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** One of two to four visible choices, e.g. เงินสด or โอนเงิน. Arrow keys choose. */
export function SegmentedField<Value extends string | number | boolean>({
  inputRef,
  ...props
}: SegmentedFieldProps<Value>) {
  const id = useId()
  const { items, value } = props
  const chosen = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  )
  const { name: _, disabled, ...attributes } = controlAttributes(id, props)
  return (
    <FieldFrame id={id} field={props} group>
      <div
        {...attributes}
        role="radiogroup"
        aria-labelledby={labelId(id)}
        className="control gap-0.5 bg-surface-2 p-0.5 has-focus-visible:border-focus"
      >
        {items.map((item, index) => (
          <label
            key={String(item.value)}
            className="flex h-full min-w-0 grow cursor-pointer items-center justify-center rounded-sm px-1 text-muted has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary has-disabled:cursor-not-allowed"
          >
            <input
              type="radio"
              name={id}
              ref={index === chosen ? inputRef : undefined}
              checked={item.value === value}
              disabled={disabled}
              onChange={() => props.onChange(item.value)}
              onBlur={props.onBlur}
              className="sr-only"
            />
            <span className="truncate">{item.name}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

export interface CheckboxGroupFieldProps<Value> extends FieldProps {
  items: readonly Choice<Value>[]
  value: readonly Value[]
  /** Receives the chosen values in the order of the items. */
  onChange: (value: Value[]) => void
  /** The first check box, which receives the focus. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** Check boxes for choosing any number of a few items, e.g. the days of the week. */
export function CheckboxGroupField<Value extends string | number>({
  inputRef,
  ...props
}: CheckboxGroupFieldProps<Value>) {
  const id = useId()
  const { items, value } = props
  const { disabled, 'aria-describedby': describedBy } = controlAttributes(id, props)
  return (
    <FieldFrame id={id} field={props} group>
      <fieldset
        id={id}
        aria-labelledby={labelId(id)}
        aria-describedby={describedBy}
        className="flex flex-wrap gap-1.5"
      >
        {items.map((item, index) => (
          <label
            key={item.value}
            className="flex min-h-control cursor-pointer items-center gap-2 rounded-md border border-line-strong px-2.5 has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:text-muted"
          >
            <input
              type="checkbox"
              ref={index === 0 ? inputRef : undefined}
              checked={value.includes(item.value)}
              disabled={disabled}
              onChange={({ currentTarget }) => {
                const isChosen = (other: Value) =>
                  other === item.value ? currentTarget.checked : value.includes(other)
                props.onChange(items.map((other) => other.value).filter(isChosen))
              }}
              onBlur={props.onBlur}
              className="size-4 accent-primary outline-none"
            />
            {item.name}
          </label>
        ))}
      </fieldset>
    </FieldFrame>
  )
}

export interface SwitchFieldProps extends Omit<FieldProps, 'hideLabel'> {
  value: boolean
  onChange: (value: boolean) => void
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A switch, e.g. เปิดใช้งาน; it takes effect when the form is saved. */
export function SwitchField({ inputRef, ...props }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className={props.className}>
      <label className="flex min-h-control w-fit cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted">
        <input
          {...controlAttributes(id, props)}
          ref={inputRef}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has `checked`
          role="switch"
          checked={props.value}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
          onBlur={props.onBlur}
          className="peer sr-only"
        />
        <span
          aria-hidden
          className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-neutral-soft p-0.5 peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus after:size-3.5 after:rounded-full after:bg-line-strong after:transition-transform peer-checked:after:translate-x-4 peer-checked:after:bg-on-primary rtl:peer-checked:after:-translate-x-4"
        />
        <span>
          {props.label}
          {props.required && <RequiredMark />}
        </span>
      </label>
      <FieldMessages id={id} field={props} />
    </div>
  )
}

export interface CheckBoxProps {
  label: ReactNode
  /** Whether only screen readers get the label, e.g. inside a table. */
  hideLabel?: boolean
  /** `some` is the indeterminate state, when only a part of the items is chosen. */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  isDisabled?: boolean
  /** Attributes of the input, for a parent that moves the focus by keys. */
  input?: Pick<ComponentProps<'input'>, 'tabIndex'>
  className?: string
}

/** A check box with an indeterminate state, in which a press chooses all. */
export function CheckBox({
  label,
  hideLabel = false,
  checked,
  onChange,
  isDisabled = false,
  input,
  className,
}: CheckBoxProps) {
  return (
    <label
      className={classNames(
        'inline-flex cursor-pointer items-center gap-2 coarse:min-h-control has-disabled:cursor-not-allowed has-disabled:text-muted',
        className,
      )}
    >
      <input
        {...input}
        type="checkbox"
        ref={(element) => {
          if (element) element.indeterminate = checked === 'some'
        }}
        checked={checked === true}
        disabled={isDisabled}
        onChange={() => onChange(checked !== true)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface text-transparent peer-checked:border-primary peer-checked:bg-primary peer-checked:text-on-primary peer-indeterminate:border-primary peer-indeterminate:text-primary peer-disabled:opacity-55 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
      >
        {checked === 'some' ? <Minus size={14} /> : <Check size={14} />}
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0 grow'}>{label}</span>
    </label>
  )
}
