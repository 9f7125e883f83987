import { createBitcoin } from '@portico/chains/bitcoin'
import { fakeFetch } from '@portico/testing'
import { PorticoError, type AccountTransaction } from '@portico/core'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { bitcoin as mainnet } from '../networks.js'
import { testAdapter } from '../test/adapter.js'
import { installed } from '../test/faces.js'
import { feeRatesOf } from './fees.js'

const ledger = createBitcoin({ port: 15002, automine: false })
const url = ledger.url
const [first, second] = ledger.accounts
if (!first || !second) throw new Error('no accounts')
const recipient = second.payment.address
const address = first.payment.address
const networkId = mainnet.id

beforeAll(() => ledger.start())
afterAll(() => ledger.stop())
beforeEach(() => ledger.reset())
afterEach(() => void vi.useRealTimers())

const real = () => testAdapter({ url })
/** An adapter whose endpoint says what it is told to. */
const faked = (...answers: (Error | (() => Response))[]) => {
  const server = fakeFetch(...answers)
  return testAdapter({ url, fetch: server.fetch }).then((visit) => ({ ...visit, calls: server.calls }))
}
const json = (value: unknown, init?: ResponseInit) => new Response(JSON.stringify(value), init)

describe('an account on the ledger', () => {
  test('has a balance in satoshi, counting what waits', async () => {
    const { adapter } = await real()
    expect(await adapter.getBalance({ address, networkId })).toBe(100_000_000n)
    ledger.faucet(address, 5_000n)
    expect(await adapter.getBalance({ address, networkId })).toBe(100_005_000n)
    expect(await adapter.getBalance({ address: first.ordinals.address, networkId })).toBe(10_000n)
  })

  test('has a past: what each transaction did to it, newest first, with the fee where it paid one', async () => {
    const { adapter } = await real()
    const { transactions, cursor } = await adapter.getTransactions({ address, networkId })
    expect(cursor).toBeUndefined()
    expect(transactions.reduce((sum, { change }) => sum + change, 0n)).toBe(100_000_000n)
    expect(transactions.map(({ blockNumber }) => blockNumber)).toEqual(
      transactions.map(({ blockNumber }) => blockNumber).toSorted((one, other) => Number((other ?? 0n) - (one ?? 0n))),
    )
    const paid = transactions.find(({ change }) => change < 0n)
    expect(paid).toMatchObject({ change: -1_000_282n, fee: 282n, hash: expect.stringMatching(/^[\da-f]{64}$/), time: expect.any(Number) })
    for (const { change, fee } of transactions) if (change > 0n) expect(fee).toBeUndefined()
  })

  test('R21: has its past in pages that end, each transaction once', async () => {
    for (let at = 0; at < 60; at += 1) ledger.faucet(address, 1_000n + BigInt(at))
    const { adapter } = await real()
    const seen: AccountTransaction[] = []
    let pages = 0
    for (let cursor: string | undefined; ; pages += 1) {
      const page = await adapter.getTransactions({ address, networkId, ...(cursor && { cursor }) })
      seen.push(...page.transactions)
      cursor = page.cursor
      if (!cursor) break
    }
    expect(pages).toBe(2)
    expect(new Set(seen.map(({ hash }) => hash)).size).toBe(seen.length)
    expect(seen.reduce((sum, { change }) => sum + change, 0n)).toBe(ledger.balanceOf(address))
  })

  test('R21: an endpoint that gives the same page again and again is noticed', async () => {
    const page = Array.from({ length: 25 }, (_, at) => ({
      txid: at.toString(16).padStart(64, '0'),
      vin: [],
      vout: [{ scriptpubkey_address: address, value: 1 }],
      fee: 0,
      status: { confirmed: true, block_height: 100 - at, block_time: 1 },
    }))
    const { adapter } = await faked(() => json(page))
    const { cursor = '' } = await adapter.getTransactions({ address, networkId })
    const again = await adapter.getTransactions({ address, networkId, cursor })
    expect(again.transactions.map(({ hash }) => hash)).not.toContain(cursor)
    expect(again.cursor).toBeUndefined()
  })

  test('tells what waits, without a block and a time', async () => {
    const { wallet, connector } = installed('unisat', { esploraUrl: url })
    const { adapter } = await real()
    await adapter.connect({ connector, signal: new AbortController().signal })
    const hash = await adapter.sendTransaction({ connectorId: connector.id, address, networkId, to: recipient, value: 10_000n })
    expect(wallet.log.some(({ method }) => method === 'unisat:signPsbt')).toBe(true)
    const [newest] = (await adapter.getTransactions({ address, networkId })).transactions
    expect(newest).toEqual({ hash, change: -10_000n - (newest?.fee ?? 0n), fee: expect.any(BigInt) })
  })

  test('has a payment code (BIP-21) with the whole address', async () => {
    const { adapter } = await real()
    expect(adapter.paymentUri({ address })).toBe(`bitcoin:${address}`)
  })
})

