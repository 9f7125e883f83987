import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createMetricsListener } from './metricsListener.js'

test('tells the numbers with gzip to who takes it, and as they are to others', async () => {
  const text = 'portico_requests_total{outcome="ok"} 12\n'.repeat(200)
  const listener = createMetricsListener({ render: () => text }, { port: 0 })
  const url = `${await listener.listen()}/metrics`
  onTestFinished(() => listener.close())
  const ask = async (takes?: string) => {
    const [answer]: IncomingMessage[] = await once(get(url, { headers: takes ? { 'accept-encoding': takes } : {} }), 'response')
    if (!answer) throw new Error('There was no answer.')
    return { encoding: answer.headers['content-encoding'], type: answer.headers['content-type'], body: await buffer(answer) }
  }
  const plain = await ask()
  expect([plain.encoding, plain.body.toString()]).toEqual([undefined, text])
  const packed = await ask('gzip, deflate')
  expect([packed.encoding, packed.type]).toEqual(['gzip', plain.type])
  expect(gunzipSync(packed.body).toString()).toBe(text)
  expect(packed.body.length).toBeLessThan(text.length / 10)
})
