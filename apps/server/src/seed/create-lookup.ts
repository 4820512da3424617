/** Lookup of inserted rows by their name in the demo data. */

/** Returns a function that finds the entry of a name, and throws an Error for a name that `entries` does not contain. */
export function createLookup<T>(entries: Iterable<readonly [string, T]>): (name: string) => T {
  const byName = new Map(entries)
  return (name) => {
    const found = byName.get(name)
    if (found === undefined) throw new Error(`the demo school has no ${name}`)
    return found
  }
}
