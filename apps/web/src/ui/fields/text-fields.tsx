/** Fields for text: one line, several lines, a phone number and a password. */
import { formatPhone, normalizePhone } from '@khapdee/domain/phone'
import { Eye, EyeOff } from 'lucide-react'
import {
  type ChangeEvent,
  type HTMLInputAutoCompleteAttribute,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'
import { controlAttributes, FieldFrame, type FieldProps } from './field-frame.tsx'
import { type LatinKeys, typeLatinKey } from './thai-keys.ts'

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
  /** The keys that type their Latin character even when the Thai layout is active, for scanners and digits. */
  ignoreThaiLayout?: LatinKeys
  /** Alignment of the text: `end` for numbers. */
  align?: 'start' | 'end'
  /** Content inside the frame before and after the text, e.g. an icon, a unit or a button. */
  before?: ReactNode
  after?: ReactNode
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onFocus?: (input: HTMLInputElement) => void
}

/** A text input in a frame; the base of all fields for typed values. */
export function InputField({ inputRef, ...props }: InputFieldProps) {
  const id = useId()
  const { ignoreThaiLayout, onKeyDown, onFocus, onChange } = props
  return (
    <FieldFrame id={id} field={props}>
      <div
        className="control gap-2 has-[[readonly]]:bg-surface-2"
        data-invalid={props.error !== undefined || undefined}
      >
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
            if (ignoreThaiLayout) typeLatinKey(event, ignoreThaiLayout)
            onKeyDown?.(event)
          }}
          className={classNames('control-input', props.align === 'end' && 'text-end')}
        />
        {props.after}
      </div>
    </FieldFrame>
  )
}

export interface TextFieldProps
  extends
    FieldProps,
    Pick<
      InputFieldProps,
      | 'value'
      | 'inputRef'
      | 'type'
      | 'inputMode'
      | 'placeholder'
      | 'autoComplete'
      | 'isReadOnly'
      | 'autoFocus'
      | 'ignoreThaiLayout'
      | 'after'
      | 'onKeyDown'
    > {
  onChange: (value: string) => void
}

/** Free text on one line; `ignoreThaiLayout="code"` for codes that a scanner types under the Thai layout. */
export function TextField(props: TextFieldProps) {
  return <InputField {...props} />
}

export interface TextAreaProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  inputRef?: Ref<HTMLTextAreaElement> | undefined
  placeholder?: string | undefined
  isReadOnly?: boolean | undefined
  rows?: number
}

/** Free text on several lines; grows with its content. */
export function TextArea({ inputRef, ...props }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} field={props}>
      <textarea
        {...controlAttributes(id, props)}
        ref={inputRef}
        placeholder={props.placeholder}
        readOnly={props.isReadOnly}
        rows={props.rows ?? 3}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onBlur={props.onBlur}
        className="control field-sizing-content h-auto min-h-20 py-1.5"
      />
    </FieldFrame>
  )
}

export interface PhoneFieldProps extends FieldProps {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A Thai telephone number, typed in any form and shown as `081-234-5678` when the focus leaves. */
export function PhoneField({ value, onChange, ...props }: PhoneFieldProps) {
  const [typedText, setTypedText] = useState<string>()
  const showsTypedText = typedText !== undefined && normalizePhone(typedText) === value
  return (
    <InputField
      {...props}
      value={showsTypedText ? typedText : formatPhone(value)}
      onChange={(text) => {
        setTypedText(text)
        onChange(normalizePhone(text))
      }}
      onBlur={() => {
        setTypedText(undefined)
        props.onBlur?.()
      }}
      ignoreThaiLayout="digits"
      type="tel"
      inputMode="tel"
      placeholder="0812345678"
    />
  )
}

export interface PasswordFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A password field with a button that shows the text. It warns of Caps Lock and the Thai layout. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [hint, setHint] = useState<string>()
  const label = isShown ? 'ซ่อนรหัสผ่าน' : 'แสดงรหัสผ่าน'
  const Icon = isShown ? EyeOff : Eye
  return (
    <InputField
      {...props}
      type={isShown ? 'text' : 'password'}
      description={hint ?? props.description}
      onKeyDown={(event) => setHint(keyboardHint(event))}
      onBlur={() => {
        setHint(undefined)
        props.onBlur?.()
      }}
      after={
        <button
          type="button"
          aria-label={label}
          aria-pressed={isShown}
          title={label}
          onClick={() => setShown(!isShown)}
          className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
        >
          <Icon size={16} aria-hidden />
        </button>
      }
    />
  )
}

function keyboardHint(event: KeyboardEvent<HTMLInputElement>): string | undefined {
  if (event.getModifierState('CapsLock')) return 'Caps Lock เปิดอยู่'
  return /^[ก-๛]$/.test(event.key) ? 'แป้นพิมพ์เป็นภาษาไทยอยู่' : undefined
}
