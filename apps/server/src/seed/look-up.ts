/** Finds what was inserted by the name that the demo's data calls it. */

/** @returns a function that throws an Error for a name that `entries` do not have */
export function lookUp<T>(entries: Iterable<readonly [string, T]>): (name: string) => T {
  const known = new Map(entries)
  return (name) => {
    const found = known.get(name)
    if (found === undefined) throw new Error(`the demo school has no ${name}`)
    return found
  }
}
