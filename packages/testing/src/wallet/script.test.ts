import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { always, approve, delay, garbage, manual, never, reject, throws, twice, wrongChain } from './behaviours.js'
import { createWallet } from './createWallet.js'
import { ProviderRpcError } from './errors.js'
import type { HeadlessWallet, WalletOptions } from './types.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function walletOf(options: Partial<WalletOptions> = {}): HeadlessWallet {
  return createWallet({ chains: { 1: 'http://127.0.0.1:1', 10: 'http://127.0.0.1:1' }, ...options })
}

function connect(wallet: HeadlessWallet): Promise<unknown> {
  return wallet.request({ method: 'eth_requestAccounts' })
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('It was answered.'),
    (error: unknown) => error,
  )
}

describe('a scripted request', () => {
  test('behaves as said, one behaviour after the other, and then by the policy again', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', reject(), garbage(7))
    expect(await failure(connect(wallet))).toMatchObject({ code: 4001 })
    expect(await connect(wallet)).toBe(7)
    expect(await connect(wallet)).toEqual([alice])
  })

  test('is found by a test of the whole request, and a script can be taken back', async () => {
    const wallet = walletOf({ connected: true })
    const unscript = wallet.script(({ params }) => JSON.stringify(params).includes('secret'), always(reject(4100)))
    const sign = (text: string) => wallet.request({ method: 'personal_sign', params: [text, alice] })
    expect(await failure(sign('a secret'))).toMatchObject({ code: 4100 })
    expect(await failure(sign('secrets'))).toMatchObject({ code: 4100 })
    expect(await sign('hello')).toMatch(/^0x/)
    unscript()
    expect(await sign('a secret')).toMatch(/^0x/)
  })

  test('is declined with the code, message and data given', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', reject(-32000, 'No.', { why: 'because' }))
    const error = await failure(connect(wallet))
    expect(error).toBeInstanceOf(ProviderRpcError)
    expect(error).toMatchObject({ code: -32000, message: 'No.', data: { why: 'because' } })
  })

  test('fails with a value that is no error', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', throws('nope'), throws(undefined))
    expect(await failure(connect(wallet))).toBe('nope')
    expect(await failure(connect(wallet))).toBeUndefined()
  })

  test('can be approved although the policy is manual, and wait although it is to approve', async () => {
    const wallet = walletOf({ policy: 'manual' })
    wallet.script('eth_requestAccounts', approve())
    expect(await connect(wallet)).toEqual([alice])
    wallet.setPolicy('approve')
    wallet.script('personal_sign', manual())
    const signature = wallet.request({ method: 'personal_sign', params: ['hello', alice] })
    await wallet.waitFor('personal_sign')
    wallet.approve()
    expect(await signature).toMatch(/^0x/)
  })

  test('that is lost leaves nothing pending, so that the next one is answered', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', never())
    const settled = vi.fn()
    void connect(wallet).finally(settled)
    expect(await connect(wallet)).toEqual([alice])
    expect(wallet.pending).toEqual([])
    expect(settled).not.toHaveBeenCalled()
  })

  test('claims a switch but ends on another chain', async () => {
    const wallet = walletOf()
    const changes: unknown[] = []
    wallet.on('chainChanged', (payload) => changes.push(payload))
    wallet.script('wallet_switchEthereumChain', wrongChain(137))
    expect(await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })).toBeNull()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x89')
    expect(changes).toEqual(['0x89'])
  })

  test('tells a chain id that is garbage, or that of another chain', async () => {
    const wallet = walletOf()
    wallet.script('eth_chainId', wrongChain('banana'), wrongChain(10))
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('banana')
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  test('connects, but on another chain', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', wrongChain(10))
    expect(await connect(wallet)).toEqual([alice])
    expect(wallet.state.chainId).toBe(10)
  })
})

describe('with time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a delayed answer comes after its time, and counts as pending until then', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', delay(1000))
    const settled = vi.fn()
    void connect(wallet).then(settled)
    await vi.advanceTimersByTimeAsync(999)
    expect(settled).not.toHaveBeenCalled()
    expect(await failure(connect(wallet))).toMatchObject({ code: -32002 })
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith([alice])
  })

  test('an answer given twice calls back twice and repeats the events', async () => {
    const wallet = walletOf()
    const accounts: unknown[] = []
    const chains: unknown[] = []
    wallet.on('accountsChanged', (payload) => accounts.push(payload))
    wallet.on('chainChanged', (payload) => chains.push(payload))
    wallet.script('eth_requestAccounts', twice())
    const answered = vi.fn()
    void connect(wallet).then(answered)
    await vi.runAllTimersAsync()
    expect(answered.mock.calls).toEqual([[[alice]], [[alice]]])
    expect(accounts).toEqual([[alice], [alice]])
    expect(chains).toEqual(['0x1'])
  })

  test('a request declined twice fails once for those who await it', async () => {
    const wallet = walletOf()
    wallet.script('eth_requestAccounts', twice(reject()))
    expect(await failure(connect(wallet))).toMatchObject({ code: 4001 })
  })

  test('waiting for a request that never comes ends with an error', async () => {
    const wallet = walletOf()
    const waiting = failure(wallet.waitFor('personal_sign', { timeout: 100 }))
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toBeInstanceOf(Error)
  })
})

