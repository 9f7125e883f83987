import type { Solana } from '@portico/chains/solana'
import { createSolanaWallet } from '@portico/testing/solana'
import {
  calculateEpochFee,
  calculateFee,
  createSetTransferFeeInstruction,
  TOKEN_2022_PROGRAM_ID,
  type TransferFeeConfig,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solana } from '../networks.js'
import type { SolanaOptions } from '../options.js'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { startChain } from '../test/chain.js'
import { makeFeeMint } from '../test/feeMint.js'
import { addressOf } from '../test/keys.js'
import { concat, littleEndian } from './bytes.js'
import { token2022Program } from './programs.js'
import type { Rpc } from './rpc.js'
import { transferFeeOf, withheldOf } from './transferFee.js'

const networkId = solana.id
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const rate = fc.record({ epoch: u64, maximumFee: u64, transferFeeBasisPoints: fc.nat(10_000) })

type Config = Pick<TransferFeeConfig, 'olderTransferFee' | 'newerTransferFee'>
const rateBytes = ({ epoch, maximumFee, transferFeeBasisPoints }: Config['olderTransferFee']) =>
  concat(littleEndian(epoch, 8), littleEndian(maximumFee, 8), littleEndian(BigInt(transferFeeBasisPoints), 2))
/** A mint with the one extension. */
const mintOf = (content: Uint8Array) => {
  const state = new Uint8Array(166)
  state.set([6, 1], 44)
  state[165] = 1
  return { owner: token2022Program, data: concat(state, [1, 0, content.length, 0], content) }
}
const mintWith = ({ olderTransferFee, newerTransferFee }: Config) =>
  mintOf(concat(new Uint8Array(72), rateBytes(olderTransferFee), rateBytes(newerTransferFee)))
const nodeAt = (epoch: unknown): Rpc => ({ call: () => Promise.resolve({ epoch }) }) as unknown as Rpc // all that is asked

describe('what a token keeps', () => {
  test('is what the library of the program counts, at every rate, maximum and amount', () => {
    fc.assert(
      fc.property(u64, rate, (units, each) => {
        const fee = { basisPoints: BigInt(each.transferFeeBasisPoints), maximum: each.maximumFee }
        expect(withheldOf(units, fee)).toBe(calculateFee(each, units))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is by the rate of the epoch: the newer from its own on, the older until then', async () => {
    const small = fc.bigInt({ min: 0n, max: 4n })
    await fc.assert(
      fc.asyncProperty(rate, rate, small, small, u64, async (older, newer, from, epoch, units) => {
        const config = { olderTransferFee: older, newerTransferFee: { ...newer, epoch: from } }
        const fee = await transferFeeOf(nodeAt(Number(epoch)), networkId, mintWith(config))
        expect(fee && withheldOf(units, fee)).toBe(calculateEpochFee(config as TransferFeeConfig, epoch, units))
      }),
    )
  })

  test('is never more than the whole: a rate beyond it is refused, and so is half a configuration', async () => {
    const rates = (basisPoints: number) => {
      const each = { epoch: 0n, maximumFee: 1n, transferFeeBasisPoints: basisPoints }
      return mintWith({ olderTransferFee: each, newerTransferFee: each })
    }
    await expect(transferFeeOf(nodeAt(1), networkId, rates(10_000))).resolves.toEqual({ basisPoints: 10_000n, maximum: 1n })
    await expect(transferFeeOf(nodeAt(1), networkId, rates(10_001))).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'token' })
    await expect(transferFeeOf(nodeAt(1), networkId, mintOf(new Uint8Array(107)))).rejects.toMatchObject({ name: 'EndpointError' })
    await expect(transferFeeOf(nodeAt('soon'), networkId, rates(1))).rejects.toMatchObject({ name: 'EndpointError' })
  })
})

describe('on the chain', () => {
  let chain: Solana
  let options: SolanaOptions
  const stops: (() => void)[] = []
  let stopChain: () => Promise<void>

  beforeAll(async () => {
    ;({ chain, options, stop: stopChain } = await startChain(14_065))
  }, 60_000)
  afterAll(() => stopChain())
  beforeEach(() => chain.reset())
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  const start = async (fee: { basisPoints: number; maximum: bigint }) => {
    const token = await makeFeeMint({ url: chain.urls.http, fee, units: 10_000_000n })
    const wallet = createSolanaWallet({ chains: { 'solana:mainnet': chain.urls.http } })
    const { adapter, stop } = await testAdapter(options)
    stops.push(stop, () => wallet.close())
    await adapter.connect({ connector: wayIn(wallet.wallet), signal: never(), networkId })
    const order = (value: bigint) => ({
      connectorId: 'standard:Test Solana Wallet',
      address: addressOf(0),
      networkId,
      to: addressOf(1),
      token: token.mint,
      value,
    })
    /** Sends it, and tells what was said before and what came of it. */
    const send = async (value: bigint) => {
      const { withheld } = (await adapter.estimateFee?.(order(value))) ?? {}
      const hash = (await adapter.sendTransaction?.(order(value))) ?? ''
      const receipt = await adapter.waitForReceipt?.({ hash, networkId })
      return { withheld, outcome: receipt?.outcome, got: await token.heldBy(addressOf(1)) }
    }
    return { token, send }
  }

  test('what was said before is what the program keeps, rounded up and no more than its maximum', async () => {
    const { token, send } = await start({ basisPoints: 125, maximum: 20_000n })
    expect(await send(333n)).toEqual({ withheld: 5n, outcome: 'success', got: { units: 328n, withheld: 5n } })
    // All that there is: the fee is taken out of it.
    const rest = 10_000_000n - 333n
    expect(await send(rest)).toEqual({
      withheld: 20_000n,
      outcome: 'success',
      got: { units: 328n + rest - 20_000n, withheld: 20_005n },
    })
    expect((await token.heldBy(addressOf(0))).units).toBe(0n)
  })

  test('a rate that was changed a moment ago does not hold yet', async () => {
    const { token, send } = await start({ basisPoints: 100, maximum: 1_000_000n })
    await token.send([
      createSetTransferFeeInstruction(new PublicKey(token.mint), token.payer, [], 5_000, 2_000_000n, TOKEN_2022_PROGRAM_ID),
    ])
    const { olderTransferFee: older, newerTransferFee: newer } = (await token.config()) ?? {}
    expect([older?.transferFeeBasisPoints, newer?.transferFeeBasisPoints]).toEqual([100, 5_000])
    expect(newer?.epoch).toBe((older?.epoch ?? 0n) + 2n)
    expect(await send(1_000_000n)).toEqual({ withheld: 10_000n, outcome: 'success', got: { units: 990_000n, withheld: 10_000n } })
  })

  test('a token that keeps nothing at the moment says so', async () => {
    const { send } = await start({ basisPoints: 0, maximum: 0n })
    expect(await send(7n)).toEqual({ withheld: 0n, outcome: 'success', got: { units: 7n, withheld: 0n } })
  })
})
