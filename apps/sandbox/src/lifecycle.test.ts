import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bitcoinAccounts } from '@portico/chains/bitcoin'
import { solanaAccounts } from '@portico/chains/solana/data'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accounts } from './accounts.js'
import { rpc } from './chains/rpc.js'
import { readOptions } from './env.js'
import { ChainError, PortInUseError, SandboxOptionsError } from './errors.js'
import type { ChainName } from './parts.js'
import { createSandbox } from './sandbox.js'

const timeout = 30_000
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

test('names the port that is in use and the part that wanted it, and starts nothing', { timeout }, async () => {
  const busy = await listen(8547 + 2040)
  const sandbox = createSandbox({ portOffset: 2040, quiet: true })
  const error = await sandbox.ready.catch((reason: unknown) => reason)
  await new Promise((resolve) => busy.close(resolve))
  expect(error).toBeInstanceOf(PortInUseError)
  expect(error).toMatchObject({
    port: 10_587,
    message: 'Port 10587 (Base, chain 8453) is in use. Stop what listens there or set PORTICO_SANDBOX_PORT_OFFSET.',
  })
  await expect(rpc(sandbox.urls.chains[1], 'eth_chainId')).rejects.toThrow()
})

test('names the port of a WebSocket that is in use', { timeout }, async () => {
  const busy = await listen(8900 + 2040)
  const error = await createSandbox({ portOffset: 2040, quiet: true }).ready.catch((reason: unknown) => reason)
  await new Promise((resolve) => busy.close(resolve))
  expect(error).toMatchObject({ port: 10_940, part: 'Solana, WebSocket' })
})

test('names the port of the relay or the gateway that is in use', { timeout }, async () => {
  for (const [port, part] of [
    [5555 + 2040, 'Relay'],
    [9100 + 2040, 'Gateway'],
  ] as const) {
    const busy = await listen(port)
    const error = await createSandbox({ portOffset: 2040, quiet: true }).ready.catch((reason: unknown) => reason)
    await new Promise((resolve) => busy.close(resolve))
    expect(error).toMatchObject({ code: 'port-in-use', port, part })
  }
})

test('refuses an address that others can reach, and ports that are none', () => {
  // @ts-expect-error: the type refuses it too
  expect(() => createSandbox({ host: '0.0.0.0' })).toThrow(SandboxOptionsError)
  expect(() => createSandbox({ portOffset: 60_000 })).toThrow('is not a port')
  expect(() => createSandbox({ ports: { base: 8545 } })).toThrow('given to both')
  expect(() => createSandbox({ ports: { control: 8902 } })).toThrow('given to both Solana devnet, WebSocket and control API')
})

test('reads the environment and names the variable that is wrong', () => {
  const env = {
    PORTICO_SANDBOX_PORT_OFFSET: '100',
    PORTICO_SANDBOX_PORT_CONTROL: '9999',
    PORTICO_SANDBOX_PORT_SOLANA: '7000',
    PORTICO_SANDBOX_PORT_SOLANA_DEVNET: '7002',
    PORTICO_SANDBOX_PORT_BITCOIN: '7004',
    PORTICO_SANDBOX_PORT_RELAY: '7005',
    PORTICO_SANDBOX_PORT_GATEWAY: '7006',
    PORTICO_SANDBOX_PERSIST: '',
    PORTICO_SANDBOX_QUIET: 'true',
  }
  expect(readOptions(env)).toEqual({
    portOffset: 100,
    ports: { control: 9999, solana: 7000, solanaDevnet: 7002, bitcoin: 7004, relay: 7005, gateway: 7006 },
    quiet: true,
  })
  expect(() => readOptions({ PORTICO_SANDBOX_PORT_OFFSET: 'many' })).toThrow('PORTICO_SANDBOX_PORT_OFFSET')
  expect(() => readOptions({ PORTICO_SANDBOX_HOST: '0.0.0.0' })).toThrow('PORTICO_SANDBOX_HOST')
})

