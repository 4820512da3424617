import { useRef, useState } from 'react'

/**
 * Guards an action against a double press. While it runs, `pending` is true and a further `run` does
 * nothing and resolves to undefined. The guard is a ref, because two presses can occur before the next
 * render. `run` rejects when the action does.
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
