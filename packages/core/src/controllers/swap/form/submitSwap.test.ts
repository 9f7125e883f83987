import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TransactionRevertedError } from '../../account/errors.js'
import { AtomicReadyWalletRejectedUpgradeError } from '../../calls/errors.js'
import type { CallsRequest, CallsStatus } from '../../calls/capability.js'
import { dispatchConnection } from '../../connection/dispatch.js'
import { UserRejectedError } from '../../connection/errors.js'
import { fakeConnector, memoryStorage, type FakeAdapterOptions } from '@portico/testing'
import type { Portico } from '../../../portico/createPortico.js'
import { followSent } from '../../activity/followSent.js'
import { loadSent, sentStore } from '../../activity/sent.js'
import { sentRowsOf } from '../../activity/sentRows.js'
import { isUnconfirmed } from '../../send/isUnconfirmed.js'
import { ether, fakeAddress, networkId, on, refusal, router, usdc, withSwaps, written } from '../swap.test.helper.js'
import { acknowledgeImpact, flipSwap, noteSwapTokens, setSwapAmount, setSwapSlippage, setSwapToken } from './editSwap.js'
import { checkSwap } from './checkSwap.js'
import { fillSwapMaximum } from './fillSwapMaximum.js'
import { presetSwap } from './presetSwap.js'
import { resumeSwap, retrySwap, startSwap } from './startSwap.js'
import { swapFormStore } from './store.js'
import { submitSwap } from './submitSwap.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a swap shows on its way. */
function follow({ portico }: ReturnType<typeof withSwaps>) {
  const seen: string[] = []
  swapFormStore(portico).subscribe(({ progress }) => seen.at(-1) === progress.status || seen.push(progress.status))
  return seen
}
const asked = ({ fake }: ReturnType<typeof withSwaps>, what = 'sendTransaction') => fake.calls.filter((call) => call === what).length
const atomic = { [networkId]: { atomic: { status: 'supported' } } } as const
const done = (request: { readonly id: string }): CallsStatus => ({
  id: request.id,
  networkId,
  status: 200,
  atomic: true,
  receipts: [{ transactionHash: '0xbatch', status: 'success', blockNumber: 1n, logs: [] }],
})

