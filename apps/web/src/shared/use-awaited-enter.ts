import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Runs `take` on Enter in a search field, once the answer for its text has arrived: users often
 * press Enter before that, and scanners always do. Another key cancels it.
 * @param isAnswered whether the results are those of the present text
 * @returns the key handler of an element around the field
 */
export function useAwaitedEnter(
  isAnswered: boolean,
  take: () => void,
): (event: KeyboardEvent) => void {
  const isAwaited = useRef(false)
  const [presses, setPresses] = useState(0)
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (!isAwaited.current || !isAnswered) return
    isAwaited.current = false
    takeNow()
    // A press of Enter after the answer runs it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [presses, isAnswered])
  return ({ key }) => {
    isAwaited.current = key === 'Enter'
    if (key === 'Enter') setPresses((count) => count + 1)
  }
}
