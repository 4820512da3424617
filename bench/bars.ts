/**
 * The bars. Each has the margin by which a noisy machine may miss it before `--check` fails: what
 * is divided by a reference of the same run needs little, what is timed alone needs more.
 */
import type { Figure } from './figures.ts'

interface Bar {
  limit: { atLeast: number } | { atMost: number }
  /** A share of the limit. */
  margin: number
}

export const bars = {
  'list of floor': { limit: { atLeast: 0.8 }, margin: 0.1 },
  'text search of floor': { limit: { atLeast: 0.8 }, margin: 0.1 },
  'get of floor': { limit: { atLeast: 0.65 }, margin: 0.1 },
  'create of floor': { limit: { atLeast: 0.6 }, margin: 0.1 },
  'server memory': { limit: { atMost: 250 }, margin: 0.1 },
  'load of a million': { limit: { atMost: 180 }, margin: 0.5 },
  'default list, grown': { limit: { atMost: 1.5 }, margin: 0.3 },
  'any filter, p95': { limit: { atMost: 100 }, margin: 0.5 },
  'receipt, warm': { limit: { atMost: 30 }, margin: 0.5 },
  'event loop during receipts, p99': { limit: { atMost: 20 }, margin: 0.5 },
  'start, existing database': { limit: { atMost: 3 }, margin: 0.5 },
  'start, first': { limit: { atMost: 30 }, margin: 0.5 },
  'first route, JS': { limit: { atMost: 220 }, margin: 0 },
  // What the budgets of the first route and of one screen's own chunks allow together.
  'cold load of a list, JS': { limit: { atMost: 260 }, margin: 0 },
  'first route, CSS': { limit: { atMost: 10 }, margin: 0 },
  'own chunks of a screen': { limit: { atMost: 40 }, margin: 0 },
  'list ready': { limit: { atMost: 2500 }, margin: 0.5 },
  'key in a filter, p95': { limit: { atMost: 50 }, margin: 0.5 },
  'key in a form, p95': { limit: { atMost: 50 }, margin: 0.5 },
  'layout shift of the list': { limit: { atMost: 0.02 }, margin: 0 },
} as const satisfies Record<string, Bar>

export type BarName = keyof typeof bars

/** `near` misses the bar by no more than its margin. */
export type Verdict = 'met' | 'near' | 'missed'

export function judge(value: number, { limit, margin }: Bar): Verdict {
  if ('atLeast' in limit) {
    if (value >= limit.atLeast) return 'met'
    return value >= limit.atLeast * (1 - margin) ? 'near' : 'missed'
  }
  if (value <= limit.atMost) return 'met'
  return value <= limit.atMost * (1 + margin) ? 'near' : 'missed'
}

/** The figure furthest from keeping to its bar; one that is no number before all others. */
function worst(figures: readonly Figure[], { limit }: Bar): Figure | undefined {
  const sign = 'atLeast' in limit ? 1 : -1
  const broken = figures.find(({ value }) => Number.isNaN(value))
  return broken ?? figures.toSorted((a, b) => sign * (a.value - b.value))[0]
}

/** A row for each bar that was measured, with its worst figure. */
export function verdicts(figures: readonly Figure[]) {
  return Object.entries(bars).flatMap(([name, bar]) => {
    const measured = figures.filter((figure) => figure.bar === name)
    const found = worst(measured, bar)
    if (found === undefined) return []
    return [
      {
        bar: name,
        limit: 'atLeast' in bar.limit ? `≥ ${bar.limit.atLeast}` : `≤ ${bar.limit.atMost}`,
        margin: `${bar.margin * 100} %`,
        worst: found.value,
        unit: found.unit,
        of: measured.length,
        where: found.what,
        verdict: judge(found.value, bar),
      },
    ]
  })
}