test('keeps a balance across restarts when told to persist, and forgets it on reset', { timeout }, async () => {
  const persist = await mkdtemp(join(tmpdir(), 'portico-sandbox-'))
  folders.push(persist)
  const to = '0x00000000000000000000000000000000000A11cE'
  const open = async () => {
    const sandbox = createSandbox({ portOffset: 2040, quiet: true, persist })
    await sandbox.ready
    const balance = () => rpc(sandbox.urls.chains[10], 'eth_getBalance', [to, 'latest'])
    const held = async (chain: ChainName) => {
      const rows = z.array(holder).parse(await (await fetch(`${sandbox.urls.control}/balances/${chain}`)).json())
      return Object.values(rows[0]?.balances ?? {})[0]
    }
    const named = async () => [await held('solana'), await held('solanaDevnet'), await held('bitcoin')]
    return { sandbox, balance, named }
  }

  const first = await open()
  await rpc(first.sandbox.urls.chains[10], 'eth_sendTransaction', [{ from: accounts[0].address, to, value: '0x2a' }])
  await expect.poll(first.balance, { timeout: 10_000 }).toBe('0x2a') // the block comes a moment after the answer
  const gifts = [
    { chain: 'solana', address: solanaAccounts[0].address, amount: '1000000000' },
    { chain: 'bitcoin', address: bitcoinAccounts()[0]?.payment.address, amount: '50000000' },
  ]
  for (const gift of gifts) {
    const { status } = await fetch(`${first.sandbox.urls.control}/faucet`, { method: 'POST', body: JSON.stringify(gift) })
    expect(status).toBe(200)
  }
  const given = ['1001', '1000', '1.5']
  expect(await first.named()).toEqual(given)
  await first.sandbox.stop()

  const second = await open()
  expect(await second.balance()).toBe('0x2a')
  expect(await second.named()).toEqual(given)
  await second.sandbox.reset()
  expect(await second.balance()).toBe('0x0')
  expect(await second.named()).toEqual(['1000', '1000', '1'])
  await second.sandbox.stop()

  const third = await open()
  expect(await third.balance()).toBe('0x0')
  expect(await third.named()).toEqual(['1000', '1000', '1'])
  await third.sandbox.stop()
})

test('stops before it is ready without leaving anything behind', { timeout }, async () => {
  const sandbox = createSandbox({ portOffset: 2040, quiet: true })
  const ready = sandbox.ready.catch((reason: unknown) => reason)
  await sandbox.stop()
  expect(await ready).toBeInstanceOf(ChainError)
  await sandbox.stop()
  await expect(sandbox.reset()).rejects.toThrow(ChainError)
  await expect(rpc(sandbox.urls.chains[1], 'eth_chainId')).rejects.toThrow()
  await expect(rpc(sandbox.urls.solana.http, 'getSlot')).rejects.toThrow()
  await expect(fetch(`${sandbox.urls.bitcoin}/blocks/tip/height`)).rejects.toThrow()
  await expect(fetch(`${sandbox.urls.gateway}/healthz`)).rejects.toThrow()
  await expect(fetch(`${sandbox.urls.relay.replace('ws', 'http')}/healthz`)).rejects.toThrow()
})

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('leaves no process behind after %s', { timeout }, async (signal) => {
  const entry = fileURLToPath(new URL('../bin/sandbox.mjs', import.meta.url))
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, PORTICO_SANDBOX_PORT_OFFSET: '2080' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pids: number[] = []
  for await (const line of createInterface(child.stdout)) {
    const entry: unknown = JSON.parse(line)
    if (typeof entry !== 'object' || entry === null) continue
    if ('pid' in entry && typeof entry.pid === 'number') pids.push(entry.pid)
    if ('event' in entry && entry.event === 'ready') break
  }
  expect(pids).toHaveLength(3)
  expect(pids.filter(isAlive)).toEqual(pids)

  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
  const deadline = Date.now() + 8000
  while (pids.some(isAlive) && Date.now() < deadline) await sleep(20)
  expect(pids.filter(isAlive)).toEqual([])
})

const holder = z.object({ balances: z.record(z.string(), z.string()) })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