describe('what a wallet is asked', () => {
  test('the coin is swapped with one question, and followed to its end', async () => {
    const sent: unknown[] = []
    const setup = withSwaps({ sendTransaction: (request) => Promise.resolve((sent.push(request), '0xswap')) })
    const swap = await setup.agree(ether, usdc, '0.25')
    const seen = follow(setup)
    await submitSwap(setup.portico, swap)
    expect(seen).toEqual(['checking', 'asking', 'sent', 'confirmed'])
    expect(sent).toMatchObject([{ address: fakeAddress, networkId, to: router, value: 25n * 10n ** 16n }])
    expect(setup.form().progress).toMatchObject({ hash: '0xswap', seconds: 1 })
    expect(sentStore(setup.portico).getState()).toMatchObject([{ hash: '0xswap' }])
    expect(asked(setup, 'getBalance')).toBeGreaterThan(0) // what is held is asked anew
  })

  test('S18: a token is allowed first, to the contract on the list and for exactly the amount', async () => {
    const sent: unknown[] = []
    const setup = withSwaps({
      sendTransaction: ({ data = '', to, value }) => {
        sent.push({ data: data.slice(0, 70), to, value })
        if (data.startsWith('approve')) setup.allowance.units = 250_000_000n
        return Promise.resolve('0x1')
      },
    })
    const swap = await setup.agree(usdc, ether, '250')
    const seen = follow(setup)
    await submitSwap(setup.portico, swap)
    expect(seen).toEqual(['checking', 'approving', 'approved', 'checking', 'asking', 'sent', 'confirmed'])
    expect(sent[0]).toEqual({ to: usdc.address, data: `approve ${router} 250000000`, value: 0n })
    expect(sent[1]).toMatchObject({ to: router, value: 0n })
    expect(sent).toHaveLength(2)
  })

  test('what is allowed already is not asked for, and one that has to go by nothing goes there', async () => {
    const setup = withSwaps()
    setup.allowance.units = 250_000_000n
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(asked(setup)).toBe(1)

    const stubborn = withSwaps({
      simulate: ({ calls }) =>
        calls.length === 1 && calls[0]?.data === `approve ${router} 250000000` && stubborn.allowance.units > 0n
          ? Promise.reject(new TransactionRevertedError())
          : Promise.resolve(),
    })
    stubborn.allowance.units = 7n
    const seen: string[] = []
    swapFormStore(stubborn.portico).subscribe(({ progress }) => seen.push(progress.status))
    await submitSwap(stubborn.portico, await stubborn.agree(usdc, ether, '250'))
    expect(seen.filter((status) => status === 'approving')).toHaveLength(2)
    expect(seen.at(-1)).toBe('confirmed')
  })

  test('both at once where the wallet can, so that no allowance stays', async () => {
    const batches: CallsRequest[] = []
    const setup = withSwaps({
      getCapabilities: () => Promise.resolve(atomic),
      sendCalls: (request) => Promise.resolve((batches.push(request), { id: 'a' })),
      getCallsStatus: (request) => Promise.resolve(done(request)),
    })
    const swap = await setup.agree(usdc, ether, '250')
    const seen = follow(setup)
    await submitSwap(setup.portico, swap)
    expect(seen).toEqual(['checking', 'asking', 'sent', 'confirmed'])
    expect(batches).toMatchObject([
      { atomicRequired: true, calls: [{ to: usdc.address, data: `approve ${router} 250000000` }, { to: router }] },
    ])
    expect(asked(setup)).toBe(0)
    expect(setup.form().progress).toMatchObject({ hash: '0xbatch' })
  })

  test('one after the other where the visitor declines what a batch would need of the account', async () => {
    const setup = withSwaps({
      getCapabilities: () => Promise.resolve({ [networkId]: { atomic: { status: 'ready' } } }),
      sendCalls: () => Promise.reject(new AtomicReadyWalletRejectedUpgradeError()),
    })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(asked(setup)).toBe(2)
    expect(setup.form().progress.status).toBe('confirmed')
  })

  test('a batch that reverts is no swap', async () => {
    const setup = withSwaps({
      getCapabilities: () => Promise.resolve(atomic),
      sendCalls: () => Promise.resolve({ id: 'a' }),
      getCallsStatus: (request) => Promise.resolve({ ...done(request), status: 500 }),
    })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', hash: '0xbatch', error: { name: 'TransactionRevertedError' } })
  })

  test('a batch of which the wallet tells no end may still be a swap', async () => {
    const setup = withSwaps({
      getCapabilities: () => Promise.resolve(atomic),
      sendCalls: () => Promise.resolve({ id: 'a' }),
      getCallsStatus: () => Promise.reject(new Error('away')),
    })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'ReceiptTimeoutError' } })
  })
})

describe('a swap that the wallet was asked for, and that it did not answer', () => {
  const cause = Object.assign(new Error('Request expired'), { name: 'RequestExpiredError' })
  const isIt = ({ form }: ReturnType<typeof withSwaps>) => {
    const { progress } = form()
    return progress.status === 'failed' && isUnconfirmed(progress)
  }

  test('may have been sent, alone or in a batch', async () => {
    const alone = withSwaps({ sendTransaction: () => Promise.reject(cause) })
    await submitSwap(alone.portico, await alone.agree(ether, usdc, '0.25'))
    expect(isIt(alone)).toBe(true)
    const batch = withSwaps({ getCapabilities: () => Promise.resolve(atomic), sendCalls: () => Promise.reject(cause) })
    await submitSwap(batch.portico, await batch.agree(usdc, ether, '250'))
    expect(isIt(batch)).toBe(true)
  })

  test('did not happen where it was the allowance that was asked for', async () => {
    const setup = withSwaps({ sendTransaction: () => Promise.reject(cause) })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: cause })
    expect(isIt(setup)).toBe(false)
  })
})

describe('an allowance that came to nothing', () => {
  test.each(['replaced', 'cancelled', 'reverted'] as const)('as %s is told as that, and the swap is not asked for', async (outcome) => {
    const setup = withSwaps({ waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome, minedHash: '0x2', blockNumber: 7n }) })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    const { progress } = setup.form()
    expect(progress).toMatchObject({ status: 'failed', outcome, error: { name: 'TransactionRevertedError' } })
    expect(progress).not.toHaveProperty('hash')
    expect(asked(setup)).toBe(1)
  })

  test('as the wallet’s owner lowered it is told as that, and no price is said to have moved', async () => {
    const setup = withSwaps({
      sendTransaction: () => {
        setup.allowance.units = 7n
        return Promise.resolve('0xallow')
      },
    })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'AllowanceTooLowError' } })
  })
})

