/** A seeded random number generator, so that the demo school is reproducible. */

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** True with the given probability, from 0 to 1. */
  chance(share: number): boolean
  /** One of the items, with equal probability. @throws RangeError when there are none */
  pick<T>(items: readonly T[]): T
  /** One of the items, with probability proportional to weight. @throws RangeError when all weights are 0 */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T
}

/** The Mulberry32 generator; not for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Creates a generator whose sequence depends only on the seed. */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  function pick<T>(items: readonly T[]): T {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  function weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    const possible = items.filter((item) => weightOf(item) > 0)
    let rest = next() * possible.reduce((sum, item) => sum + weightOf(item), 0)
    for (const item of possible) {
      rest -= weightOf(item)
      if (rest < 0) return item
    }
    return pick(possible.slice(-1))
  }

  return { next, int, pick, weighted, chance: (share) => next() < share }
}
