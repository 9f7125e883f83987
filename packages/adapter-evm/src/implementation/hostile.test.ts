import { PorticoError } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import fc from 'fast-check'
import { foundry } from 'viem/chains'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { codeError, testWallet, type TestWallet } from '../test/testWallet.js'

const connectorId = 'org.example.wallet'
let adapter: Adapter
let reports: unknown[][]
let wallet: TestWallet

beforeEach(async () => {
  ;({ adapter, reports } = await testAdapter({ networks: [foundry] }))
  wallet = testWallet({ chainId: 31337 })
})

const signal = never()
const target = () => ({ connectorId, address: wallet.address, networkId: 'eip155:31337' as const })

describe('a wallet that does not answer', () => {
  test('R1: turning away from it rejects at once', async () => {
    const abort = new AbortController()
    wallet.state.script = () => new Promise(() => undefined)
    const asking = adapter.connect({ connector: wayIn(wallet), signal: abort.signal })
    setTimeout(() => abort.abort(), 10)
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    expect(reports).toEqual([])
  })

  test('R2: a yes that comes after that is taken back, and connects nothing', async () => {
    const abort = new AbortController()
    let say: ((accounts: unknown) => void) | undefined
    wallet.state.script = (method) => (method === 'eth_requestAccounts' ? new Promise((resolve) => (say = resolve)) : undefined)
    const asking = adapter.connect({ connector: wayIn(wallet), signal: abort.signal })
    await expect.poll(() => say).toBeDefined()
    abort.abort()
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    say?.([wallet.address])
    await expect.poll(() => wallet.asked.at(-1)?.method).toBe('wallet_revokePermissions')
    expect(wallet.listening()).toBe(0)
    expect(reports).toEqual([])
    await expect(adapter.signMessage({ ...target(), message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('R2: a late yes is kept when the same wallet was chosen again meanwhile', async () => {
    const abort = new AbortController()
    const waiting: ((accounts: unknown) => void)[] = []
    wallet.state.script = (method) =>
      method === 'eth_requestAccounts'
        ? new Promise((resolve) => void waiting.push(resolve))
        : method === 'eth_accounts'
          ? [wallet.address]
          : undefined
    const first = adapter.connect({ connector: wayIn(wallet), signal: abort.signal })
    await expect.poll(() => waiting).toHaveLength(1)
    abort.abort()
    await expect(first).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    const second = adapter.connect({ connector: wayIn(wallet), signal })
    await expect.poll(() => waiting).toHaveLength(2)
    for (const say of waiting) say([wallet.address])
    await expect(second).resolves.toMatchObject({ addresses: [wallet.address] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(wallet.asked.some(({ method }) => method === 'wallet_revokePermissions')).toBe(false)
    expect(wallet.listening()).toBe(3)
  })

  test('disconnecting does not wait for it', async () => {
    await adapter.connect({ connector: wayIn(wallet), signal })
    wallet.state.script = () => new Promise(() => undefined)
    const begun = Date.now()
    await adapter.disconnect({ connectorId })
    expect(Date.now() - begun).toBeLessThan(1_000)
    expect(reports).toEqual([['disconnected', connectorId]])
  })

  test('reconnecting gives up after 10 s', async () => {
    vi.useFakeTimers()
    wallet.state.script = () => new Promise(() => undefined)
    const asking = adapter.reconnect({ connector: wayIn(wallet), signal })
    await vi.advanceTimersByTimeAsync(10_100)
    await expect(asking).resolves.toBeUndefined()
    vi.useRealTimers()
  })

  test('a reconnection that is disconnected meanwhile does not come back', async () => {
    let say: ((accounts: unknown) => void) | undefined
    wallet.state.script = (method) => (method === 'eth_accounts' ? new Promise((resolve) => (say = resolve)) : undefined)
    const asking = adapter.reconnect({ connector: wayIn(wallet), signal })
    await expect.poll(() => say).toBeDefined()
    await adapter.disconnect({ connectorId })
    say?.([wallet.address])
    await expect(asking).resolves.toBeUndefined()
    expect(reports).toEqual([])
  })
})

describe('a wallet that answers nonsense', () => {
  const nonsense = [
    ['text', 'yes'],
    ['null', null],
    ['an empty list', []],
    ['no addresses', ['me']],
    ['short addresses', ['0x12']],
    ['numbers', [1]],
    ['an object', { 0: '0x' }],
    ['a long list', Array(20_000).fill('0x')],
  ] as const
  test.each(nonsense)('R2: accounts that are %s are a WalletAnswerError', async (_, said) => {
    wallet.state.script = (method) => (method === 'eth_requestAccounts' ? said : undefined)
    await expect(adapter.connect({ connector: wayIn(wallet), signal })).rejects.toMatchObject({ name: 'WalletAnswerError' })
    await expect(adapter.signMessage({ ...target(), message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test.each([
    ['text', 'mainnet'],
    ['nothing', null],
    ['zero', '0x0'],
    ['a fraction', 1.5],
    ['an object', {}],
    ['too much', '0x' + 'f'.repeat(40)],
  ])('R2: a network that is %s is a WalletAnswerError', async (_, said) => {
    wallet.state.script = (method) => (method === 'eth_chainId' ? said : undefined)
    await expect(adapter.connect({ connector: wayIn(wallet), signal })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test.each([
    ['text', 'signed'],
    ['nothing', null],
    ['odd hex', '0x123'],
    ['too short', '0x1234'],
    ['an object', { signature: '0x' }],
  ])('R2: a signature that is %s is a WalletAnswerError', async (_, said) => {
    await adapter.connect({ connector: wayIn(wallet), signal })
    wallet.state.script = (method) => (/sign/.test(method) ? said : undefined)
    await expect(adapter.signMessage({ ...target(), message: 'x' })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test.each([
    ['text', 'sent'],
    ['a short hash', '0x1234'],
    ['a long hash', `0x${'1'.repeat(66)}`],
    ['nothing', null],
  ])('R2: a hash that is %s is a WalletAnswerError', async (_, said) => {
    await adapter.connect({ connector: wayIn(wallet), signal })
    wallet.state.script = (method) => (method === 'eth_sendTransaction' ? said : undefined)
    await expect(adapter.sendTransaction?.({ ...target(), to: wallet.address })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('R2: a wallet that throws at once, throws no Error, or throws nothing ends in one typed error', async () => {
    for (const thrown of ['no', undefined, null, 7, {}, { code: 4001 }, Symbol('x')]) {
      const rude = {
        provider: {
          request: () => {
            throw thrown
          },
        },
      }
      await expect(adapter.connect({ connector: wayIn(rude), signal })).rejects.toBeInstanceOf(PorticoError)
    }
  })

  test('R2: a wallet whose listeners cannot be added or removed still works', async () => {
    wallet.provider.on = () => {
      throw new Error('no')
    }
    wallet.provider.removeListener = () => {
      throw new Error('no')
    }
    await adapter.connect({ connector: wayIn(wallet), signal })
    await adapter.disconnect({ connectorId })
    expect(reports).toEqual([['disconnected', connectorId]])
  })

  test('R2, R3: any order of events and nonsense lands in a connection with an address and a network, or in none (1,000 traces)', async () => {
    const event = fc.constantFrom('accountsChanged', 'chainChanged', 'disconnect')
    const payload = fc.oneof(fc.anything(), fc.constantFrom<unknown>([], [wallet.address], '0x1', '0x7a69', 'x', { code: 1013 }))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(event, payload), { maxLength: 8 }), async (events) => {
        reports.length = 0
        await adapter.connect({ connector: wayIn(wallet), signal })
        for (const [name, said] of events) wallet.emit(name, said)
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
        for (const [kind, id, change] of reports) {
          expect(id).toBe(connectorId)
          expect(['changed', 'disconnected']).toContain(kind)
          if (kind === 'changed') {
            const { addresses, networkId } = Object(change)
            if (networkId !== undefined) expect(networkId).toMatch(/^eip155:[1-9]\d*$/)
            if (addresses !== undefined) for (const address of addresses) expect(address).toMatch(/^0x[\da-fA-F]{40}$/)
          }
        }
        expect(reports.filter(([kind]) => kind === 'disconnected').length).toBeLessThanOrEqual(1)
        await adapter.disconnect({ connectorId })
        expect(wallet.listening()).toBe(0)
      }),
      { numRuns: 1_000 },
    )
    recordPromise({ id: 'R3', name: 'orders of events and nonsense of an EVM wallet', runs: 1_000, accepted: 0 })
  }, 60_000)

  test('a wallet that says that a request is waiting already is a RequestPendingError', async () => {
    wallet.state.script = () => {
      throw codeError(-32002, 'already pending')
    }
    await expect(adapter.connect({ connector: wayIn(wallet), signal })).rejects.toMatchObject({ name: 'RequestPendingError' })
  })
})
