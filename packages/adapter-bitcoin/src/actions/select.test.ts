import { InsufficientFundsError } from '@portico/core'
import { base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress, type AddressType } from '../implementation/address.js'
import { chainOf } from '../implementation/chains.js'
import { buildTransfer, finalize } from '../psbt/index.js'
import type { Utxo } from './esplora.js'
import { checkAmount, mostOf, selectUtxos } from './select.js'

const chain = chainOf('bip122:000000000019d6689c085ae165831e93')
const secret = new Uint8Array(32).fill(3)
const key = pubECDSA(secret)
const addresses = {
  p2wpkh: p2wpkh(key).address,
  p2tr: p2tr(pubSchnorr(secret)).address,
  p2sh: p2sh(p2wpkh(key)).address,
  p2pkh: p2pkh(key).address,
} satisfies Partial<Record<AddressType, string>>
type Form = keyof typeof addresses
const formNames: readonly Form[] = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh']

const utxosOf = (values: readonly bigint[], confirmed = true): Utxo[] =>
  values.map((value, at) => ({ txid: (at + 1).toString(16).padStart(64, '0'), vout: 0, value, confirmed }))

describe('what a transfer spends', () => {
  test('inputs, outputs, change and fee add up, nothing is spent twice, and change is never dust (10,000 wallets)', () => {
    const wallets = fc.record({
      values: fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { maxLength: 40 }),
      from: fc.constantFrom(...formNames),
      to: fc.constantFrom(...formNames),
      amount: fc.bigInt({ min: 546n, max: 50_000_000n }),
      feeRate: fc.double({ min: 1, max: 1_000, noNaN: true }),
    })
    fc.assert(
      fc.property(wallets, ({ values, ...rest }) => {
        const utxos = utxosOf(values)
        try {
          const { utxos: chosen, fee, change } = selectUtxos({ utxos, ...rest })
          const total = chosen.reduce((sum, { value }) => sum + value, 0n)
          expect(total).toBe(rest.amount + fee + change)
          expect(new Set(chosen.map(({ txid }) => txid)).size).toBe(chosen.length)
          expect(change === 0n || change >= 294n).toBe(true)
          expect(fee).toBeGreaterThanOrEqual(BigInt(Math.floor(rest.feeRate * 100)))
        } catch (error) {
          expect(error).toBeInstanceOf(InsufficientFundsError)
        }
      }),
      { numRuns: 10_000 },
    )
  }, 60_000)

  test('the most that can be sent can be sent, and one satoshi more cannot (5,000 wallets)', () => {
    const wallets = fc.record({
      values: fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { maxLength: 40 }),
      from: fc.constantFrom(...formNames),
      to: fc.constantFrom(...formNames),
      feeRate: fc.double({ min: 1, max: 1_000, noNaN: true }),
    })
    fc.assert(
      fc.property(wallets, ({ values, ...rest }) => {
        const utxos = utxosOf(values)
        const amount = mostOf({ utxos, ...rest })
        if (amount > 0n) expect(selectUtxos({ utxos, ...rest, amount })).toMatchObject({ change: 0n })
        const more = amount > 0n ? amount + 1n : 546n
        expect(() => selectUtxos({ utxos, ...rest, amount: more })).toThrow(InsufficientFundsError)
      }),
      { numRuns: 5_000 },
    )
  }, 60_000)

  test('a coin that may cost a satoshi more than it holds, as bytes are counted whole, is left out of the most', () => {
    const wallet = { utxos: utxosOf([675n, 675n, 100_000n]), from: 'p2tr', to: 'p2wpkh', feeRate: 11.651162790697676 } as const
    const amount = mostOf(wallet)
    expect(selectUtxos({ ...wallet, amount })).toMatchObject({ change: 0n })
    expect(() => selectUtxos({ ...wallet, amount: amount + 1n })).toThrow(InsufficientFundsError)
  })

  test('confirmed coins come first, then the largest', () => {
    const utxos = [...utxosOf([5_000n, 50_000n]), { txid: 'f'.repeat(64), vout: 1, value: 900_000n, confirmed: false }]
    const { utxos: chosen } = selectUtxos({ utxos, from: 'p2wpkh', to: 'p2wpkh', amount: 52_000n, feeRate: 1 })
    expect(chosen.map(({ value }) => value)).toEqual([50_000n, 5_000n])
    expect(selectUtxos({ utxos, from: 'p2wpkh', to: 'p2wpkh', amount: 60_000n, feeRate: 1 }).utxos).toHaveLength(3)
  })

  test('coins that cost more than they hold stay where they are', () => {
    expect(() => selectUtxos({ utxos: utxosOf(Array(50).fill(600n)), from: 'p2wpkh', to: 'p2wpkh', amount: 1_000n, feeRate: 10 })).toThrow(
      InsufficientFundsError,
    )
  })

  test('what would be dust goes to the fee', () => {
    const { fee, change } = selectUtxos({ utxos: utxosOf([10_000n]), from: 'p2wpkh', to: 'p2wpkh', amount: 9_700n, feeRate: 1 })
    expect({ fee, change }).toEqual({ fee: 300n, change: 0n })
  })

  test.each([[undefined], [0n], [-1n], [5], ['5'], [2_100_000_000_000_001n]])('%s is no amount', (amount) => {
    expect(() => Reflect.apply(checkAmount, undefined, [amount, 'p2wpkh'])).toThrow("Invalid option 'value'")
  })

  test('less than an output must hold to be relayed is refused, by the form of the recipient', () => {
    expect(() => checkAmount(293n, 'p2wpkh')).toThrow('294 at the least')
    expect(checkAmount(294n, 'p2wpkh')).toBe(294n)
    expect(() => checkAmount(329n, 'p2tr')).toThrow('330 at the least')
    expect(() => checkAmount(545n, 'p2pkh')).toThrow('546 at the least')
  })
})

