/** Hooks about the screen and about time. */
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

/** Whether a media query matches; renders again when that changes. */
export function useMedia(query: string): boolean {
  // Once per query: creating a list costs a browser far more than reading it.
  const list = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => list.matches,
  )
}

/** The media query of a phone. Paper never matches: lists print as tables. */
export const phoneScreen = 'screen and (width < 48rem)'

/**
 * How wide an element is, as far as it matters: the largest of `bounds` (px) that it reaches, else
 * 0. Infinite while it has no layout, so that nothing counts as narrow without a measurement.
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
    // At once: an observer may report only after the first paint.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, bounds])
  return width
}

/** Whether the only child of `frame` is wider than `frame`; follows the size of both. */
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

/** The value once it has not changed for 300 ms. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 300)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/**
 * Runs once the next frame is on the screen, so that a typed key shows before the work it causes.
 * @returns a function that cancels it
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
 * The value one frame late, for content that is expensive to draw and depends on typed text.
 * @returns the late value, and `take`, which sets it at once
 */
export function useValueAfterPaint<Value>(
  value: Value,
): [painted: Value, take: (value: Value) => void] {
  const [painted, take] = useState(value)
  useEffect(() => (value === painted ? undefined : afterPaint(() => take(value))), [value, painted])
  return [painted, take]
}
