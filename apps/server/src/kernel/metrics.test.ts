import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('counts requests by route and status, cumulatively by duration', async () => {
  const metrics = createMetrics()
  const labels = { method: 'GET', route: '/a/:id', status: '200' }
  for (const seconds of [0.005, 0.2, 60]) metrics.observeRequest(labels, seconds)
  metrics.observeRequest({ ...labels, status: '404' }, 0.1)
  const text = await metrics.text()
  const bucket = (le: string) =>
    `khapdee_http_request_duration_seconds_bucket{method="GET",route="/a/:id",status="200",le="${le}"}`
  for (const [le, count] of [
    ['0.01', 1],
    ['0.1', 1],
    ['0.25', 2],
    ['10', 2],
    ['+Inf', 3],
  ])
    expect(text).toContain(`${bucket(String(le))} ${count}\n`)
  expect(text).toContain(
    'khapdee_http_request_duration_seconds_count{method="GET",route="/a/:id",status="404"} 1\n',
  )
})

it('reads gauges when metrics are requested, escapes labels, and omits gauges that fail', async () => {
  const metrics = createMetrics()
  metrics.gauge('a', 'An example', () => [{ labels: { name: 'x"\\\n' }, value: 1 }])
  metrics.gauge('b', 'Fails', () => Promise.reject(new Error('away')))
  const text = await metrics.text()
  expect(text).toContain(
    '# HELP khapdee_a An example.\n# TYPE khapdee_a gauge\nkhapdee_a{name="x\\"\\\\\\n"} 1\n',
  )
  expect(text).not.toContain('khapdee_b')
  expect(text).toMatch(/khapdee_event_loop_delay_seconds\{quantile="0\.99"\} \d/)
})