describe('fees', () => {
  test('come in three rates, in order', async () => {
    const { adapter } = await real()
    const { slow, standard, fast } = await adapter.getFeeRates({ networkId })
    expect([slow, standard, fast]).toEqual([1, 2.87, 12])
  })

  test('come from mempool\u2019s own question where esplora\u2019s is not served', async () => {
    const { adapter } = await faked(
      () => new Response('not found', { status: 404 }),
      () => json({ fastestFee: 12, halfHourFee: 9, hourFee: 5, economyFee: 2, minimumFee: 1 }),
    )
    expect(await adapter.getFeeRates({ networkId })).toEqual({ slow: 2, standard: 5, fast: 12 })
  })

  test('are never below what is relayed nor beyond all reason, whatever an endpoint says (2,000 answers)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 5, 6, 10, 25, 144, 504), fc.double({ min: 0, noNaN: true }))), (entries) => {
        const { slow, standard, fast } = feeRatesOf(new Map(entries))
        expect(1 <= slow && slow <= standard && standard <= fast && fast <= 1_000).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([[0], [0.5], [1_001], [Number.NaN], [Number.POSITIVE_INFINITY], ['5'], [-1]])(
    'a rate of %s is refused before anything is asked',
    async (feeRate) => {
      const { adapter, calls } = await faked(() => json([]))
      const request = { connectorId: 'x', address, networkId, to: recipient, value: 10_000n }
      await expect(Reflect.apply(adapter.estimateFee, undefined, [{ ...request, feeRate }])).rejects.toMatchObject({
        name: 'InvalidOptionError',
        option: 'feeRate',
      })
      expect(calls).toEqual([])
    },
  )

  test('leave the most that can be sent, at the rate that is chosen', async () => {
    const { adapter } = await real()
    const account = { connectorId: 'any', address, networkId }
    const most = await adapter.getMaximum?.({ ...account, to: recipient, feeRate: 2 })
    expect(await adapter.estimateFee?.({ ...account, to: recipient, value: most ?? 0n, feeRate: 2 })).toMatchObject({
      expected: (await adapter.getBalance({ address, networkId })) - (most ?? 0n),
    })
    expect(await adapter.getMaximum?.({ ...account, feeRate: 20 })).toBeLessThan(most ?? 0n)
  })

  test('are left for whoever is chosen as the recipient later, of whatever kind', async () => {
    const { adapter } = await real()
    const account = { connectorId: 'any', address, networkId, feeRate: 20 }
    const value = (await adapter.getMaximum?.(account)) ?? 0n
    for (const to of [recipient, second.ordinals.address, '1BitcoinEaterAddressDontSendf59kuE'])
      expect(await adapter.estimateFee({ ...account, to, value })).toEqual({
        expected: 100_000_000n - value,
        maximum: 100_000_000n - value,
      })
  })

  test.each([{}, { speed: 'fast' }] as const)(
    'may have risen by a quarter since all that there is was worked out: what is left is paid, and no more than that is asked: %o',
    async (chosen) => {
      let rate = 10
      const { wallet, connector } = installed('unisat', { esploraUrl: url })
      const { adapter } = await testAdapter({
        url,
        fetch: async (input, init) => (new Request(input).url.endsWith('/fee-estimates') ? json({ 1: rate, 6: rate }) : fetch(input, init)),
      })
      await adapter.connect({ connector, signal: new AbortController().signal })
      const account = { connectorId: connector.id, address, networkId, to: recipient, ...chosen }
      const value = (await adapter.getMaximum?.(account)) ?? 0n
      rate = 12.5
      const fee = await adapter.estimateFee({ ...account, value })
      expect(fee).toEqual({ expected: 100_000_000n - value, maximum: 100_000_000n - value })
      for (const [now, over] of [
        [12.6, {}],
        [12.5, { feeRate: 12.5 }], // a site's own
        [12.5, { value: value + 1n }],
      ] as const) {
        rate = now
        await expect(adapter.estimateFee({ ...account, value, ...over })).rejects.toMatchObject({ name: 'InsufficientFundsError' })
      }
      await adapter.sendTransaction({ ...account, value })
      expect(wallet.log.some(({ method }) => method === 'unisat:signPsbt')).toBe(true)
      expect((await adapter.getTransactions({ address, networkId })).transactions[0]?.fee).toBe(fee.expected)
    },
  )

  test('are those of the speed that is chosen, where no rate is', async () => {
    const { adapter } = await real()
    const order = { connectorId: 'any', address, networkId, to: recipient, value: 10_000n }
    const rates = await adapter.getFeeRates({ networkId })
    for (const speed of ['slow', 'standard', 'fast'] as const) {
      const feeRate = rates[speed]
      expect(await adapter.estimateFee({ ...order, speed })).toEqual(await adapter.estimateFee({ ...order, feeRate }))
      expect(await adapter.getMaximum?.({ ...order, speed })).toBe(await adapter.getMaximum?.({ ...order, feeRate }))
    }
    expect(await adapter.estimateFee({ ...order, speed: 'fast', feeRate: 1 })).toEqual(await adapter.estimateFee({ ...order, feeRate: 1 }))
    const wrong = Reflect.apply(adapter.estimateFee, undefined, [{ ...order, speed: 'faster' }])
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'speed' })
  })

  test('an address is read in its usual form, one of another chain is none, and one without a key is told', async () => {
    const { adapter } = await real()
    expect(await adapter.readAddress?.({ text: recipient.toUpperCase(), networkId })).toBe(recipient)
    expect(await adapter.inspectRecipient?.({ address: recipient, networkId })).toBe('account')
    expect(await adapter.inspectRecipient?.({ address: '1BitcoinEaterAddressDontSendf59kuE', networkId })).toBe('burn')
    for (const text of ['', 'noor.btc', recipient.slice(0, -1), `tb1${recipient.slice(3)}`])
      expect(await adapter.readAddress?.({ text, networkId })).toBeUndefined()
  })

  test('more than there is cannot be sent', async () => {
    const { adapter } = await real()
    const request = { connectorId: 'x', address, networkId, to: recipient }
    await expect(adapter.estimateFee({ ...request, value: 100_000_000n })).rejects.toMatchObject({ name: 'InsufficientFundsError' })
    const { expected, maximum } = await adapter.estimateFee({ ...request, value: 99_990_000n, feeRate: 1 })
    expect(expected).toBe(maximum)
  })
})

