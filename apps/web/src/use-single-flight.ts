import { useRef, useState } from 'react'

/**
 * The guard against a double press, for every action that takes time: while one run is under way,
 * another call does nothing and resolves to undefined. A ref decides, for two presses can come
 * before the next render.
 */
export function useSingleFlight<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): { run: (...args: Args) => Promise<Result | undefined>; pending: boolean } {
  const isRunning = useRef(false)
  const [pending, setPending] = useState(false)
  const run = async (...args: Args) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setPending(true)
    try {
      return await action(...args)
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { run, pending }
}
