import { ReceiptTimeoutError } from '@portico/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bitcoin as mainnet } from '../networks.js'
import type { ChainTransaction, Esplora } from './esplora.js'
import { waitForReceipt } from './waitForReceipt.js'

const networkId = mainnet.id
const id = (letter: string) => letter.repeat(64)
const [hash, other, coin] = [id('a'), id('b'), id('c')]
const [me, you] = ['bc1q-me', 'bc1q-you']

const transaction = (txid: string, outputs: readonly (readonly [string, bigint])[], height?: bigint): ChainTransaction => ({
  txid,
  fee: 100n,
  inputs: [{ txid: coin, vout: 0, prevout: { address: me, value: 1_000n } }],
  outputs: outputs.map(([address, value]) => ({ address, value })),
  status: height === undefined ? {} : { height, time: 1 },
})
const original = [
  [you, 600n],
  [me, 300n],
] as const

/** A chain that is looked at in steps: what it knows at each look. */
type Look = readonly ChainTransaction[] | Error
function chainOf(...looks: Look[]) {
  let at = -1
  const now = () => looks[Math.min(at, looks.length - 1)] ?? []
  const find = (txid: string) => {
    const known = now()
    if (known instanceof Error) throw known
    return known.find((one) => one.txid === txid)
  }
  const esplora: Pick<Esplora, 'transaction' | 'spender'> = {
    async transaction(_, txid) {
      if (txid === hash) at += 1
      return find(txid)
    },
    async spender() {
      const known = now()
      return known instanceof Error ? undefined : known[0]?.txid
    },
  }
  return { esplora, looks: () => at + 1 }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function outcome(...looks: Look[]) {
  const { esplora } = chainOf(...looks)
  const waiting = waitForReceipt(esplora, { networkId, hash })
  await vi.advanceTimersByTimeAsync(60_000)
  return waiting
}

describe('R20: waiting for a receipt', () => {
  test('ends with one confirmation', async () => {
    await expect(
      outcome([], [transaction(hash, original)], [transaction(hash, original)], [transaction(hash, original, 7n)]),
    ).resolves.toEqual({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n })
  })

  test.each([
    [
      'replaced',
      [
        [you, 500n],
        ['bc1q-third', 300n],
      ],
    ],
    [
      'repriced',
      [
        [you, 600n],
        [me, 200n],
      ],
    ],
    ['cancelled', [[me, 800n]]],
  ] as const)('tells a transaction that is %s apart, once the one in its place is in a block', async (expected, outputs) => {
    const waiting = [transaction(hash, original)]
    await expect(
      outcome(waiting, [transaction(other, outputs)], [transaction(other, outputs)], [transaction(other, outputs, 9n)]),
    ).resolves.toEqual({ hash, outcome: expected, minedHash: other, blockNumber: 9n })
  })

  test('survives a reorganisation of two blocks: what was replaced is looked for anew', async () => {
    await expect(
      outcome([transaction(hash, original)], [], [transaction(hash, original)], [], [transaction(hash, original, 12n)]),
    ).resolves.toMatchObject({ outcome: 'success', blockNumber: 12n })
  })

  test('survives an endpoint that fails', async () => {
    await expect(outcome(new Error('busy'), new Error('busy'), [transaction(hash, original, 7n)])).resolves.toMatchObject({
      outcome: 'success',
    })
  })

  test('ends after 180 s, and says that it may still go through', async () => {
    const { esplora, looks } = chainOf([transaction(hash, original)])
    const waiting = waitForReceipt(esplora, { networkId, hash }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(180_000)
    const error = await waiting
    expect(error).toBeInstanceOf(ReceiptTimeoutError)
    expect(error).toMatchObject({ shown: 'Still not confirmed. It may go through later.' })
    // Six looks at growing distance, then one every 10 s: public endpoints count them.
    expect(looks()).toBeLessThan(26)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ends with the signal, and leaves nothing behind', async () => {
    const abort = new AbortController()
    const { esplora } = chainOf([])
    const waiting = waitForReceipt(esplora, { networkId, hash, signal: abort.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    abort.abort(new Error('left'))
    expect(await waiting).toMatchObject({ message: 'left' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