describe('what a transfer of bitcoin cannot carry', () => {
  test.each([
    ['memo', 'Invoice 17'],
    ['references', ['a']],
    ['token', recipient],
    ['tokenId', 1n],
    ['data', '0x12'],
  ])('%s is refused before anything is asked, rather than left out', async (option, given) => {
    const { wallet, connector } = installed('unisat', { esploraUrl: url })
    const { adapter, calls } = await faked(() => json([]))
    await adapter.connect({ connector, signal: new AbortController().signal })
    const asked = wallet.log.length
    const request = { connectorId: connector.id, address, networkId, to: recipient, value: 10_000n, [option]: given }
    for (const act of [adapter.sendTransaction, adapter.estimateFee])
      await expect(Reflect.apply(act, undefined, [request])).rejects.toMatchObject({ name: 'InvalidOptionError', option })
    expect([wallet.log.length, calls]).toEqual([asked, []])
  })
})

describe('a recipient', () => {
  test.each([
    ['of a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['of another chain', '0x0000000000000000000000000000000000000001'],
    ['with a wrong letter', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['that is empty', ''],
    ['that is nothing', undefined],
    ['with a space', ` ${'1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'}`],
  ])('%s is refused before anything is asked', async (_, to) => {
    const { wallet, connector } = installed('unisat', { esploraUrl: url })
    const { adapter, calls } = await faked(() => json([]))
    await adapter.connect({ connector, signal: new AbortController().signal })
    const asked = wallet.log.length
    const request = { connectorId: connector.id, address, networkId, to, value: 10_000n }
    await expect(Reflect.apply(adapter.sendTransaction, undefined, [request])).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'to',
    })
    await expect(Reflect.apply(adapter.estimateFee, undefined, [request])).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'to',
    })
    expect([wallet.log.length, calls]).toEqual([asked, []])
  })
})