describe('the transfer itself', () => {
  test.each(formNames.flatMap((from) => formNames.map((to) => [from, to] as const)))(
    'from %s to %s pays at the least the rate that was chosen, and hardly more',
    async (from, to) => {
      const sender = await readAddress(addresses[from], chain)
      if (!sender) throw new Error('no address')
      // Real earlier transactions, because P2PKH signs over them.
      const previous = new Map<string, string>()
      const utxos = [60_000n, 50_000n, 40_000n].map((value, at): Utxo => {
        const earlier = new Transaction()
        earlier.addInput({
          txid: (at + 9).toString(16).padStart(64, '0'),
          index: 0,
          witnessUtxo: { script: p2wpkh(key).script, amount: value + 500n },
        })
        earlier.addOutputAddress(sender.address, value, NETWORK)
        earlier.sign(secret)
        earlier.finalize()
        previous.set(earlier.id, earlier.hex)
        return { txid: earlier.id, vout: 0, value, confirmed: true }
      })
      const amount = 100_000n
      const feeRate = 7
      const selection = selectUtxos({ utxos, from, to, amount, feeRate })
      const publicKey = hex.encode(from === 'p2tr' ? pubSchnorr(secret) : key)
      const prepared = buildTransfer({ from: sender, publicKey, to: addresses[to], amount, chain, previous, ...selection })
      if (!prepared) throw new Error('no transfer')
      const signed = Transaction.fromPSBT(prepared.psbt)
      expect(signed.sign(secret)).toBe(selection.utxos.length)
      expect(prepared.inputs).toEqual(selection.utxos.map((_, index) => ({ index, address: sender.address })))
      const final = Transaction.fromRaw(hex.decode(finalize(base64.encode(signed.toPSBT())).hex))
      const rate = Number(selection.fee) / final.vsize
      expect(rate).toBeGreaterThanOrEqual(feeRate)
      expect(rate).toBeLessThan(feeRate * 1.03)
      expect(final.getInput(0).sequence).toBe(0xfffffffd)
      expect(final.getOutputAddress(0)).toBe(addresses[to])
      expect(final.getOutputAddress(1)).toBe(sender.address)
    },
  )

  test('without the public key, a wrapped address cannot be spent here, and a key of another address does not help', async () => {
    const from = await readAddress(addresses.p2sh, chain)
    if (!from) throw new Error('no address')
    const base = {
      from,
      to: addresses.p2wpkh,
      amount: 1_000n,
      change: 0n,
      utxos: utxosOf([2_000n]),
      previous: new Map<string, string>(),
      chain,
    }
    expect(buildTransfer(base)).toBeUndefined()
    expect(buildTransfer({ ...base, publicKey: hex.encode(pubECDSA(new Uint8Array(32).fill(4))) })).toBeUndefined()
  })
})
