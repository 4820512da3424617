import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './input-field.tsx'

export interface PasswordFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A password, hidden unless asked for; says when the keyboard is set in a way nobody sees. */
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
