import { PorticoError } from '@portico/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { bitcoin as mainnet } from '../networks.js'
import { never, testAdapter, wayIn, type TestAdapter } from '../test/adapter.js'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const other = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const testAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const signature = btoa('x'.repeat(107))
const connectorId = 'btc:test'
const target = { connectorId, address, networkId: mainnet.id }
const signal = never()

let visit: TestAdapter
beforeEach(async () => {
  visit = await testAdapter()
})
afterEach(() => {
  visit.stop()
  vi.useRealTimers()
})

type Script = (method: string, params: unknown) => unknown

/** A wallet of the sats-connect shape that says whatever a script says. */
function listedWallet(script: Script = () => undefined) {
  const asked: string[] = []
  const listeners = new Map<string, (payload?: unknown) => void>()
  const state = { script }
  const answers: Record<string, unknown> = {
    wallet_connect: { addresses: [{ address, purpose: 'payment' }], network: { bitcoin: { name: 'Mainnet' } } },
    wallet_getAccount: { addresses: [{ address, purpose: 'payment' }], network: { bitcoin: { name: 'Mainnet' } } },
    wallet_disconnect: null,
    signMessage: { signature },
  }
  const provider = {
    async request(method: string, params: unknown) {
      asked.push(method)
      const said = state.script(method, params)
      return said === undefined ? { jsonrpc: '2.0', id: '1', result: answers[method] ?? null } : said
    },
    addListener({ eventName, cb }: { eventName: string; cb: () => void }) {
      listeners.set(eventName, cb)
      return () => void listeners.delete(eventName)
    },
  }
  return { provider, asked, listeners, state }
}

/** A wallet of UniSat's shape that says whatever a script says. */
function directWallet(script: Script = () => undefined) {
  const listeners = new Map<string, Set<(payload?: unknown) => void>>()
  const state = { script, accounts: [address] as unknown, network: 'livenet' as unknown }
  const ask = async (method: string, params: unknown, usual: unknown) => state.script(method, params) ?? usual
  const provider = {
    requestAccounts: () => ask('requestAccounts', [], state.accounts),
    getAccounts: () => ask('getAccounts', [], state.accounts),
    getNetwork: () => ask('getNetwork', [], state.network),
    getPublicKey: () => ask('getPublicKey', [], '02'.repeat(33)),
    signMessage: (...params: unknown[]) => ask('signMessage', params, signature),
    signPsbt: (...params: unknown[]) => ask('signPsbt', params, ''),
    sendBitcoin: (...params: unknown[]) => ask('sendBitcoin', params, ''),
    on: (event: string, listener: () => void) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: () => void) => void listeners.get(event)?.delete(listener),
  }
  const emit = (event: string, payload?: unknown) => [...(listeners.get(event) ?? [])].forEach((listener) => listener(payload))
  return { provider, state, emit, listening: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0) }
}

/** A Wallet Standard wallet that has whatever it is given. */
const standardWallet = (over: object = {}) => ({
  version: '1.0.0',
  name: 'x',
  chains: ['bitcoin:mainnet'],
  accounts: [{ address, publicKey: new Uint8Array(33), chains: ['bitcoin:mainnet'], features: [] }],
  features: { 'bitcoin:connect': { connect: async () => ({}) } },
  ...over,
})

