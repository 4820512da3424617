/** Hooks for media queries, element sizes and delayed values. */
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
  // Created once per query, because creating a MediaQueryList costs far more than reading it.
  const list = useMemo(() => matchMedia(query), [query])
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => list.matches,
  )
}

/** The media query of a phone. It does not match print, so that lists are printed as tables. */
export const phoneScreen = 'screen and (width < 48rem)'

/** The media query of a screen that is touched. */
export const touchScreen = '(pointer: coarse)'

/** Whether the screen is touched, so that focusing a field would open the keyboard above the content. */
export const isTouchScreen = (): boolean => matchMedia(touchScreen).matches

/**
 * The width of an element rounded down to one of `bounds` (px), or 0 below all of them, so that only
 * crossing a bound renders again. It is Infinity before the first layout, so that nothing is treated as
 * narrow without a measurement.
 * @param bounds must be the same array between renders
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
    // Measured at once, because an observer may report only after the first paint.
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
 * Runs a function after the next frame is painted, so that a typed key appears before the work that it
 * causes.
 * @returns a function that cancels the run
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
 * Delays a value until the next frame is painted, for content that depends on typed text and is expensive
 * to render.
 * @returns the delayed value, and a function that sets it at once
 */
export function useValueAfterPaint<Value>(
  value: Value,
): [delayed: Value, setNow: (value: Value) => void] {
  const [delayed, setNow] = useState(value)
  useEffect(
    () => (value === delayed ? undefined : afterPaint(() => setNow(value))),
    [value, delayed],
  )
  return [delayed, setNow]
}