describe('the person', () => {
  test('sees what waits, and decides by id in any order', async () => {
    const wallet = walletOf({ policy: 'manual', connected: true })
    const sign = (text: string) => wallet.request({ method: 'personal_sign', params: [text, alice] })
    const [first, second] = [sign('one'), sign('two')]
    const { id } = await wallet.waitFor(({ params }) => JSON.stringify(params).includes('two'))
    expect(wallet.pending).toMatchObject([
      { method: 'personal_sign', origin: 'http://localhost', summary: 'Sign the message: one' },
      { id, summary: 'Sign the message: two' },
    ])
    wallet.reject(id)
    expect(await failure(second)).toMatchObject({ code: 4001 })
    wallet.approve()
    expect(await first).toMatch(/^0x/)
    expect(wallet.pending).toEqual([])
    expect(() => wallet.approve()).toThrow('No request is waiting')
    expect(() => wallet.reject(id)).toThrow(`No request ${id}`)
  })

  test('is told of every change, with new snapshots', async () => {
    const wallet = walletOf({ policy: 'manual' })
    const before = { pending: wallet.pending, log: wallet.log, state: wallet.state }
    const changed = vi.fn()
    const unsubscribe = wallet.subscribe(changed)
    const answer = connect(wallet)
    await wallet.waitFor()
    expect(changed).toHaveBeenCalled()
    expect(wallet.pending).not.toBe(before.pending)
    expect(wallet.log).not.toBe(before.log)
    wallet.approve()
    await answer
    expect(wallet.state).not.toBe(before.state)
    unsubscribe()
    changed.mockClear()
    wallet.switchChain(10)
    expect(changed).not.toHaveBeenCalled()
  })

  test('switches accounts and chains, and is not able to pick what the wallet does not have', async () => {
    const wallet = walletOf({ count: 2, connected: true })
    const events: unknown[] = []
    for (const event of ['accountsChanged', 'chainChanged']) wallet.on(event, (payload) => events.push(payload))
    const [first, second] = wallet.accounts
    if (!first || !second) return expect.unreachable('There are two accounts.')
    wallet.setAccounts(1)
    wallet.setAccounts([second, first])
    wallet.setAccounts([])
    wallet.switchChain(10)
    wallet.switchChain(10)
    expect(events).toEqual([[second], [second, first], [], '0xa'])
    expect(() => wallet.setAccounts(2)).toThrow('no account 2')
    expect(() => wallet.setAccounts(['0x4200000000000000000000000000000000000006'])).toThrow('no key')
    expect(() => wallet.switchChain(5)).toThrow('does not know chain 5')
  })

  test('disconnects a site, with or without the event', async () => {
    const wallet = walletOf({ connected: true })
    const events: [string, unknown][] = []
    for (const event of ['accountsChanged', 'disconnect']) wallet.on(event, (payload) => events.push([event, payload]))
    wallet.disconnect({ origin: 'https://other.example', event: true })
    expect(events).toEqual([])
    wallet.disconnect({ event: true })
    expect(events).toMatchObject([
      ['accountsChanged', []],
      ['disconnect', { code: 4900 }],
    ])
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('loses the network: everything is 4900 until it is back', async () => {
    const wallet = walletOf({ connected: true })
    const events: [string, unknown][] = []
    for (const event of ['connect', 'disconnect']) wallet.on(event, (payload) => events.push([event, payload]))
    wallet.setOnline(false)
    expect(await failure(wallet.request({ method: 'eth_accounts' }))).toMatchObject({ code: 4900 })
    wallet.setOnline(true)
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([alice])
    expect(events).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: '0x1' }],
    ])
  })

  test('can make the wallet say anything', () => {
    const wallet = walletOf()
    const heard = vi.fn()
    wallet.on('accountsChanged', heard)
    wallet.emit('accountsChanged', { not: 'a list' })
    wallet.removeListener('accountsChanged', heard)
    wallet.emit('accountsChanged')
    expect(heard.mock.calls).toEqual([[{ not: 'a list' }]])
  })
})

test('the log holds every request, whatever became of it, until it is reset', async () => {
  const wallet = walletOf({ policy: 'manual' })
  wallet.script('eth_chainId', never())
  void wallet.request({ method: 'eth_chainId' })
  await failure(wallet.request({ method: 'nonsense', params: [1] }))
  const waiting = failure(connect(wallet))
  await wallet.waitFor()
  expect(wallet.log).toMatchObject([
    { id: 1, method: 'eth_chainId' },
    { id: 2, method: 'nonsense', params: [1] },
    { id: 3, method: 'eth_requestAccounts', origin: 'http://localhost' },
  ])
  wallet.reset()
  expect(await waiting).toMatchObject({ code: 4001 })
  expect(wallet.log).toEqual([])
})

test('the provider has what a site may use and the flags, nothing else', () => {
  const wallet = walletOf({ flags: { isMetaMask: true } })
  expect(Object.keys(wallet.provider).toSorted()).toEqual(['isMetaMask', 'on', 'removeListener', 'request'])
})

test('a wallet without a chain, or with an unknown key, is a mistake', () => {
  expect(() => createWallet({ chains: {} })).toThrow('at least one chain')
  expect(() => walletOf({ privateKeys: '0x00' })).toThrow()
})