test('stands in the activity as what it is, and so does its allowance, after a reload as well', async () => {
  const storage = memoryStorage()
  const hashes = ['0xallow', '0xswap']
  const setup = withSwaps(
    {
      sendTransaction: ({ data = '' }) => {
        if (data.startsWith('approve')) setup.allowance.units = 250_000_000n
        return Promise.resolve(hashes.shift() ?? '')
      },
    },
    { storage },
  )
  await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
  const rows = (portico: Portico) => {
    loadSent(portico)
    return sentRowsOf(portico, sentStore(portico).getState(), { address: fakeAddress, networkId }, [])
  }
  const paid = { direction: 'out', symbol: 'USDC', units: 250_000_000n, decimals: 6, address: usdc.address }
  for (const portico of [setup.portico, withSwaps({}, { storage }).portico])
    expect(rows(portico)).toMatchObject([
      { hash: '0xswap', operation: 'trade', transfers: [paid, { direction: 'in', symbol: 'ETH', units: 0n, sender: router }] },
      { hash: '0xallow', operation: 'approve', transfers: [{ ...paid, direction: 'self' }] },
    ])
})

describe('a signed trade, which its service sends', () => {
  const id = `0x${'1d'.repeat(32)}`
  const hash = `0x${'a5'.repeat(32)}`
  const trading = (storage: ReturnType<typeof memoryStorage>, progress: () => object) => {
    const setup = withSwaps(
      {
        readTrade: () =>
          Promise.resolve({
            meaning: { from: usdc.address, to: undefined, units: 250_000_000n, minimum: 742_500_000n, recipient: fakeAddress },
            contract: router,
            router,
            deadline: BigInt(Math.floor(Date.now() / 1000) + 300),
            typedData: { domain: {}, primaryType: 'Swap', types: {}, message: {} },
          }),
        signTypedData: () => Promise.resolve('0x51'),
        getAllowance: () => Promise.resolve(2n ** 255n),
      },
      { storage },
    )
    let isThere = false
    setup.server.script = (path) => {
      if (path.endsWith('/build-transaction')) return Response.json({ trade: {}, minAmount: '742500000' })
      if (path.endsWith('/trades')) return Response.json({ id })
      return path.includes('/trades/') ? Response.json(isThere ? { status: 'pending', hash } : progress()) : undefined
    }
    return { ...setup, arrive: () => (isThere = true) }
  }
  const rows = (portico: Portico) => {
    loadSent(portico)
    return sentRowsOf(portico, sentStore(portico).getState(), { address: fakeAddress, networkId }, [])
  }
  const waiting = { status: 'pending', hash: null }
  const pending = { hash: '', operation: 'trade', status: 'pending', to: router }

  test('is pending in the activity before it has a hash, after a reload as well, which follows it to its end', async () => {
    const storage = memoryStorage()
    const first = trading(storage, () => waiting)
    const swap = await first.agree(usdc, ether, '250')
    void submitSwap(first.portico, swap)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(first.form().progress).toMatchObject({ status: 'sent' })
    const [row] = rows(first.portico)
    expect(row).toMatchObject(pending)

    const second = trading(storage, () => waiting)
    expect(rows(second.portico)).toMatchObject([{ ...pending, id: row?.id }])
    second.arrive()
    await followSent(second.portico, sentStore(second.portico).getState()[0]?.hash ?? '')
    expect(rows(second.portico)).toMatchObject([{ ...pending, hash, status: 'confirmed', id: row?.id }])
  })

  test('has failed where its service gave up, and is no longer told of once its time is over', async () => {
    const storage = memoryStorage()
    const first = trading(storage, () => ({ status: 'failed', hash: null }))
    await submitSwap(first.portico, await first.agree(usdc, ether, '250'))
    expect(rows(first.portico)).toMatchObject([{ ...pending, status: 'failed' }])
    await vi.advanceTimersByTimeAsync(400_000)
    expect(rows(withSwaps({}, { storage }).portico)).toEqual([])
  })

  test('that was refused has not happened', async () => {
    const setup = trading(memoryStorage(), () => waiting)
    const { script } = setup.server
    setup.server.script = (path, query, body) => (path.endsWith('/trades') ? refusal('quoteExpired') : script(path, query, body))
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(rows(setup.portico)).toEqual([])
  })
})