describe('the coins of an ordinals address', () => {
  test('are never spent by a transfer', async () => {
    const { wallet, connector } = installed('xverse', { esploraUrl: url })
    const { adapter } = await real()
    await adapter.connect({ connector, signal: new AbortController().signal })
    const request = { connectorId: connector.id, address: first.ordinals.address, networkId, to: recipient, value: 5_000n }
    await expect(adapter.sendTransaction(request)).rejects.toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
      shown: expect.stringContaining('Send from your payment address.'),
    })
    expect(wallet.log.filter(({ method }) => /sign|send/i.test(method))).toEqual([])
  })

  test('are left to the wallet where it has one taproot address for everything', async () => {
    const { wallet, connector } = installed('unisat', { esploraUrl: url, directPurpose: 'ordinals' })
    ledger.faucet(first.ordinals.address, 500_000n)
    const { adapter } = await real()
    const { addresses } = await adapter.connect({ connector, signal: new AbortController().signal })
    expect(addresses).toEqual([first.ordinals.address])
    await adapter.sendTransaction({
      connectorId: connector.id,
      address: first.ordinals.address,
      networkId,
      to: recipient,
      value: 50_000n,
      feeRate: 2,
    })
    await adapter.sendTransaction({
      connectorId: connector.id,
      address: addresses[0] ?? '',
      networkId,
      to: recipient,
      value: 50_000n,
      speed: 'fast',
    })
    const asked = wallet.log.filter(({ method }) => method === 'unisat:sendBitcoin')
    expect(asked.flatMap(({ params }) => (Array.isArray(params) ? params.slice(2) : []))).toEqual([{ feeRate: 2 }, { feeRate: 12 }])
    expect(wallet.log.map(({ method }) => method)).not.toContain('unisat:signPsbt')
  })
})

describe('an address of another form that is for everything', () => {
  const sending = async (value: bigint, carrier = 10_000n) => {
    const { wallet, connector } = installed('unisat', { esploraUrl: url })
    ledger.faucet(address, carrier)
    const { adapter } = await real()
    await adapter.connect({ connector, signal: new AbortController().signal })
    await adapter.sendTransaction({ connectorId: connector.id, address, networkId, to: recipient, value, feeRate: 2 })
    return wallet.log.flatMap(({ method }) => (/sendBitcoin|signPsbt/.test(method) ? [method] : []))
  }

  test('has coins as small as those that carry something spent by the wallet, which knows them', async () => {
    expect(await sending(100_000_000n)).toEqual(['unisat:sendBitcoin'])
  })

  test('is spent from here where larger coins are enough, or a coin is larger than what carries something usually is', async () => {
    expect(await sending(50_000_000n)).toEqual(['unisat:signPsbt'])
    await ledger.reset()
    expect(await sending(100_000_000n, 10_001n)).toEqual(['unisat:signPsbt'])
  })
})

describe('a wrapped payment address', () => {
  test('is spent with its redeem script, which its public key gives', async () => {
    const { connector, wallet } = installed('xverse', { esploraUrl: url, paymentType: 'p2sh' })
    const from = wallet.accounts[0]?.payment.address ?? ''
    ledger.faucet(from, 500_000n)
    const { adapter } = await real()
    await adapter.connect({ connector, signal: new AbortController().signal })
    const hash = await adapter.sendTransaction({
      connectorId: connector.id,
      address: from,
      networkId,
      to: recipient,
      value: 50_000n,
      feeRate: 2,
    })
    ledger.mine()
    await expect(adapter.waitForReceipt({ hash, networkId })).resolves.toMatchObject({ outcome: 'success' })
    const signed = await adapter.signMessage({ connectorId: connector.id, address: from, networkId, message: 'hello' })
    expect(signed).toMatchObject({ protocol: 'ecdsa' })
  })
})

