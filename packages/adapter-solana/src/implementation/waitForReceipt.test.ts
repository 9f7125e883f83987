import { createPortico } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import type { Solana } from '@portico/chains/solana'
import { createSolanaWallet, type HeadlessSolanaWallet } from '@portico/testing/solana'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { solana as mainnet } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { solana } from '../solana.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { startChain, useWebSocket } from '../test/chain.js'
import { bodyOf } from '../test/request.js'
import { addressOf } from '../test/keys.js'
import { createRpc } from './rpc.js'
import { receiptRetries, receiptRetryDelay, receiptTimeout, waitForReceipt } from './waitForReceipt.js'

let chain: Solana
let options: SolanaOptions
let stopChain: () => Promise<void>
const networkId = mainnet.id
const unknown = base58.encode(new Uint8Array(64).fill(7))

beforeAll(async () => {
  ;({ chain, options, stop: stopChain } = await startChain(14_005))
}, 60_000)
afterAll(() => stopChain())

const rpcOf = (over: SolanaOptions = options, fetcher?: typeof fetch) =>
  createRpc(createPortico({ adapters: [solana(over)], ...(fetcher && { fetch: fetcher }) }), over)

describe('R20: waiting for a receipt', () => {
  let adapter: Adapter
  let wallet: HeadlessSolanaWallet
  beforeEach(async () => {
    wallet = createSolanaWallet({ features: ['standard:connect', 'solana:signTransaction'], chains: { 'solana:mainnet': chain.urls.http } })
    ;({ adapter } = await testAdapter(options))
    await adapter.connect({ connector: wayIn(wallet.wallet), signal: never() })
  })
  const send = async () =>
    (await adapter.sendTransaction?.({ connectorId, address: addressOf(0), networkId, to: addressOf(1), value: 1n })) ?? ''

  test('R20: it asks 6 times more, 200 ms times 2^n apart, and gives up after 180 s', () => {
    expect({ receiptRetries, receiptRetryDelay, receiptTimeout }).toEqual({
      receiptRetries: 6,
      receiptRetryDelay: 200,
      receiptTimeout: 180_000,
    })
  })

  test('ends with a confirmation, by polling where there is no WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const hash = await send()
    await expect(adapter.waitForReceipt?.({ hash, networkId })).resolves.toMatchObject({ hash, outcome: 'success', minedHash: hash })
    vi.unstubAllGlobals()
  })

  test('is told by a subscription, which is closed afterwards', async () => {
    const restore = useWebSocket()
    await expect.poll(() => chain.health().clients).toBe(0)
    const hash = await send()
    const waiting = adapter.waitForReceipt?.({ hash, networkId })
    await expect(waiting).resolves.toMatchObject({ hash, outcome: 'success' })
    await expect.poll(() => chain.health().clients).toBe(0)
    restore()
  })

  test('does not believe a subscription alone: what it says is looked up', async () => {
    const restore = useWebSocket()
    const liar = new WebSocketServer({ port: 14_008, host: '127.0.0.1' })
    liar.on('connection', (socket) => {
      const lie = JSON.stringify({
        jsonrpc: '2.0',
        method: 'signatureNotification',
        params: { result: { context: { slot: 1 }, value: { err: null } }, subscription: 1 },
      })
      socket.on('message', () => [1, 2, 3].forEach(() => socket.send(lie)))
    })
    const lied = { ...options, rpcUrls: { [networkId]: { http: chain.urls.http, ws: 'ws://127.0.0.1:14008' } } }
    await expect(waitForReceipt(rpcOf(lied), { hash: unknown, networkId, timeout: 600 })).rejects.toMatchObject({
      name: 'ReceiptTimeoutError',
    })
    for (const client of liar.clients) client.terminate()
    await new Promise((resolve) => liar.close(resolve))
    restore()
  })

  test('survives a WebSocket that is not there, and an endpoint that fails for a while', async () => {
    const restore = useWebSocket()
    const hash = await send()
    let failures = 3
    const flaky: typeof fetch = async (...parameters) => {
      failures -= 1
      return failures >= 0 ? new Response('', { status: 404 }) : fetch(...parameters)
    }
    const off = { ...options, rpcUrls: { [networkId]: { http: chain.urls.http, ws: 'ws://127.0.0.1:14009' } } }
    await expect(waitForReceipt(rpcOf(off, flaky), { hash, networkId })).resolves.toMatchObject({ outcome: 'success' })
    expect(failures).toBeLessThan(0)
    restore()
  })

  test('time that runs out is a ReceiptTimeoutError', async () => {
    await expect(waitForReceipt(rpcOf(), { hash: unknown, networkId, timeout: 400 })).rejects.toMatchObject({ name: 'ReceiptTimeoutError' })
  })

  test('an abort ends it at once', async () => {
    const abort = new AbortController()
    const waiting = waitForReceipt(rpcOf(), { hash: unknown, networkId, signal: abort.signal })
    setTimeout(() => abort.abort(new Error('enough')), 50)
    const begun = Date.now()
    await expect(waiting).rejects.toThrow('enough')
    expect(Date.now() - begun).toBeLessThan(1_000)
  })

  test('what is no signature is an InvalidOptionError', async () => {
    for (const hash of ['', 'x', addressOf(0), `0x${'1'.repeat(64)}`])
      await expect(adapter.waitForReceipt?.({ hash, networkId })).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'hash' })
  })

  test('R8: what got lost is sent again, the same bytes, and what has expired says so', async () => {
    const hash = await send()
    await adapter.waitForReceipt?.({ hash, networkId })
    const state = { valid: true, asked: 0 }
    const again: unknown[] = []
    const forgetful: typeof fetch = async (_, init) => {
      const { method, params } = bodyOf(init)
      if (method === 'sendTransaction') again.push(params)
      if (method === 'isBlockhashValid') state.asked += 1
      if (state.asked > 3) state.valid = false
      return Response.json({
        jsonrpc: '2.0',
        id: 1,
        result: method === 'isBlockhashValid' ? { value: state.valid } : method === 'sendTransaction' ? hash : { value: [null] },
      })
    }
    const wire = Uint8Array.of(1, 2, 3)
    const sent = { wire, blockhash: addressOf(9), once: false }
    vi.useFakeTimers()
    const expiring = expect(waitForReceipt(rpcOf(options, forgetful), { hash, networkId, sent })).rejects.toMatchObject({
      name: 'TransactionExpiredError',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await expiring
    vi.useRealTimers()
    expect(again).toHaveLength(3)
    expect(new Set(again.map((params) => JSON.stringify(params)))).toEqual(
      new Set([JSON.stringify(['AQID', { encoding: 'base64', skipPreflight: true, maxRetries: 0 }])]),
    )
    // A blockhash that never was good is a durable nonce: no reason to give up early.
    Object.assign(state, { valid: false, asked: 0 })
    await expect(waitForReceipt(rpcOf(options, forgetful), { hash, networkId, sent, timeout: 1_500 })).rejects.toMatchObject({
      name: 'ReceiptTimeoutError',
    })
    // With retries of the host's own, nothing is sent beside them.
    Object.assign(state, { valid: true, asked: -10 })
    const before = again.length
    await expect(
      waitForReceipt(rpcOf(options, forgetful), { hash, networkId, sent: { ...sent, once: true }, timeout: 1_500 }),
    ).rejects.toMatchObject({ name: 'ReceiptTimeoutError' })
    expect(again).toHaveLength(before)
  }, 20_000)

  test('R8: what came in with the last block that took it is no loss, though the node that is asked has not heard of it yet', async () => {
    const [lastGood, heard] = [3_000, 9_000]
    vi.useFakeTimers()
    const begun = Date.now()
    const nodes: typeof fetch = async (_, init) => {
      const { method } = bodyOf(init)
      const age = Date.now() - begun
      const status = age < heard ? null : { slot: 7, confirmations: 1, err: null, confirmationStatus: 'confirmed' }
      return Response.json({
        jsonrpc: '2.0',
        id: 1,
        result: { value: method === 'isBlockhashValid' ? age < lastGood : method === 'getSignatureStatuses' ? [status] : unknown },
      })
    }
    const sent = { wire: Uint8Array.of(1), blockhash: addressOf(9), once: false }
    const waiting = expect(waitForReceipt(rpcOf(options, nodes), { hash: unknown, networkId, sent })).resolves.toMatchObject({
      outcome: 'success',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await waiting
    vi.useRealTimers()
  })
})