describe('what came out', () => {
  const least = 2_970_000_000_000_000_000n // of 1 at a rate of 3, without 1 %
  test.each<[string, FakeAdapterOptions['readReceived'], bigint | undefined]>([
    ['as the chain says', () => Promise.resolve(least + 5n), least + 5n],
    ['not less than the contract gives', () => Promise.resolve(least - 1n), undefined],
    ['not where the chain does not say', () => Promise.resolve(undefined), undefined],
    ['not where it cannot be asked', () => Promise.reject(new Error('away')), undefined],
  ])('%s', async (_, readReceived, received) => {
    const asked: unknown[] = []
    const setup = withSwaps({ readReceived: (request) => (asked.push(request), readReceived?.(request) ?? Promise.resolve(undefined)) })
    await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
    expect(setup.form().progress).toMatchObject({ status: 'confirmed', hash: '0xswap' })
    const { progress } = setup.form()
    expect('received' in progress ? progress.received : undefined).toBe(received)
    expect(asked).toEqual([{ hash: '0xswap', token: usdc.address, address: fakeAddress, router, networkId }])
  })

  test('a chain that does not answer keeps nobody waiting', async () => {
    const setup = withSwaps({ readReceived: () => new Promise(() => undefined) })
    const swap = await setup.agree(ether, usdc, '1')
    const ended = submitSwap(setup.portico, swap)
    await vi.advanceTimersByTimeAsync(2_000)
    await ended
    expect(setup.form().progress).toMatchObject({ status: 'confirmed' })
  })
})

describe('S18: what no wallet is asked', () => {
  const build = (change: (tx: Record<string, string>) => object) => (path: string, _: unknown, body: Record<string, unknown>) => {
    if (path !== '/v1/convert/build-transaction') return undefined
    const said = { from: undefined, to: usdc.address, units: 10n ** 18n, minimum: 3n * 10n ** 18n, recipient: fakeAddress }
    const tx = { from: String(body['userAddress']), to: on(router), amount: String(10n ** 18n), data: written(said) }
    return Response.json({ tx: { ...tx, ...change(tx) } })
  }
  const told = (change: object) => ({
    data: written({ from: undefined, to: usdc.address, units: 10n ** 18n, minimum: 3n * 10n ** 18n, recipient: fakeAddress, ...change }),
  })

  test('the same, untouched, is', async () => {
    const setup = withSwaps()
    setup.server.script = build(() => ({}))
    await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
    expect(setup.form().progress.status).toBe('confirmed')
  })

  test.each<[string, () => object, object]>([
    ['of another account', () => ({ from: on(router) }), { reason: 'account' }],
    ['for another network', () => ({ to: `eip155:1:${router}` }), { reason: 'account' }],
    ['to a contract that is on no list', () => ({ to: on(`0x${'6'.repeat(40)}`) }), { reason: 'router' }],
    ['with words that cannot be read', () => ({ data: '0x1234' }), { reason: 'unreadable' }],
    ['for somebody else', () => told({ recipient: router }), { reason: 'recipient' }],
    ['with another token', () => told({ from: usdc.address }), { reason: 'pays' }],
    ['of another amount', () => told({ units: 10n ** 18n + 1n }), { reason: 'pays' }],
    ['for another token', () => told({ to: router }), { reason: 'gives' }],
    ['with more value than is swapped', () => ({ amount: String(10n ** 18n + 1n) }), { reason: 'value' }],
    ['with a lower minimum', () => told({ minimum: 297n * 10n ** 16n - 1n }), { name: 'PriceMovedError' }],
  ])('a transaction %s', async (_, change, error) => {
    const setup = withSwaps()
    setup.server.script = build(change)
    await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'UnsafeSwapError', ...error } })
    expect(asked(setup)).toBe(0)
  })

  test('a site’s own contract, unless it names it', async () => {
    const own = `0x${'6'.repeat(40)}`
    for (const [routers, status] of [
      [[own], 'confirmed'],
      [[], 'failed'],
      [['everything', '7'], 'failed'],
    ] as const) {
      const setup = withSwaps({}, { swap: { routers: { [networkId]: routers } } })
      setup.server.script = build(() => ({ to: on(own) }))
      await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
      expect(setup.form().progress.status).toBe(status)
    }
  })

  test('what the chain refuses when it tries it', async () => {
    const setup = withSwaps({ simulate: () => Promise.reject(new TransactionRevertedError()) })
    await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'TransactionRevertedError' } })
    expect(asked(setup)).toBe(0)
  })

  test('what was quoted 30 s ago', async () => {
    const setup = withSwaps()
    const swap = await setup.agree(ether, usdc, '1')
    vi.setSystemTime(Date.now() + 30_000)
    await submitSwap(setup.portico, swap)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'QuoteExpiredError' } })
    expect(asked(setup)).toBe(0)
  })

  test('anything of an account that is no longer the one in use', async () => {
    const other = { addresses: [router] as const, networkId } as const
    const setup = withSwaps({
      waitForReceipt: ({ hash }) => {
        dispatchConnection(setup.portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant: other, activate: true })
        return Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n })
      },
    })
    await submitSwap(setup.portico, await setup.agree(usdc, ether, '250'))
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'SwapAccountError' } })
    expect(asked(setup)).toBe(1) // the allowance
  })
})