describe('an endpoint that fails', () => {
  test('R7: is asked again, at the next URL, at most three times more', async () => {
    const hosts: string[] = []
    const fetch: typeof globalThis.fetch = async (input) => {
      hosts.push(new URL(new Request(input).url).host)
      return hosts.length < 3
        ? new Response('busy', { status: 503 })
        : json({ chain_stats: { funded_txo_sum: 7, spent_txo_sum: 0 }, mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 2 } })
    }
    const { adapter } = await testAdapter({ esploraUrls: { [networkId]: ['https://a.test/api/', 'https://b.test'] }, fetch })
    expect(await adapter.getBalance({ address, networkId })).toBe(5n)
    expect(hosts).toEqual(['a.test', 'b.test', 'a.test'])
  })

  test('R7: gives up after the fourth try, and when it is told to wait too long', async () => {
    const busy = await faked(() => new Response('', { status: 500 }))
    await expect(busy.adapter.getFeeRates({ networkId })).rejects.toMatchObject({ name: 'HttpStatusError', status: 500 })
    expect(busy.calls).toHaveLength(4)
    const slow = await faked(() => new Response('', { status: 429, headers: { 'retry-after': '600' } }))
    await expect(slow.adapter.getFeeRates({ networkId })).rejects.toMatchObject({ name: 'HttpStatusError', status: 429 })
    expect(slow.calls).toHaveLength(1)
    const gone = await faked(new TypeError('offline'))
    await expect(gone.adapter.getFeeRates({ networkId })).rejects.toMatchObject({ name: 'NetworkFailureError' })
    expect(gone.calls).toHaveLength(4)
  })

  test('is not asked on once nobody waits', async () => {
    const abort = new AbortController()
    const { adapter, calls } = await faked(() => new Response('', { status: 500 }))
    const asking = adapter.getFeeRates({ networkId, signal: abort.signal })
    await expect.poll(() => calls.length).toBe(1)
    abort.abort()
    await expect(asking).rejects.toMatchObject({ name: 'RequestAbortedError' })
    expect(calls.length).toBeLessThanOrEqual(2)
  })

  test('R9: an answer that does not end is given up after 10 s', async () => {
    vi.useFakeTimers()
    const { adapter } = await testAdapter({
      url,
      fetch: async () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([91])) })),
    })
    const asking = adapter.getFeeRates({ networkId }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await asking).toMatchObject({ name: 'NetworkFailureError' })
  })

  test('R9: an answer without measure is not read to its end', async () => {
    const megabyte = new Uint8Array(1_000_000).fill(32)
    const { adapter } = await testAdapter({
      url,
      fetch: async () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(megabyte) })),
    })
    await expect(adapter.getFeeRates({ networkId })).rejects.toMatchObject({ name: 'MalformedAnswerError' })
  })

  test('R9: any garbage is a typed error or a sane answer (2,000 answers at each of four questions)', async () => {
    const values = fc.oneof(
      fc.json(),
      fc.string(),
      fc.anything().map((value) => JSON.stringify(value) ?? ''),
      fc.constantFrom('{"chain_stats":{"funded_txo_sum":1e99}}', '[{"txid":"x"}]', '{"6":-1,"1":"fast"}', '[null]', '{"1":1e308}'),
    )
    let body = ''
    const { adapter } = await testAdapter({ url, fetch: async () => new Response(body) })
    const request = { connectorId: 'x', address, networkId, to: recipient, value: 10_000n }
    const questions = [
      () => adapter.getBalance({ address, networkId }),
      () => adapter.getTransactions({ address, networkId }),
      () => adapter.getFeeRates({ networkId }),
      () => adapter.estimateFee(request),
    ]
    await fc.assert(
      fc.asyncProperty(values, async (text) => {
        body = text
        for (const question of questions) {
          const answer = await question().catch((error: unknown) => error)
          if (answer instanceof Error) expect(answer).toBeInstanceOf(PorticoError)
        }
      }),
      { numRuns: 2_000 },
    )
    recordPromise({ id: 'R9', name: 'answers of an Esplora, at four questions', runs: 8_000, accepted: 0 })
  }, 60_000)

  test('a network that is not the site\u2019s is asked nothing', async () => {
    const { adapter, calls } = await faked(() => json({}))
    await expect(adapter.getFeeRates({ networkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' })).rejects.toMatchObject({
      name: 'NetworkNotConfiguredError',
    })
    expect(calls).toEqual([])
  })
})

