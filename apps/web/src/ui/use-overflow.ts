import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether the only child of `frame` is wider than it, followed as either changes size. */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const outer = frame.current
    const inner = outer?.firstElementChild
    if (!outer || !inner) return
    const observer = new ResizeObserver(() => {
      setOverflows(inner.scrollWidth > outer.clientWidth)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [frame])
  return overflows
}