test.each(['replaced', 'cancelled', 'reverted'] as const)('says of a swap that was sent that it was %s', async (outcome) => {
  const setup = withSwaps({
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome, minedHash: '0xother', blockNumber: 7n }),
  })
  await submitSwap(setup.portico, await setup.agree(ether, usdc, '1'))
  expect(setup.form().progress).toMatchObject({ status: 'failed', outcome, error: { name: 'TransactionRevertedError' } })
})

describe('while the allowance takes its time', () => {
  const late = (rate: bigint): FakeAdapterOptions => ({
    waitForReceipt: ({ hash }) => {
      if (hash === '0xallow') vi.setSystemTime(Date.now() + 60_000)
      slow.server.rate = rate
      return Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n })
    },
  })
  let slow: ReturnType<typeof withSwaps>

  test.each([
    [1_000n, 'confirmed'],
    [996n, 'confirmed'], // still above what was agreed to
    [989n, 'failed'],
  ])('the price is asked anew: %i is %s', async (rate, status) => {
    slow = withSwaps(late(rate))
    slow.server.rate = 1_000n
    await submitSwap(slow.portico, await slow.agree(usdc, ether, '250'))
    expect(slow.form().progress).toMatchObject({ status, ...(status === 'failed' && { error: { name: 'PriceMovedError' } }) })
    const quotes = slow.server.asked.filter(({ path }) => path === '/v1/convert/quotes')
    expect(quotes).toHaveLength(2)
  })
})

