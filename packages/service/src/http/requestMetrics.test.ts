import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { OptionsError } from '../errors.js'
import { createMetricsListener, metricsAddress } from './metricsListener.js'
import { countRequests, createServiceMetrics } from './requestMetrics.js'

test('requests are counted by route and never by path, and told on an address of their own alone', async () => {
  const metrics = createServiceMetrics()
  const app = new Hono()
  app.use(countRequests(metrics))
  app.get('/device/:link', (context) => context.text('page'))
  const listener = createMetricsListener(metrics, { port: 0 })
  const url = await listener.listen()
  for (const path of ['/device/secret-1', '/device/secret-2', '/secret-3']) await app.request(path)
  await app.request('/device/secret-4', { method: 'SECRET' })
  const text = await (await fetch(`${url}/metrics`)).text()
  expect((await app.request('/metrics')).status).toBe(404)
  expect((await fetch(`${url}/device/secret`)).status).toBe(404)
  await listener.close()
  expect(text).toContain('portico_http_requests_total{method="GET",route="/device/:link",status="200"} 2\n')
  expect(text).toContain('portico_http_requests_open 0\n')
  expect(text).toContain('portico_http_request_seconds_count 4\n')
  expect(text).toContain('method="other"')
  expect(text).not.toMatch(/secret/i)
})

test('a host without a port is a mistake, and neither means nowhere', () => {
  expect(metricsAddress('PORTICO_X_', {})).toBeUndefined()
  expect(metricsAddress('PORTICO_X_', { METRICS_PORT: 9391 })).toEqual({ port: 9391 })
  expect(metricsAddress('PORTICO_X_', { METRICS_HOST: '10.0.0.2', METRICS_PORT: 0 })).toEqual({ host: '10.0.0.2', port: 0 })
  expect(() => metricsAddress('PORTICO_X_', { METRICS_HOST: '10.0.0.2' })).toThrow(OptionsError)
})
