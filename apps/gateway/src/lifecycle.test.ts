import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OptionsError } from '@portico/service'
import { expect, test } from 'vitest'
import { readOptions } from './env.js'
import { createGateway } from './gateway.js'

const timeout = 30_000
const program = fileURLToPath(new URL('../bin/gateway.mjs', import.meta.url))

test('reads the environment and names the variable that is wrong', () => {
  expect(readOptions({})).toEqual({})
  expect(
    readOptions({
      PORTICO_GATEWAY_HOST: '::1',
      PORTICO_GATEWAY_PORT: '9200',
      PORTICO_GATEWAY_DATA: '',
      PORTICO_GATEWAY_CERTIFIED: 'io.metamask, com.ledger,',
      PORTICO_GATEWAY_QUIET: 'true',
    }),
  ).toEqual({ host: '::1', port: 9200, certified: ['io.metamask', 'com.ledger'], quiet: true })
  expect(() => readOptions({ PORTICO_GATEWAY_PORT: 'http' })).toThrow(OptionsError)
  expect(() => readOptions({ PORTICO_GATEWAY_PORT: 'http' })).toThrow('PORTICO_GATEWAY_PORT')
  const chains = [{ id: 'eip155:1', name: 'A', rpc: ['http://127.0.0.1:8545'], native: { name: 'Ether', symbol: 'ETH', decimals: 18 } }]
  const options = readOptions({ PORTICO_GATEWAY_CHAINS: JSON.stringify(chains), PORTICO_GATEWAY_DATABASE: '/srv/gateway.sqlite' })
  expect(options).toMatchObject({ chains, database: '/srv/gateway.sqlite' })
  expect(() => readOptions({ PORTICO_GATEWAY_CHAINS: '[{"id":"eip155:1"}]' })).toThrow(OptionsError)
  expect(() =>
    createGateway({ quiet: true, database: ':memory:', chains: [{ ...chains[0], providers: [{ kind: 'nobody' }] }] as never }),
  ).toThrow('nobody')
})

test('tells its numbers on an address of its own, and only where one is given', async () => {
  const gateway = createGateway({ port: 0, quiet: true, metrics: { port: 0 } })
  const url = await gateway.listen()
  await (await fetch(`${url}/v1/wallets?search=secret`)).arrayBuffer()
  const text = await (await fetch(`${gateway.metricsUrl}/metrics`)).text()
  expect(text).toContain('portico_http_requests_total{method="GET",route="/v1/wallets",status="200"} 1\n')
  expect(text).not.toContain('secret')
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  await gateway.close()
  await expect(fetch(`${gateway.metricsUrl}/metrics`)).rejects.toThrow()
  expect(createGateway({ quiet: true }).metricsUrl).toBeUndefined()
  expect(readOptions({ PORTICO_GATEWAY_METRICS_PORT: '9190' })).toEqual({ metrics: { port: 9190 } })
})

test('runs as a program, logs lines of JSON without addresses or queries, and ends on a signal', { timeout }, async () => {
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORTICO_GATEWAY_PORT: '0' } })
  const exit = once(child, 'exit')
  const lines: Record<string, unknown>[] = []
  const reader = createInterface(child.stdout)
  reader.on('line', (line) => lines.push(JSON.parse(line)))
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1)
  const url = String(lines[0]?.['url'])

  const agent = new Agent({ keepAlive: true })
  for (const path of [
    '/v1/wallets?search=secret-word&projectId=site',
    '/v1/wallets/io.metamask/image',
    '/v1/wallets/secret-id',
    '/secret',
  ]) {
    await new Promise((resolve) =>
      get(url + path, { agent, headers: { 'user-agent': 'secret-agent' } }, (answer) => answer.resume().on('end', resolve)),
    )
  }
  await expect.poll(() => lines.length).toBe(5)
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  agent.destroy()

  expect(lines.slice(1, 5)).toMatchObject([
    { level: 'info', service: 'gateway', event: 'request', method: 'GET', route: '/v1/wallets', status: 200 },
    { route: '/v1/wallets/:id/image', status: 200 },
    { route: '/v1/wallets/:id', status: 404 },
    { status: 404 },
  ])
  for (const line of lines.slice(1, 5)) {
    expect(Object.keys(line).toSorted()).toEqual(['event', 'level', 'method', 'milliseconds', 'route', 'service', 'status', 'time'])
    expect(JSON.stringify(line)).not.toMatch(/secret|127\.0\.0\.1|::1/)
  }
})

test('says in one line what is wrong with the options, and does not start', { timeout }, async () => {
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORTICO_GATEWAY_CERTIFIED: 'io.nobody' } })
  const parts: Buffer[] = []
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(Buffer.concat(parts).toString()).toBe('certified names wallets that are not listed: io.nobody\n')
})