describe('the form', () => {
  test('a refusal leaves it as it was, to be tried again', async () => {
    let declines = true
    const setup = withSwaps({ sendTransaction: () => (declines ? Promise.reject(new UserRejectedError()) : Promise.resolve('0xswap')) })
    const swap = await setup.agree(ether, usdc, '1')
    await submitSwap(setup.portico, swap)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'UserRejectedError' } })
    await submitSwap(setup.portico, swap)
    expect(asked(setup)).toBe(1)
    resumeSwap(setup.portico)
    expect(setup.form()).toMatchObject({ amount: '1', progress: { status: 'editing' } })
    await submitSwap(setup.portico, swap)
    declines = false
    retrySwap(setup.portico)
    expect(setup.form()).toMatchObject({ amount: '1', progress: { status: 'editing' } })
    await submitSwap(setup.portico, swap)
    expect(setup.form().progress.status).toBe('confirmed')
    resumeSwap(setup.portico)
    expect(setup.form()).toMatchObject({ amount: '', progress: { status: 'editing' } })
  })

  test('turns round, holds the slippage, and begins anew with another account', () => {
    const { portico, form } = withSwaps()
    setSwapToken(portico, 'from', ether)
    setSwapToken(portico, 'to', usdc)
    setSwapAmount(portico, '1')
    setSwapToken(portico, 'to', { ...usdc, units: 1n })
    expect(form()).toMatchObject({ amount: '1', to: { units: 1n } })
    setSwapToken(portico, 'from', usdc)
    expect(form()).toMatchObject({ from: { symbol: 'USDC' }, to: { symbol: 'ETH' }, amount: '' })
    flipSwap(portico)
    expect(form()).toMatchObject({ from: { symbol: 'ETH' }, to: { symbol: 'USDC' } })
    noteSwapTokens(portico, { from: { ...ether, units: 5n } })
    expect(form().from?.units).toBe(5n)
    for (const [wanted, held] of [
      [50, 50],
      [1_000, 500],
      [1, 10],
      [Number.NaN, 100],
    ] as const) {
      setSwapSlippage(portico, wanted)
      expect(form().slippage).toBe(held)
    }
    setSwapSlippage(portico, 50)
    const grant = { addresses: [router] as const, networkId } as const
    dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
    expect(form()).toMatchObject({ sender: { address: router }, from: undefined, slippage: 50 })
    startSwap(portico)
    expect(form().slippage).toBe(50)
  })

  test('losing 10 % or more to the price has to be meant, and is asked again of another amount', async () => {
    const { portico, form, agree } = withSwaps()
    const { quote } = await agree(ether, usdc, '1')
    const check = (impact: number) => checkSwap(form(), { data: [{ ...quote, impact }] }).status
    expect([check(0.09), check(0.1)]).toEqual(['ready', 'impact'])
    acknowledgeImpact(portico)
    expect(check(0.5)).toBe('ready')
    setSwapAmount(portico, '1.5')
    expect(check(0.5)).toBe('impact')
  })

  test('a price that has grown old says why there is no newer one', async () => {
    const { form, agree } = withSwaps()
    const { quote } = await agree(ether, usdc, '1')
    const error = new Error('away')
    const check = (at: number, known: object) => checkSwap(form(), { data: [quote], ...known }, at)
    expect(check(quote.expiresAt - 1, { error }).status).toBe('ready')
    expect(check(quote.expiresAt, {})).toEqual({ status: 'expired' })
    expect(check(quote.expiresAt, { error })).toEqual({ status: 'expired', error })
  })

  test('all of a token is all, and of the coin what leaves 150,000 gas', async () => {
    const { portico, form } = withSwaps()
    setSwapToken(portico, 'from', usdc)
    await fillSwapMaximum(portico)
    expect(form().amount).toBe('310.5')
    setSwapToken(portico, 'from', ether)
    await fillSwapMaximum(portico)
    expect(form().amount).toBe('1.9999999997') // 150,000 × 2,000 wei less
    setSwapToken(portico, 'from', { ...ether, units: 5n })
    await expect(fillSwapMaximum(portico)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  })

  test('what leaves the fee is the adapter’s to say, where it knows what a wallet may offer', async () => {
    const getMaximum = vi.fn(() => Promise.resolve(17n * 10n ** 17n))
    const { portico, form } = withSwaps({ getMaximum })
    setSwapToken(portico, 'from', ether)
    await fillSwapMaximum(portico)
    expect(form().amount).toBe('1.7')
    expect(getMaximum).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ networkId, gas: 300_000n }))
    getMaximum.mockResolvedValueOnce(0n)
    await expect(fillSwapMaximum(portico)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  })

  test('a site fills it in by short names, contracts or the coin, and what the visitor changes then stays', async () => {
    const { portico, form } = withSwaps()
    const preset = { fromToken: 'native', toToken: 'usdc', amount: '0.5' }
    await presetSwap(portico, preset)
    expect(form()).toMatchObject({ from: { symbol: 'ETH', units: ether.units }, to: { address: usdc.address }, amount: '0.5' })
    setSwapAmount(portico, '0.7')
    await presetSwap(portico, preset)
    expect(form().amount).toBe('0.7')
    await presetSwap(portico, { fromToken: 'NOPE', toToken: 'ETH' })
    expect(form()).toMatchObject({ from: undefined, to: { symbol: 'ETH' }, amount: '' })
  })

  test.each([
    ['priceMoved', 'PriceMovedError'],
    ['quoteExpired', 'QuoteExpiredError'],
    ['noRoute', 'NoRouteError'],
  ])('a gateway that refuses with %s is understood', async (reason, name) => {
    const setup = withSwaps()
    const swap = await setup.agree(ether, usdc, '1')
    setup.server.script = () => refusal(reason)
    await submitSwap(setup.portico, swap)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name } })
    expect(asked(setup)).toBe(0)
  })

  test('a gateway that does not answer fails, and sends nothing', async () => {
    const setup = withSwaps()
    const swap = await setup.agree(ether, usdc, '1')
    setup.server.script = () => refusal('unavailable', 404)
    await submitSwap(setup.portico, swap)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'HttpStatusError' } })
    expect(asked(setup)).toBe(0)
  })
})
