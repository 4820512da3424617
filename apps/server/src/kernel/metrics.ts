/**
 * Figures of this process in the text format of Prometheus: requests, and gauges that are read on
 * request.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper bounds of the histogram of requests, in seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Record<string, string>

interface Sample {
  labels?: Labels
  value: number
}

/** Reads the samples of a gauge; none while they are unknown. */
type Read = () => Promise<readonly Sample[]> | readonly Sample[]

export interface RequestLabels extends Labels {
  method: string
  /** The route as a pattern: paths contain ids, and would be too many. */
  route: string
  status: string
}

export interface Metrics {
  observeRequest(labels: RequestLabels, seconds: number): void
  /** Adds a gauge, or replaces the one with this name. */
  gauge(name: string, help: string, read: Read): void
  /** All figures. A gauge that cannot be read is omitted. */
  text(): Promise<string>
}

interface Histogram {
  labels: RequestLabels
  /** How many requests took at most the bound of each bucket. */
  counts: number[]
  count: number
  sum: number
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`)
  return `khapdee_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
}

const heading = (name: string, help: string, type: string): string =>
  `# HELP khapdee_${name} ${help}.\n# TYPE khapdee_${name} ${type}\n`

function requestText(histograms: Iterable<Histogram>): string {
  const name = 'http_request_duration_seconds'
  const lines = [...histograms].flatMap(({ labels, counts, count, sum }) => [
    ...buckets.map((bound, n) =>
      line(`${name}_bucket`, { ...labels, le: String(bound) }, counts[n] ?? 0),
    ),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ])
  return heading(name, 'Requests by route and status', 'histogram') + lines.join('')
}

/** Figures of the process itself. */
function addProcessGauges(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const started = Date.now() / 1000
  metrics.gauge(
    'event_loop_delay_seconds',
    'Delay of the event loop since the last reading',
    () => {
      const samples = [0.5, 0.99, 1].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: (delay.count === 0 ? 0 : delay.percentile(quantile * 100)) / 1e9,
      }))
      delay.reset()
      return samples
    },
  )
  metrics.gauge('resident_memory_bytes', 'Memory of the process', () => [
    { value: process.memoryUsage.rss() },
  ])
  metrics.gauge('start_time_seconds', 'Time at which the process started', () => [
    { value: started },
  ])
}

export function createMetrics(): Metrics {
  const requests = new Map<string, Histogram>()
  const gauges = new Map<string, { help: string; read: Read }>()

  const gaugeText = async ([name, { help, read }]: [string, { help: string; read: Read }]) => {
    const samples = await Promise.resolve()
      .then(read)
      .catch(() => [])
    if (samples.length === 0) return ''
    const lines = samples.map(({ labels = {}, value }) => line(name, labels, value))
    return heading(name, help, 'gauge') + lines.join('')
  }

  const metrics: Metrics = {
    observeRequest(labels, seconds) {
      const key = `${labels.method} ${labels.route} ${labels.status}`
      let found = requests.get(key)
      if (found === undefined) {
        found = { labels, counts: buckets.map(() => 0), count: 0, sum: 0 }
        requests.set(key, found)
      }
      found.count++
      found.sum += seconds
      for (const [n, bound] of buckets.entries())
        if (seconds <= bound) found.counts[n] = (found.counts[n] ?? 0) + 1
    },
    gauge: (name, help, read) => void gauges.set(name, { help, read }),
    async text() {
      const texts = await Promise.all([...gauges].map(gaugeText))
      return requestText(requests.values()) + texts.join('')
    },
  }
  addProcessGauges(metrics)
  return metrics
}
