/** An end to waiting: a request of which nothing is heard any more is broken off. */

/**
 * Milliseconds without a single byte. A plain call is given up when the server has long broken off
 * its own work; one that carries a file may keep it busy for a while.
 */
export const patience = { plain: 30_000, file: 60_000 } as const

export interface Waiting {
  /** Aborted when the silence lasts too long, or when the caller wants the answer no more. */
  signal: AbortSignal
  /** Something moved, either way: the silence begins anew. */
  heard: () => void
}

/**
 * Gives what `request` gives, and keeps time meanwhile.
 * @param silence how long it may last, in milliseconds
 * @param caller breaks the request off as well
 * @throws what `request` throws when its signal is aborted
 */
export async function whileHeard<T>(
  silence: number,
  caller: AbortSignal | undefined,
  request: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const own = new AbortController()
  const leave = () => own.abort(caller?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => own.abort(), silence)
  }
  heard()
  caller?.addEventListener('abort', leave)
  try {
    return await request({ signal: own.signal, heard })
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}