describe('a wallet that does not answer', () => {
  test('R2: a yes that comes after it was turned away is taken back, and connects nothing', async () => {
    let say: ((answer: unknown) => void) | undefined
    const { provider, asked, listeners } = listedWallet((method) =>
      method === 'wallet_connect' ? new Promise((resolve) => (say = resolve)) : undefined,
    )
    const abort = new AbortController()
    const asking = visit.adapter.connect({ connector: wayIn(provider), signal: abort.signal })
    await expect.poll(() => say).toBeDefined()
    abort.abort()
    await expect(asking).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    say?.({ addresses: [{ address }] })
    await expect.poll(() => asked.at(-1)).toBe('wallet_disconnect')
    expect(listeners.size).toBe(0)
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test('R2: a late yes is kept when the same wallet was chosen again meanwhile', async () => {
    const waiting: ((answer: unknown) => void)[] = []
    const { provider, asked } = listedWallet((method) =>
      method === 'wallet_connect' ? new Promise((resolve) => void waiting.push(resolve)) : undefined,
    )
    const abort = new AbortController()
    const first = visit.adapter.connect({ connector: wayIn(provider), signal: abort.signal })
    await expect.poll(() => waiting).toHaveLength(1)
    abort.abort()
    await expect(first).rejects.toMatchObject({ name: 'ConnectionCancelledError' })
    const second = visit.adapter.connect({ connector: wayIn(provider), signal })
    await expect.poll(() => waiting).toHaveLength(2)
    for (const say of waiting) say({ addresses: [{ address }] })
    await expect(second).resolves.toMatchObject({ addresses: [address] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).not.toContain('wallet_disconnect')
  })

  test('disconnecting does not keep anybody waiting for long, and takes effect at once', async () => {
    const { provider, state, listeners } = listedWallet()
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    expect(listeners.size).toBe(3)
    state.script = () => new Promise(() => undefined)
    vi.useFakeTimers()
    const leaving = visit.adapter.disconnect({ connectorId })
    expect(listeners.size).toBe(0)
    await vi.advanceTimersByTimeAsync(3_100)
    await expect(leaving).resolves.toBeUndefined()
  })

  test('reconnecting gives up after 10 s', async () => {
    const { provider } = listedWallet(() => new Promise(() => undefined))
    await import('./drivers/satsConnect.js')
    vi.useFakeTimers()
    const asking = visit.adapter.reconnect({ connector: wayIn(provider), signal })
    await vi.advanceTimersByTimeAsync(20_100)
    await expect(asking).resolves.toBeUndefined()
  })

  test('a reconnection that is disconnected meanwhile does not come back', async () => {
    let say: ((answer: unknown) => void) | undefined
    const { provider } = listedWallet((method) => (method === 'wallet_getAccount' ? new Promise((resolve) => (say = resolve)) : undefined))
    const asking = visit.adapter.reconnect({ connector: wayIn(provider), signal })
    await expect.poll(() => say).toBeDefined()
    await visit.adapter.disconnect({ connectorId })
    say?.({ addresses: [{ address }] })
    await expect(asking).resolves.toBeUndefined()
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })
})

describe('a wallet that answers nonsense', () => {
  const nonsense: readonly (readonly [string, unknown])[] = [
    ['text', 'yes'],
    ['nothing', { result: null }],
    ['no addresses', { addresses: [] }],
    ['addresses that are none', { addresses: [{ address: 'me' }] }],
    ['addresses of another chain family', { addresses: [{ address: '0x0000000000000000000000000000000000000001' }] }],
    ['one good and one bad address', { addresses: [{ address }, { address: 'bc1qbad' }] }],
    ['an address of another network', { addresses: [{ address: testAddress }], network: { bitcoin: { name: 'Mainnet' } } }],
    ['a network that is none', { addresses: [{ address }], network: { bitcoin: { name: 7 } } }],
    ['addresses for another purpose only', { addresses: [{ address, purpose: 'stacks' }] }],
  ]
  test.each(nonsense)('R2: %s instead of accounts is a WalletAnswerError', async (_, said) => {
    const { provider } = listedWallet((method) => (method === 'wallet_connect' ? said : undefined))
    await expect(visit.adapter.connect({ connector: wayIn(provider), signal })).rejects.toMatchObject({ name: 'WalletAnswerError' })
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  test.each([
    ['text', 'signed!'],
    ['nothing', null],
    ['too short', btoa('x')],
    ['too long', btoa('x'.repeat(20_000))],
    ['a number', 7],
  ])('R2: a signature that is %s is a WalletAnswerError', async (_, said) => {
    const { provider } = listedWallet((method) => (method === 'signMessage' ? { result: { signature: said } } : undefined))
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test.each([
    ['text', 'sent'],
    ['nothing', undefined],
    ['a short id', 'ab'],
    ['an object', {}],
  ])('R2: a transaction id that is %s is a WalletAnswerError', async (_, said) => {
    const { provider } = directWallet((method) => (method === 'sendBitcoin' ? (said ?? null) : undefined))
    Reflect.deleteProperty(provider, 'signPsbt')
    const utxos = [{ txid: 'a'.repeat(64), vout: 0, value: 1_000_000, status: { confirmed: true } }]
    const own = await testAdapter({
      fetch: async (input) => new Response(JSON.stringify(new Request(input).url.includes('utxo') ? utxos : {})),
    })
    await own.adapter.connect({ connector: wayIn(provider), signal })
    await expect(own.adapter.sendTransaction({ ...target, to: other, value: 1_000n })).rejects.toMatchObject({ name: 'WalletAnswerError' })
    own.stop()
  })

  test('a public key that is none is left out', async () => {
    const { provider } = listedWallet((method) =>
      method === 'wallet_connect'
        ? {
            addresses: [
              { address, publicKey: 'zz'.repeat(33) },
              { address: other, publicKey: `02${'AB'.repeat(32)}` },
            ],
          }
        : undefined,
    )
    await expect(visit.adapter.connect({ connector: wayIn(provider), signal })).resolves.toMatchObject({
      accounts: [
        { address, type: 'payment' },
        { address: other, type: 'ordinal', publicKey: 'ab'.repeat(32) },
      ],
    })
  })

  test('a wallet on a network that nobody knows is on no network of the site', async () => {
    const { provider } = directWallet()
    Object.assign(provider, { getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET', network: 'livenet' }) })
    await expect(visit.adapter.connect({ connector: wayIn(provider), signal })).resolves.toMatchObject({
      networkId: 'bip122:FRACTAL_BITCOIN_MAINNET',
      addresses: [address],
    })
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'ChainMismatchError' })
  })

  test('a wallet that does not say where it is, is on the first of the site\u2019s networks that its address can be of', async () => {
    const signetOnly = await testAdapter({ networks: [mainnet, { ...mainnet, id: 'bip122:00000008819873e925422c1ff0f99f7c' }] })
    const silent = {
      isLeather: true,
      request: async () => ({
        result: {
          addresses: [
            { symbol: 'STX', address: 'SP1' },
            { symbol: 'BTC', address: testAddress, type: 'p2wpkh' },
          ],
        },
      }),
    }
    await expect(signetOnly.adapter.connect({ connector: wayIn(silent), signal })).resolves.toMatchObject({
      networkId: 'bip122:00000008819873e925422c1ff0f99f7c',
      addresses: [testAddress],
    })
    await expect(visit.adapter.connect({ connector: wayIn(silent), signal })).resolves.toMatchObject({
      networkId: 'bip122:000000000933ea01ad0ee984209779ba',
    })
    signetOnly.stop()
  })

  test('a wallet that says that it switched, and did not, is found out', async () => {
    const { provider } = listedWallet()
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    const network = { ...mainnet, id: 'bip122:00000008819873e925422c1ff0f99f7c' } as const
    await expect(visit.adapter.switchNetwork({ connectorId, network })).rejects.toMatchObject({
      name: 'NetworkSwitchUnconfirmedError',
      code: 4901,
    })
  })

  test('a signature by another address than the one that was asked for is found out', async () => {
    const { provider } = listedWallet((method) => (method === 'signMessage' ? { result: { signature, address: other } } : undefined))
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    await expect(visit.adapter.signMessage({ ...target, message: 'x' })).rejects.toMatchObject({ name: 'WalletRequestError', code: 4100 })
  })

  test('S14: nothing is signed unless the request and the wallet are on one network (10,000 mixes)', async () => {
    const wallet = directWallet()
    let signed = 0
    wallet.state.script = (method) => void (method === 'signMessage' && (signed += 1))
    await visit.adapter.connect({ connector: wayIn(wallet.provider), signal })
    const networks = {
      livenet: mainnet.id,
      testnet: 'bip122:000000000933ea01ad0ee984209779ba',
      BITCOIN_SIGNET: 'bip122:00000008819873e925422c1ff0f99f7c',
      FRACTAL: 'bip122:FRACTAL',
    } as const
    const names = fc.constantFrom(...(Object.keys(networks) as (keyof typeof networks)[]))
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.oneof(
          names.map((name) => networks[name]),
          fc.constant('eip155:1' as const),
        ),
        async (name, networkId) => {
          Object.assign(wallet.state, { network: name, accounts: [name === 'livenet' || name === 'FRACTAL' ? address : testAddress] })
          signed = 0
          const answer = await visit.adapter
            .signMessage({
              connectorId,
              networkId,
              address: name === 'livenet' || name === 'FRACTAL' ? address : testAddress,
              message: 'x',
            })
            .catch((error: unknown) => error)
          expect(signed).toBe(networks[name] === networkId ? 1 : 0)
          if (signed === 0) expect(answer).toMatchObject({ name: 'ChainMismatchError' })
        },
      ),
      { numRuns: 10_000 },
    )
  }, 60_000)

  test('bytes that are no text are not signed by a wallet that signs text alone', async () => {
    const { provider, asked } = listedWallet()
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    await expect(visit.adapter.signMessage({ ...target, message: new Uint8Array([0xff, 0xfe]) })).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
    })
    expect(asked).not.toContain('signMessage')
  })

  test('something that is no provider is a ProviderNotFoundError', async () => {
    for (const provider of [undefined, null, 7, 'x', {}, { request: 7 }, []])
      await expect(visit.adapter.connect({ connector: wayIn(provider), signal })).rejects.toMatchObject({ name: 'ProviderNotFoundError' })
  })

  test('a way in that cannot be opened is a typed error', async () => {
    const broken = {
      ...wayIn(undefined),
      getProvider: async () => {
        throw new Error('not loaded')
      },
    }
    await expect(visit.adapter.connect({ connector: broken, signal })).rejects.toBeInstanceOf(PorticoError)
  })

  test('R2: a wallet that throws at once, throws no Error, or throws nothing ends in one typed error', async () => {
    for (const thrown of ['no', undefined, null, 7, {}, { code: 4001 }, Symbol('x')]) {
      const rude = {
        request: () => {
          throw thrown
        },
      }
      await expect(visit.adapter.connect({ connector: wayIn(rude), signal })).rejects.toBeInstanceOf(PorticoError)
      const direct = {
        requestAccounts: () => {
          throw thrown
        },
        getAccounts: () => {
          throw thrown
        },
      }
      await expect(visit.adapter.connect({ connector: wayIn(direct), signal })).rejects.toBeInstanceOf(PorticoError)
    }
  })

  test('R2: a wallet whose listeners cannot be added or removed still works', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { provider } = directWallet()
    Object.assign(provider, {
      on: () => {
        throw new Error('no')
      },
      removeListener: () => {
        throw new Error('no')
      },
    })
    await visit.adapter.connect({ connector: wayIn(provider), signal })
    await visit.adapter.disconnect({ connectorId })
    expect(visit.reports).toEqual([])
    warn.mockRestore()
  })

  test('R2: any answer of any shape is a grant that makes sense, or a typed error (3,000 wallets)', async () => {
    const claim = fc.oneof(
      fc.anything(),
      fc.record({
        address: fc.constantFrom<unknown>(address, other, 'x', 7),
        publicKey: fc.anything(),
        purpose: fc.constantFrom<unknown>('payment', 'ordinals', 'x', undefined, 1),
      }),
    )
    const said = fc.oneof(
      fc.anything(),
      fc.array(claim),
      fc.record({ addresses: fc.oneof(fc.anything(), fc.array(claim)), network: fc.anything() }),
      fc.record({ error: fc.anything() }),
      fc.record({ result: fc.record({ addresses: fc.array(claim) }) }),
    )
    const wallets = fc.oneof(
      said.map((value) => ({ request: async () => value })),
      said.map((value) => ({ isLeather: true, request: async () => value })),
      fc.tuple(said, said, said).map(([accounts, key, network]) => ({
        requestAccounts: async () => accounts,
        getAccounts: async () => accounts,
        getPublicKey: async () => key,
        getNetwork: async () => network,
      })),
      fc
        .tuple(fc.anything(), fc.oneof(fc.anything(), fc.array(claim)))
        .map(([features, accounts]) => standardWallet({ features: { 'bitcoin:connect': { connect: async () => features } }, accounts })),
    )
    await fc.assert(
      fc.asyncProperty(wallets, async (provider) => {
        const answer: unknown = await visit.adapter.connect({ connector: wayIn(provider), signal }).catch((error: unknown) => error)
        if (answer instanceof Error) {
          expect(answer).toBeInstanceOf(PorticoError)
          return
        }
        expect(answer).toMatchObject({ networkId: expect.stringMatching(/^bip122:[-_a-zA-Z0-9]{1,32}$/) })
        for (const one of Object(answer).addresses) expect([address, other]).toContain(one)
      }),
      { numRuns: 3_000 },
    )
  }, 60_000)
})

describe('a wallet whose events are nonsense', () => {
  test('R2, R3: any order of events, accounts and networks lands in a connection that makes sense, or in none (1,000 traces)', async () => {
    const events = fc.constantFrom('accountsChanged', 'accountChanged', 'networkChanged', 'chainChanged', 'disconnect')
    const accounts = fc.oneof(fc.constantFrom<unknown>([address], [other], [], ['x'], 'x', null), fc.anything())
    const network = fc.oneof(fc.constantFrom<unknown>('livenet', 'testnet', 'x', 7), fc.anything())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(events, fc.anything(), accounts, network), { maxLength: 6 }), async (trace) => {
        visit.reports.length = 0
        const wallet = directWallet()
        await visit.adapter.connect({ connector: wayIn(wallet.provider), signal })
        for (const [event, payload, held, at] of trace) {
          Object.assign(wallet.state, { accounts: held, network: at })
          wallet.emit(event, payload)
          await Promise.resolve()
        }
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
        for (const [kind, id, change] of visit.reports) {
          expect(id).toBe(connectorId)
          expect(['changed', 'disconnected']).toContain(kind)
          if (kind !== 'changed') continue
          const { addresses = [address], networkId = mainnet.id } = Object(change)
          expect(addresses.length).toBeGreaterThan(0)
          for (const one of addresses) expect([address, other]).toContain(one)
          expect(networkId).toMatch(/^bip122:/)
        }
        expect(visit.reports.filter(([kind]) => kind === 'disconnected').length).toBeLessThanOrEqual(1)
        await visit.adapter.disconnect({ connectorId })
        expect(wallet.listening()).toBe(0)
      }),
      { numRuns: 1_000 },
    )
    recordPromise({ id: 'R3', name: 'orders of events and nonsense of a Bitcoin wallet', runs: 1_000, accepted: 0 })
  }, 60_000)

  test('a thousand events at once are one question, and one more', async () => {
    const wallet = directWallet()
    await visit.adapter.connect({ connector: wayIn(wallet.provider), signal })
    let looks = 0
    wallet.state.script = (method) => void (method === 'getAccounts' && (looks += 1))
    for (let time = 0; time < 1_000; time += 1) wallet.emit('accountsChanged', [other])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(looks).toBe(2)
  })

  test('R18: nobody is listened to while nothing is watched, and what happened is caught up with', async () => {
    const wallet = directWallet()
    await visit.adapter.connect({ connector: wayIn(wallet.provider), signal })
    visit.stop()
    expect(wallet.listening()).toBe(0)
    wallet.state.accounts = [other]
    expect(visit.reports).toEqual([])
    const stop = visit.adapter.watch()
    await expect.poll(() => visit.reports).toMatchObject([['changed', connectorId, { addresses: [other] }]])
    stop()
    stop()
    expect(wallet.listening()).toBe(0)
  })
})

