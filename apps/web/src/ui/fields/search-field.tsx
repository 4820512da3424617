import { actionWords } from '@khapdee/domain/words'
import { Search, X } from 'lucide-react'
import { memo, type Ref, useEffect, useRef, useState } from 'react'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './text-fields.tsx'

const debounceMs = 250

// Constant elements, so that React does not render them again at every key.
const searchIcon = <Search size={16} aria-hidden className="shrink-0 text-muted" />
const clearIcon = <X size={16} aria-hidden />

export interface SearchFieldProps extends FieldProps {
  value: string
  /** Called 250 ms after the last key, and at once on Enter, on Escape and by the clear button. */
  onChange: (text: string) => void
  inputRef?: Ref<HTMLInputElement> | undefined
  placeholder?: string | undefined
}

/** A search field. It holds the typed text itself, so that typing does not wait for the list. */
export const SearchField = memo(({ value, onChange, ...props }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  const [reported, setReported] = useState(value)
  const typedAt = useRef(0)

  // When the parent changes `value`, it replaces the typed text. If the parent only returns the last reported
  // text, newer typing is kept.
  if (value !== previousValue) {
    setPreviousValue(value)
    if (value !== reported) {
      setReported(value)
      setText(value)
    }
  }

  function report(next: string) {
    setText(next)
    if (next === reported) return
    setReported(next)
    onChange(next)
  }

  useEffect(() => {
    if (text === reported) return
    // The delay starts at the key press, not at the render.
    const remainingMs = debounceMs - (performance.now() - typedAt.current)
    const timer = setTimeout(() => {
      setReported(text)
      onChange(text)
    }, remainingMs)
    return () => clearTimeout(timer)
  }, [text, reported, onChange])

  return (
    <InputField
      {...props}
      value={text}
      onChange={(typed) => {
        typedAt.current = performance.now()
        setText(typed)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') report(text)
        if (event.key === 'Escape' && text !== '') {
          // Keeps a dialog around the field open.
          event.stopPropagation()
          report('')
        }
      }}
      inputMode="search"
      before={searchIcon}
      after={
        text !== '' &&
        !props.isDisabled && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={actionWords.clearSearch}
            onClick={() => report('')}
            className="-me-2.5 flex h-full w-9 items-center justify-center text-muted hover:text-ink"
          >
            {clearIcon}
          </button>
        )
      }
    />
  )
})
