/** Distinguishes a new code in front of the camera from one that is still there. */

/** A code that has not been seen for this long is a new scan. */
const forgetMs = 3000

/**
 * Returns a function that is called with each code that is read, and returns whether it is a new
 * scan: another code than the last, or the same after it has not been seen for three seconds.
 */
export function newScans(): (code: string, now: number) => boolean {
  let last: { code: string; seenAt: number } | null = null
  return (code, now) => {
    const isNew = last === null || last.code !== code || now - last.seenAt > forgetMs
    last = { code, seenAt: now }
    return isNew
  }
}
