import { expect, test } from 'vitest'
import { createMetrics } from './metrics.js'

const names = {
  gauges: { open_connections: 'Open connections.' },
  counters: { refused_total: 'Refused, by reason.' },
  histograms: { publish_seconds: 'Time to publish.' },
}

test('counts by label, and sums over all labels or those that match', () => {
  const metrics = createMetrics(names)
  metrics.add('refused_total', { reason: 'full' })
  metrics.add('refused_total', { reason: 'full' })
  metrics.add('refused_total', { reason: 'token' }, 3)
  metrics.gauge('open_connections', 1)
  metrics.gauge('open_connections', -1)
  expect(metrics.total('refused_total')).toBe(5)
  expect(metrics.total('refused_total', { reason: 'full' })).toBe(2)
  expect(metrics.total('open_connections')).toBe(0)
})

test('writes what Prometheus reads: a name that was never counted is 0, and buckets hold all below them', () => {
  const metrics = createMetrics(names)
  expect(metrics.render()).toContain('# TYPE refused_total counter\nrefused_total 0\n')
  for (const milliseconds of [0.5, 3, 3, 9000]) metrics.observe('publish_seconds', milliseconds)
  metrics.add('refused_total', { reason: 'full' })
  const text = metrics.render()
  expect(text).toContain('refused_total{reason="full"} 1\n')
  expect(text).toContain('publish_seconds_bucket{le="0.001"} 1\n')
  expect(text).toContain('publish_seconds_bucket{le="0.005"} 3\n')
  expect(text).toContain('publish_seconds_bucket{le="+Inf"} 4\npublish_seconds_sum 9.0065\npublish_seconds_count 4\n')
  expect(text).toMatch(/process_resident_memory_bytes \d+\n$/)
  const [, seconds] = /process_cpu_seconds_total ([\d.]+)\n/.exec(text) ?? []
  expect(Math.abs(Number(seconds) - process.cpuUsage().user / 1e6 - process.cpuUsage().system / 1e6)).toBeLessThan(1)
})
