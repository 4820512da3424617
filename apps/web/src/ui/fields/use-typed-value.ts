/** The state of a field for a typed value. The text stays as typed and is not clamped to a valid one. */
import { useState } from 'react'

/** The result of parsing a text: a value (null for an empty text), or a Thai error message. */
export type ParseResult<Value> =
  | { value: Value | null }
  | {
      problem: string
      /** Whether more typing cannot correct the text, so that the problem is shown while typing. */
      isFinal?: boolean
    }

export interface TypedValueProps<Value> {
  /** Undefined after `onInvalid`, while the text is invalid. */
  value: Value | null | undefined
  onChange: (value: Value | null) => void
  /** Called with each text that is invalid. Without this prop the last value remains. */
  onInvalid?: ((text: string) => void) | undefined
}

export interface TypedValueSpec<Value> extends TypedValueProps<Value> {
  /** Parses the text; `isFinished` is false while the user is typing. */
  parse: (text: string, isFinished: boolean) => ParseResult<Value>
  format: (value: Value) => string
}

/**
 * The text and the error of a field for a typed value, which must be a primitive. A `value` that the
 * parent changes replaces the text, unless it is the reported one that the parent passes back.
 * @returns `type` to call with each typed text, `finish` with the complete text, and `set` to set a value
 */
export function useTypedValue<Value>({
  value,
  onChange,
  onInvalid,
  parse,
  format,
}: TypedValueSpec<Value>) {
  const textOf = (given: Value | null | undefined) => (given == null ? '' : format(given))
  const [text, setText] = useState(() => textOf(value))
  const [previousValue, setPreviousValue] = useState(value)
  const [reported, setReported] = useState(value)
  const [problem, setProblem] = useState<string>()

  if (!Object.is(value, previousValue)) {
    setPreviousValue(value)
    if (!Object.is(value, reported)) {
      setReported(value)
      setText(textOf(value))
      setProblem(undefined)
    }
  }

  function report(next: Value | null) {
    setProblem(undefined)
    if (Object.is(next, reported)) return
    setReported(next)
    onChange(next)
  }

  function reportInvalid(typed: string) {
    if (!onInvalid) return
    setReported(undefined)
    onInvalid(typed)
  }

  /** Handles a complete text: on Enter, on paste and when the focus leaves. */
  function finish(typed = text) {
    const result = parse(typed, true)
    if ('problem' in result) {
      setText(typed)
      setProblem(result.problem)
      reportInvalid(typed)
    } else {
      setText(textOf(result.value))
      report(result.value)
    }
  }

  return {
    text,
    problem,
    finish,
    type(typed: string) {
      setText(typed)
      const result = parse(typed, false)
      if ('value' in result) return report(result.value)
      setProblem(result.isFinal ? result.problem : undefined)
      reportInvalid(typed)
    },
    set(next: Value | null) {
      setText(textOf(next))
      report(next)
    },
  }
}
