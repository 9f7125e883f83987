import { ConnectionCancelledError, PorticoError, type SignedMessage } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { createSolanaWallet, hostileSolanaWallets } from '@portico/testing/solana'
import { always, delay, garbage, never as silence, reject } from '@portico/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readWallet } from '../discover/standard.js'
import { solana as mainnet, solanaDevnet } from '../networks.js'
import { connectorId, never, testAdapter, wayIn } from '../test/adapter.js'
import { addressOf } from '../test/keys.js'
import { readAddress } from './bytes.js'
import { encodeMessage, unsigned } from './encode.js'
import { transferSol } from './programs.js'

const signal = never()
const networkId = mainnet.id
const target = { connectorId, address: addressOf(0), networkId }
const message = encodeMessage({
  payer: addressOf(0),
  blockhash: addressOf(9),
  instructions: [transferSol({ from: addressOf(0), to: addressOf(1), units: 1n })],
})
const transaction = unsigned(message)

let adapter: Adapter
let reports: unknown[][]
let stop: () => void
const unheard: unknown[] = []
const note = (error: unknown) => void unheard.push(error)

beforeEach(async () => {
  unheard.length = 0
  process.on('unhandledRejection', note)
  ;({ adapter, reports, stop } = await testAdapter({ networks: [mainnet, solanaDevnet], rpcUrls: { [mainnet.id]: 'http://127.0.0.1:1' } }))
})
afterEach(async () => {
  stop()
  await new Promise((resolve) => setTimeout(resolve, 0))
  process.off('unhandledRejection', note)
  expect(unheard).toEqual([])
})

