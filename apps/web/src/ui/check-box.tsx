import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface CheckBoxProps {
  label: ReactNode
  /** The label stays for screen readers only, e.g. inside a table. */
  hideLabel?: boolean
  /** `some` of what it stands for. */
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  isDisabled?: boolean
  /** Of the input, for what moves the focus by its own keys. */
  input?: Pick<ComponentProps<'input'>, 'tabIndex'>
  className?: string
}

/** One of several things that may be chosen together; pressing `some` chooses all. */
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
      <span className={hideLabel ? 'sr-only' : 'min-w-0'}>{label}</span>
    </label>
  )
}
