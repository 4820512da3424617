import {
  type ChangeEvent,
  type HTMLInputAutoCompleteAttribute,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
} from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldProps, controlAttributes } from './field-frame.tsx'
import { type PhysicalKeys, typePhysicalKey } from './thai-keys.ts'

export interface InputFieldProps extends FieldProps {
  value: string
  onChange: (text: string, event: ChangeEvent<HTMLInputElement>) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  type?: 'text' | 'email' | 'password' | 'search' | 'tel'
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  placeholder?: string | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute
  isReadOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  /** Keys read by their place, whatever the keyboard layout. */
  keys?: PhysicalKeys
  /** Figures stand at the end. */
  align?: 'start' | 'end'
  /** Inside the frame, before and after the text: an icon, a unit, a button. */
  before?: ReactNode
  after?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onFocus?: (input: HTMLInputElement) => void
}

/** A line of text in its frame: what all typed fields are made of. */
export function InputField({ inputRef, ...props }: InputFieldProps) {
  const id = useId()
  const { keys, onKeyDown, onFocus, onChange } = props
  return (
    <FieldFrame id={id} field={props}>
      <div className="control gap-2" data-invalid={props.error !== undefined || undefined}>
        {props.before}
        <input
          {...controlAttributes(id, props)}
          ref={inputRef}
          type={props.type ?? 'text'}
          inputMode={props.inputMode}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          readOnly={props.isReadOnly}
          autoFocus={props.autoFocus}
          value={props.value}
          onChange={(event) => onChange(event.currentTarget.value, event)}
          onBlur={props.onBlur}
          onFocus={onFocus && ((event) => onFocus(event.currentTarget))}
          onKeyDown={(event) => {
            if (keys) typePhysicalKey(event, keys)
            onKeyDown?.(event)
          }}
          className={classNames('control-input', props.align === 'end' && 'text-end')}
        />
        {props.after}
      </div>
    </FieldFrame>
  )
}
