/**
 * The thresholds of the bench. `--check` fails when a value misses its threshold by more than the
 * margin. The margin is small for ratios to a reference of the same run and larger for absolute times,
 * which depend on the load of the machine.
 */
interface Threshold {
  /** In the unit of the figures that it applies to. */
  limit: { atLeast: number } | { atMost: number }
  /** Fraction of the limit, 0 to 1. */
  margin: number
}

/** A share of floor is the throughput of the product divided by that of the reference process in `calls/floor.ts`. */
export const thresholds = {
  'list, share of floor': { limit: { atLeast: 0.8 }, margin: 0.1 },
  'text search, share of floor': { limit: { atLeast: 0.8 }, margin: 0.1 },
  'get, share of floor': { limit: { atLeast: 0.65 }, margin: 0.1 },
  'create, share of floor': { limit: { atLeast: 0.6 }, margin: 0.1 },
  'clerk call, p95': { limit: { atMost: 50 }, margin: 0.5 },
  'server memory': { limit: { atMost: 250 }, margin: 0.1 },
  'load of 1,000,000 applications': { limit: { atMost: 180 }, margin: 0.5 },
  'default list, large / small': { limit: { atMost: 1.5 }, margin: 0.3 },
  'any filter, p95': { limit: { atMost: 100 }, margin: 0.5 },
  'books of a month, p95': { limit: { atMost: 100 }, margin: 0.5 },
  'books of a year, p95': { limit: { atMost: 300 }, margin: 0.5 },
  'receipt, warm': { limit: { atMost: 30 }, margin: 0.5 },
  'event loop during receipts, p99': { limit: { atMost: 20 }, margin: 0.5 },
  'statement of 20,000 lines': { limit: { atMost: 5 }, margin: 0.5 },
  'month of 2,000 people': { limit: { atMost: 5 }, margin: 0.5 },
  'payslips of 2,000 people': { limit: { atMost: 60 }, margin: 0.5 },
  'server memory with payslips': { limit: { atMost: 500 }, margin: 0.1 },
  'other calls beside payroll, p99': { limit: { atMost: 100 }, margin: 0.5 },
  'start, existing database': { limit: { atMost: 3 }, margin: 0.5 },
  'start, first': { limit: { atMost: 30 }, margin: 0.5 },
  'first route, JS': { limit: { atMost: 220 }, margin: 0 },
  // The sum of 'first route, JS' and 'own chunks of a screen'.
  'cold load of a list, JS': { limit: { atMost: 260 }, margin: 0 },
  'first route, CSS': { limit: { atMost: 10 }, margin: 0 },
  'own chunks of a screen': { limit: { atMost: 40 }, margin: 0 },
  'QR reader, WebAssembly': { limit: { atMost: 450 }, margin: 0 },
  'own chunks of the calendar': { limit: { atMost: 95 }, margin: 0 },
  'change on all boards': { limit: { atMost: 2 }, margin: 0.5 },
  'server memory with boards': { limit: { atMost: 300 }, margin: 0.1 },
  'list ready, share of reference': { limit: { atMost: 2 }, margin: 0.3 },
  'key in a filter, share of reference': { limit: { atMost: 1.5 }, margin: 0.3 },
  'key in a form, share of reference': { limit: { atMost: 1.5 }, margin: 0.3 },
  'month of the calendar': { limit: { atMost: 200 }, margin: 0.5 },
  'entries of the calendar in the document': { limit: { atMost: 400 }, margin: 0 },
  'layout shift of the list': { limit: { atMost: 0.02 }, margin: 0 },
} as const satisfies Record<string, Threshold>

export type ThresholdName = keyof typeof thresholds

/** One measured number. */
export interface Figure {
  label: string
  value: number
  unit: 's' | 'ms' | 'MB' | 'KB' | 'ratio' | '/s' | 'shift' | 'nodes'
  /** The threshold that applies to the value, if any. */
  threshold?: ThresholdName
}

/** `near`: the value misses the threshold by no more than the margin. */
export type Status = 'met' | 'near' | 'missed'

/** Rates a value; NaN is missed. */
export function statusOf(value: number, { limit, margin }: Threshold): Status {
  if ('atLeast' in limit) {
    if (value >= limit.atLeast) return 'met'
    return value >= limit.atLeast * (1 - margin) ? 'near' : 'missed'
  }
  if (value <= limit.atMost) return 'met'
  return value <= limit.atMost * (1 + margin) ? 'near' : 'missed'
}

/** The worst figure relative to the limit; a NaN is worse than any number. */
function worst(figures: readonly Figure[], { limit }: Threshold): Figure | undefined {
  const sign = 'atLeast' in limit ? 1 : -1
  const notANumber = figures.find(({ value }) => Number.isNaN(value))
  return notANumber ?? figures.toSorted((a, b) => sign * (a.value - b.value))[0]
}

/** One row per measured threshold, with its worst figure. */
export function results(figures: readonly Figure[]) {
  return Object.entries(thresholds).flatMap(([name, threshold]) => {
    const measured = figures.filter((figure) => figure.threshold === name)
    const worstFigure = worst(measured, threshold)
    if (worstFigure === undefined) return []
    return [
      {
        threshold: name,
        limit:
          'atLeast' in threshold.limit
            ? `≥ ${threshold.limit.atLeast}`
            : `≤ ${threshold.limit.atMost}`,
        margin: `${threshold.margin * 100} %`,
        worst: worstFigure.value,
        unit: worstFigure.unit,
        measurements: measured.length,
        figure: worstFigure.label,
        status: statusOf(worstFigure.value, threshold),
      },
    ]
  })
}