describe('a wallet of several chain families', () => {
  test('is not told goodbye for all of them', async () => {
    const leave = vi.fn(async () => undefined)
    const features = { 'standard:connect': { connect: async () => ({}) }, 'standard:disconnect': { disconnect: leave } }
    const account = standardWallet().accounts[0]
    const shared = standardWallet({ features, accounts: [account, { ...account, address: 'So1', chains: ['solana:mainnet'] }] })
    await visit.adapter.connect({ connector: wayIn(shared), signal })
    await visit.adapter.disconnect({ connectorId })
    expect(leave).not.toHaveBeenCalled()
    await visit.adapter.connect({ connector: wayIn(standardWallet({ features })), signal })
    await visit.adapter.disconnect({ connectorId })
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('is on the network that it has accounts for, and switches between those it has', async () => {
    const account = standardWallet().accounts[0]
    const test1 = { ...account, address: testAddress, chains: ['bitcoin:testnet', 'bitcoin:signet'] }
    await expect(
      visit.adapter.connect({ connector: wayIn(standardWallet({ accounts: [account, test1] })), signal }),
    ).resolves.toMatchObject({ addresses: [address], networkId: mainnet.id })
    const signet = { ...mainnet, id: 'bip122:00000008819873e925422c1ff0f99f7c' } as const
    await visit.adapter.switchNetwork({ connectorId, network: signet })
    expect(visit.reports).toMatchObject([['changed', connectorId, { addresses: [test1.address], networkId: signet.id }]])
    const regtest = { ...mainnet, id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' } as const
    await expect(visit.adapter.switchNetwork({ connectorId, network: regtest })).rejects.toMatchObject({ name: 'SwitchNotSupportedError' })
  })
})
