import { useEffect, useState } from 'react'

/**
 * Runs once the next frame is on the screen, so that a key typed shows before what follows from it.
 * @returns what calls it off
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * A value a frame late: for what is dear to draw and follows from what is typed.
 * @returns `take` sets it at once, for whoever cannot wait
 */
export function usePainted<Value>(value: Value): [painted: Value, take: (value: Value) => void] {
  const [painted, take] = useState(value)
  useEffect(() => (value === painted ? undefined : afterPaint(() => take(value))), [value, painted])
  return [painted, take]
}
