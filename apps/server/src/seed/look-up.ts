/** Looks up inserted rows by their name in the demo's data. */

/** @returns a function that throws an Error for a name missing from `entries` */
export function lookUp<T>(entries: Iterable<readonly [string, T]>): (name: string) => T {
  const byName = new Map(entries)
  return (name) => {
    const found = byName.get(name)
    if (found === undefined) throw new Error(`the demo school has no ${name}`)
    return found
  }
}