/** What became of a request; 'silent' when there is no answer for a while. */
async function outcome<T>(asking: Promise<T> | undefined): Promise<T | Error | 'silent' | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'silent'>((resolve) => (timer = setTimeout(() => resolve('silent'), 300)))
  try {
    return await Promise.race([asking, late])
  } catch (error) {
    return error instanceof Error ? error : new Error(`no error: ${String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

const isSignature = (said: string | SignedMessage) =>
  ed25519.verify(
    base58.decode(typeof said === 'string' ? said : said.signature),
    new TextEncoder().encode('hello'),
    base58.decode(addressOf(0)),
  )

describe.each(hostileSolanaWallets.map((hostile) => [hostile.name, hostile] as const))('R1, R2, R3: a wallet that %s', (_, hostile) => {
  test('ends in an answer that is true, in a typed error, or in a wait that can be turned away from', async () => {
    const wallet = createSolanaWallet({ accounts: 2, chains: { 'solana:mainnet': 'http://127.0.0.1:1' } })
    const { wallet: shown } = hostile.apply(wallet)
    const read = readWallet(shown)
    expect((read?.name ?? '').length).toBeLessThanOrEqual(64)
    expect(read?.icon ?? 'data:image/').toMatch(/^(data:image\/|https:)/)

    const abort = new AbortController()
    const asking = adapter.connect({ connector: wayIn(shown), signal: abort.signal })
    const grant = await outcome(asking)
    if (grant === 'silent') {
      abort.abort()
      await expect(asking).rejects.toBeInstanceOf(ConnectionCancelledError)
    } else if (grant instanceof Error) {
      expect(grant).toBeInstanceOf(PorticoError)
    } else {
      expect(grant?.networkId).toMatch(/^solana:/)
      expect(grant?.addresses.length).toBeGreaterThan(0)
      for (const address of grant?.addresses ?? []) expect(readAddress(address)).toBeDefined()
      const answers = await Promise.all([
        outcome(adapter.signMessage({ ...target, message: 'hello' })),
        outcome(adapter.signTransactions?.({ ...target, transactions: [transaction, transaction] })),
        outcome(adapter.signAndSendTransaction?.({ ...target, transaction })),
      ])
      for (const answer of answers) if (answer instanceof Error) expect(answer).toBeInstanceOf(PorticoError)
      const [signature, signed] = answers
      if (typeof signature === 'string' && signature !== 'silent') expect(isSignature(signature)).toBe(true)
      if (Array.isArray(signed))
        for (const wire of signed) expect(ed25519.verify(wire.subarray(1, 65), message, base58.decode(addressOf(0)))).toBe(true)
    }
    for (const [kind, id, change] of reports) {
      expect([kind, id]).toEqual(['changed', connectorId])
      for (const address of Object(change).addresses ?? []) expect(readAddress(address)).toBeDefined()
    }
    // No farewell is waited for longer than 3 s.
    vi.useFakeTimers()
    const goodbye = adapter.disconnect({ connectorId })
    await vi.advanceTimersByTimeAsync(3_001)
    await expect(goodbye).resolves.toBeUndefined()
    vi.useRealTimers()
    wallet.close()
  })
})

describe('a wallet that does not answer in time', () => {
  test('R1, R2: a yes that comes after turning away is taken back, and connects nothing', async () => {
    const wallet = createSolanaWallet({ policy: 'manual' })
    const abort = new AbortController()
    const asking = adapter.connect({ connector: wayIn(wallet.wallet), signal: abort.signal })
    await wallet.waitFor('standard:connect')
    abort.abort()
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    wallet.approve()
    await expect.poll(() => wallet.log.at(-1)?.method).toBe('standard:disconnect')
    expect(reports).toEqual([])
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('R2: a late yes is kept when the same wallet was chosen again meanwhile', async () => {
    const wallet = createSolanaWallet()
    wallet.script('standard:connect', delay(50), delay(80))
    const abort = new AbortController()
    const first = adapter.connect({ connector: wayIn(wallet.wallet), signal: abort.signal })
    abort.abort()
    await expect(first).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    await expect(adapter.connect({ connector: wayIn(wallet.wallet), signal })).resolves.toMatchObject({ addresses: [addressOf(0)] })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(wallet.log.some(({ method }) => method === 'standard:disconnect')).toBe(false)
  })

  test('reconnecting gives up after 10 s', async () => {
    vi.useFakeTimers()
    const wallet = createSolanaWallet({ connected: true })
    wallet.script('standard:connect', always(silence()))
    const asking = adapter.reconnect({ connector: wayIn(wallet.wallet), signal })
    await vi.advanceTimersByTimeAsync(10_100)
    await expect(asking).resolves.toBeUndefined()
    vi.useRealTimers()
  })

  test('a reconnection that is disconnected meanwhile does not come back', async () => {
    const wallet = createSolanaWallet({ connected: true })
    wallet.script('standard:connect', delay(30))
    const asking = adapter.reconnect({ connector: wayIn(wallet.wallet), signal })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await adapter.disconnect({ connectorId })
    await expect(asking).resolves.toBeUndefined()
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })
})

describe('what a wallet hands back', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['text', 'signed'],
    ['an empty list', []],
    ['a list of null', [null]],
    ['too many', [{ signature: new Uint8Array(64) }, { signature: new Uint8Array(64) }]],
    ['a signature of zeros', [{ signature: new Uint8Array(64) }]],
    ['a short one', [{ signature: new Uint8Array(63) }]],
    ['plain numbers', [{ signature: Array(64).fill(1) }]],
  ])('R2: a signature that is %s is a WalletAnswerError', async (_, said) => {
    const wallet = createSolanaWallet()
    await adapter.connect({ connector: wayIn(wallet.wallet), signal })
    wallet.script('solana:signMessage', garbage(said))
    wallet.script('solana:signAndSendTransaction', garbage(said))
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletAnswerError' })
    await expect(adapter.signAndSendTransaction?.({ ...target, transaction })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('a wallet that is no wallet is a ProviderNotFoundError, and a loader that throws a typed error', async () => {
    for (const nothing of [undefined, null, 1, 'wallet', {}, () => undefined])
      await expect(adapter.connect({ connector: wayIn(nothing), signal })).rejects.toMatchObject({ name: 'ProviderNotFoundError' })
    const broken = {
      ...wayIn({}),
      getProvider: () => {
        throw 'no'
      },
    }
    await expect(adapter.connect({ connector: broken, signal })).rejects.toBeInstanceOf(PorticoError)
  })

  test('R2: a wallet that throws no Error ends in one typed error', async () => {
    for (const thrown of ['no', undefined, null, 7, {}, { code: 4001 }, Symbol('x')]) {
      const rude = {
        features: {
          'standard:connect': {
            connect: () => {
              throw thrown
            },
          },
        },
      }
      await expect(adapter.connect({ connector: wayIn(rude), signal })).rejects.toBeInstanceOf(PorticoError)
    }
  })
})

describe('events', () => {
  test('R2, R3: any changes, in any order, land in a connection with addresses and a network, or in none (1,000 traces)', async () => {
    const wallet = createSolanaWallet({ accounts: 3, accountsShown: 2 })
    const accounts = () => wallet.wallet.accounts
    const nonsense = fc.oneof(
      fc.anything(),
      fc.constantFrom<unknown>(
        [],
        undefined,
        [null],
        [{ address: 'x', chains: ['solana:mainnet'] }],
        [{ address: addressOf(1), chains: ['eip155:1'] }],
      ),
    )
    const change = fc.oneof(nonsense, fc.record({ accounts: nonsense }), fc.constant('same'), fc.constant('devnet only'))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        reports.length = 0
        await adapter.connect({ connector: wayIn(wallet.wallet), signal })
        for (const one of changes)
          wallet.emit(
            'change',
            one === 'same'
              ? { accounts: accounts() }
              : one === 'devnet only'
                ? { accounts: accounts().map((account) => ({ ...account, chains: ['solana:devnet'] })) }
                : one,
          )
        let isOver = false
        for (const [kind, id, said] of reports) {
          expect([kind, id, isOver]).toEqual(['changed', connectorId, false])
          const { addresses, networkId: network, approvedNetworkIds = [] } = Object(said)
          for (const address of addresses) expect(readAddress(address)).toBeDefined()
          if (network !== undefined) expect([mainnet.id, solanaDevnet.id]).toContain(network)
          for (const approved of approvedNetworkIds) expect(approved).toMatch(/^solana:\w+$/)
          isOver = addresses.length === 0
        }
        await adapter.disconnect({ connectorId })
      }),
      { numRuns: 1_000 },
    )
  }, 60_000)

  test('R18: no listener is left after the watch, nor after a disconnection', async () => {
    const wallet = createSolanaWallet()
    let listening = 0
    const counting = {
      ...wallet.wallet,
      get accounts() {
        return wallet.wallet.accounts
      },
      features: {
        ...wallet.wallet.features,
        'standard:events': {
          on: () => {
            listening += 1
            return () => (listening -= 1)
          },
        },
      },
    }
    await adapter.connect({ connector: wayIn(counting), signal })
    await adapter.connect({ connector: wayIn(counting), signal })
    expect(listening).toBe(1)
    const second = adapter.watch()
    stop()
    expect(listening).toBe(1)
    second()
    expect(listening).toBe(0)
    stop = adapter.watch()
    expect(listening).toBe(1)
    await adapter.disconnect({ connectorId })
    expect(listening).toBe(0)
  })

  test('a wallet whose listeners cannot be added or removed still works', async () => {
    const wallet = createSolanaWallet()
    const deaf = {
      ...wallet.wallet,
      accounts: undefined,
      features: {
        ...wallet.wallet.features,
        'standard:events': {
          on: () => {
            throw new Error('no')
          },
        },
      },
    }
    await expect(adapter.connect({ connector: wayIn(deaf), signal })).resolves.toMatchObject({ addresses: [addressOf(0)] })
    await adapter.disconnect({ connectorId })
  })
})

describe('two wallets at once', () => {
  test('each keeps its account, and what one does leaves the other alone', async () => {
    const one = createSolanaWallet()
    const two = createSolanaWallet({ seeds: [new Uint8Array(32).fill(5)], name: 'Other' })
    await adapter.connect({ connector: wayIn(one.wallet), signal })
    await adapter.connect({ connector: wayIn(two.wallet, 'standard:Other'), signal })
    two.disconnect()
    expect(reports).toEqual([['changed', 'standard:Other', { addresses: [] }]])
    await expect(adapter.signMessage({ ...target, message: 'x' })).resolves.toBeTypeOf('string')
    one.script('solana:signMessage', reject())
    await expect(adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'UserRejectedError' })
  })
})
