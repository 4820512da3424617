import { Search, X } from 'lucide-react'
import { memo, type Ref, useEffect, useRef, useState } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './text-fields.tsx'

const pause = 250

// Elements that stay the same are not drawn again with every key.
const glass = <Search size={16} aria-hidden className="shrink-0 text-muted" />
const cross = <X size={16} aria-hidden />

export interface SearchFieldProps extends FieldProps {
  value: string
  /** Called 250 ms after the last key, at once on Enter and when emptied. */
  onChange: (text: string) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  placeholder?: string | undefined
}

/** Words to search for. The text is the field's own, so typing never waits for the list. */
export const SearchField = memo(({ value, onChange, ...props }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const typedAt = useRef(0)

  // A new value from outside replaces the text, unless it is the echo of the value sent last.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  function send(next: string) {
    setText(next)
    if (next === sent) return
    setSent(next)
    onChange(next)
  }

  useEffect(() => {
    if (text === sent) return
    // The pause began with the key, not when it was drawn.
    const rest = pause - (performance.now() - typedAt.current)
    const timer = setTimeout(() => {
      setSent(text)
      onChange(text)
    }, rest)
    return () => clearTimeout(timer)
  }, [text, sent, onChange])

  return (
    <InputField
      {...props}
      value={text}
      onChange={(typed) => {
        typedAt.current = performance.now()
        setText(typed)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text)
        if (event.key === 'Escape' && text !== '') {
          // A dialog around the field stays open.
          event.stopPropagation()
          send('')
        }
      }}
      inputMode="search"
      before={glass}
      after={
        text !== '' &&
        !props.isDisabled && (
          <button
            type="button"
            tabIndex={-1}
            aria-label="ล้างค่า"
            onClick={() => send('')}
            className="-me-2.5 flex h-full w-9 items-center justify-center text-muted hover:text-ink"
          >
            {cross}
          </button>
        )
      }
    />
  )
})