describe('R8: a transfer that is sent', () => {
  /** An endpoint that passes everything to the ledger, but does something of its own with what is sent. */
  async function sending(send: (body: string, forward: () => Promise<Response>, time: number) => Promise<Response>) {
    const bodies: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST') return globalThis.fetch(input, init)
      const body = await new Request(input, init).text()
      bodies.push(body)
      return send(body, () => globalThis.fetch(input, init), bodies.length)
    }
    const { connector } = installed('unisat', { esploraUrl: url })
    const { adapter } = await testAdapter({ url, fetch })
    await adapter.connect({ connector, signal: new AbortController().signal })
    const sent = adapter.sendTransaction({ connectorId: connector.id, address, networkId, to: recipient, value: 10_000n })
    return { sent, bodies, adapter }
  }

  test('spends no coin of the one before, though endpoints let their answers be kept for ten seconds', async () => {
    const kept = new Map<string, string>()
    const browser: typeof fetch = async (input, init) => {
      if (init?.method === 'POST' || init?.cache === 'no-cache') return fetch(input, init)
      const asked = new Request(input).url
      const text = kept.get(asked) ?? (await (await fetch(input, init)).text())
      kept.set(asked, text)
      return new Response(text)
    }
    const { wallet, connector } = installed('unisat', { esploraUrl: url })
    const { adapter } = await testAdapter({ url, fetch: browser })
    await adapter.connect({ connector, signal: new AbortController().signal })
    const request = { connectorId: connector.id, address, networkId, to: recipient }
    await adapter.estimateFee({ ...request, value: 10_000n })
    const first = await adapter.sendTransaction({ ...request, value: 10_000n })
    const second = await adapter.sendTransaction({ ...request, value: 20_000n })
    expect((await adapter.getTransactions({ address, networkId })).transactions.slice(0, 2).map(({ hash }) => hash)).toEqual([
      second,
      first,
    ])
    expect(wallet.log.filter(({ method }) => method === 'unisat:signPsbt')).toHaveLength(2)
  })

  test('spends no coin of the one before where another endpoint has not heard of that yet, for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    ledger.faucet(address, 50_000_000n)
    const late = await (await fetch(`${url}/address/${address}/utxo`)).text()
    const signed: string[] = []
    const behind: typeof fetch = async (input, init) => {
      if (new Request(input).url.endsWith('/utxo')) return new Response(late)
      if (init?.method !== 'POST') return fetch(input, init)
      signed.push(await new Request(input, init).text())
      return new Response('f'.repeat(64))
    }
    const { connector } = installed('unisat', { esploraUrl: url })
    const { adapter } = await testAdapter({ url, fetch: behind })
    await adapter.connect({ connector, signal: new AbortController().signal })
    const coins = new Set<string>()
    const send = async (value: bigint) => {
      await adapter.sendTransaction({ connectorId: connector.id, address, networkId, to: recipient, value })
      const { inputs } = RawTx.decode(hex.decode(signed.at(-1) ?? ''))
      return inputs.map(({ txid, index }) => `${hex.encode(txid)}:${index}`)
    }
    for (const value of [10_000n, 20_000n])
      for (const coin of await send(value)) {
        expect(coins).not.toContain(coin)
        coins.add(coin)
      }
    vi.setSystemTime(Date.now() + 61_000)
    expect(coins).toContain((await send(30_000n))[0])
  })

  test('is repeated with the same bytes while the endpoint is busy, and arrives once', async () => {
    const { sent, bodies } = await sending((_, forward, time) =>
      time < 3 ? Promise.resolve(new Response('', { status: 503 })) : forward(),
    )
    await sent
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1])
    ledger.mine()
    expect(ledger.balanceOf(second.payment.address)).toBe(100_010_000n)
  })

  test('counts as sent when the answer got lost and the repetition is refused', async () => {
    const { sent, bodies } = await sending(async (_, forward, time) => {
      const answer = await forward()
      return time === 1 ? new Response('', { status: 504 }) : answer
    })
    await expect(sent).resolves.toMatch(/^[\da-f]{64}$/)
    expect(bodies.length).toBe(2)
  })

  test.each([
    'sendrawtransaction RPC error: {"code":-27,"message":"Transaction already in block chain"}',
    'sendrawtransaction RPC error: {"code":-26,"message":"txn-already-known"}',
    'txn-already-in-mempool',
  ])('counts as sent when the endpoint has it: %s', async (text) => {
    const { sent } = await sending(async (_, forward) => {
      await forward()
      return new Response(text, { status: 400 })
    })
    await expect(sent).resolves.toMatch(/^[\da-f]{64}$/)
  })

  test('fails with the reason when the endpoint refuses it', async () => {
    const { sent } = await sending(
      async () => new Response('sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}', { status: 400 }),
    )
    await expect(sent).rejects.toMatchObject({
      name: 'TransactionRevertedError',
      message: expect.stringContaining('min relay fee not met'),
    })
  })

  test('fails when the endpoint is gone, and did not take it', async () => {
    const { sent } = await sending(async () => {
      throw new TypeError('offline')
    })
    await expect(sent).rejects.toMatchObject({ name: 'NetworkFailureError' })
    expect(ledger.health().waiting).toBe(0)
  }, 20_000)
})
