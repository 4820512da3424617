/** Typing a value: the text belongs to the user, the value follows it, nothing is ever clamped. */
import { useState } from 'react'

/** The reading of a text: a value, or the reason why it is none. */
export type Reading<Value> =
  | { value: Value | null }
  | {
      problem: string
      /** Typing on cannot mend it, so it is shown before the field is left. */
      hopeless?: boolean
    }

export interface TypedValueProps<Value> {
  /** Undefined after `onInvalid`: the text of the field is no value. */
  value: Value | null | undefined
  onChange: (value: Value | null) => void
  /** Called when the text is no value. Without this prop the last value stays. */
  onInvalid?: ((text: string) => void) | undefined
}

export interface TypedValueSpec<Value> extends TypedValueProps<Value> {
  read: (text: string, finished: boolean) => Reading<Value>
  write: (value: Value) => string
}

/**
 * Text state of a typed field. Values are primitives. A value that changes from outside replaces
 * the text, except when it is the echo of the typed text.
 */
export function useTypedValue<Value>({
  value,
  onChange,
  onInvalid,
  read,
  write,
}: TypedValueSpec<Value>) {
  const textOf = (given: Value | null | undefined) => (given == null ? '' : write(given))
  const [text, setText] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const [problem, setProblem] = useState<string>()

  if (!Object.is(value, seen)) {
    setSeen(value)
    if (!Object.is(value, sent)) {
      setSent(value)
      setText(textOf(value))
      setProblem(undefined)
    }
  }

  function send(next: Value | null) {
    setProblem(undefined)
    if (Object.is(next, sent)) return
    setSent(next)
    onChange(next)
  }

  function refuse(typed: string) {
    if (!onInvalid) return
    setSent(undefined)
    onInvalid(typed)
  }

  /** The text is complete: typed to its end, pasted, or the field lost the focus. */
  function finish(typed = text) {
    const reading = read(typed, true)
    if ('problem' in reading) {
      setText(typed)
      setProblem(reading.problem)
      refuse(typed)
    } else {
      setText(textOf(reading.value))
      send(reading.value)
    }
  }

  return {
    text,
    problem,
    finish,
    type(typed: string) {
      setText(typed)
      const reading = read(typed, false)
      if ('value' in reading) return send(reading.value)
      setProblem(reading.hopeless ? reading.problem : undefined)
      refuse(typed)
    },
    set(next: Value | null) {
      setText(textOf(next))
      send(next)
    },
  }
}
