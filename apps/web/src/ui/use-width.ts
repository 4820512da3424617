import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * How wide an element is, as far as it matters: the largest of `bounds` (px) that it reaches, else
 * 0. Infinite while it has no layout, so that nothing is taken for narrow without a reason.
 * @param bounds the same array between renders
 */
export function useWidth(frame: RefObject<HTMLElement | null>, bounds: readonly number[]): number {
  const [width, setWidth] = useState(Infinity)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { clientWidth } = element
      const reached = bounds.filter((bound) => bound <= clientWidth)
      setWidth(clientWidth === 0 ? Infinity : Math.max(0, ...reached))
    }
    // At once, for an observer's first word may come after the first paint.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, bounds])
  return width
}
