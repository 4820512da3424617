/** Detects that a tablet is no longer used, so that the next person does not see the entries of the last one. */
import { useEffect, useEffectEvent, useState } from 'react'

/** Seconds without a touch after which the tablet returns to its start screen. */
const idleSeconds = 60
/** The last seconds before that, in which the tablet shows a countdown. */
const noticeSeconds = 10

const touches = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/**
 * Calls a function after {@link idleSeconds} without touch or key.
 * @param isActive whether there is input to clear
 * @returns the remaining seconds, in the last {@link noticeSeconds}; otherwise null
 */
export function useIdleCountdown(isActive: boolean, onIdle: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const end = useEffectEvent(onIdle)
  useEffect(() => {
    if (!isActive) return
    let touchedAt = Date.now()
    const touch = () => {
      touchedAt = Date.now()
      setLeft(null)
    }
    const timer = setInterval(() => {
      const seconds = idleSeconds - Math.floor((Date.now() - touchedAt) / 1000)
      if (seconds <= 0) {
        touch()
        end()
      } else if (seconds <= noticeSeconds) {
        setLeft(seconds)
      }
    }, 1000)
    for (const name of touches)
      window.addEventListener(name, touch, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      setLeft(null)
      for (const name of touches) window.removeEventListener(name, touch, { capture: true })
    }
  }, [isActive])
  return left
}
