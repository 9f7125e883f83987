import { PorticoError } from '@portico/core'
import { base64, hex } from '@scure/base'
import { p2pkh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainOf } from '../implementation/chains.js'
import { buildTransfer, finalize, preparePsbt, readSigned } from './index.js'

const chain = chainOf('bip122:000000000019d6689c085ae165831e93')
const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
const [mine = keys[0], theirs = keys[1], ordinal = keys[2]] = keys
if (!mine || !theirs || !ordinal) throw new Error('no keys')
const own = p2wpkh(pubECDSA(mine))
const other = p2wpkh(pubECDSA(theirs))
const taproot = p2tr(pubSchnorr(ordinal))
const accounts = [{ address: own.address }, { address: taproot.address }]

/** Two inputs of the wallet, one of somebody else, one output. */
function unsigned({ amount = 2_500n, to = other.address, sequence = 0xffffffff } = {}) {
  const transaction = new Transaction()
  const coins = [
    [own.script, 1],
    [taproot.script, 2],
    [other.script, 3],
  ] as const
  for (const [script, at] of coins)
    transaction.addInput({ txid: String(at).repeat(64), index: at, sequence, witnessUtxo: { script, amount: 1_000n } })
  transaction.updateInput(1, { tapInternalKey: pubSchnorr(ordinal ?? new Uint8Array()) })
  transaction.addOutputAddress(to, amount)
  return transaction
}
const toText = (transaction: Transaction) => base64.encode(transaction.toPSBT())
function signedBy(transaction: Transaction, ...indexes: readonly number[]) {
  for (const index of indexes) transaction.signIdx([mine, ordinal, theirs][index] ?? new Uint8Array(), index)
  return transaction
}

describe('a PSBT of the host', () => {
  test('is signed where the wallet can: all inputs that are spent from its addresses', () => {
    expect(preparePsbt({ psbt: toText(unsigned()), accounts, chain }).inputs).toEqual([
      { index: 0, address: own.address },
      { index: 1, address: taproot.address },
    ])
  })

  test('carries the signature hash type that was named, so that every wallet sees it', () => {
    const { psbt } = preparePsbt({
      psbt: toText(unsigned()),
      inputs: [{ index: 0, address: own.address, sighashTypes: [0x83] }],
      accounts,
      chain,
    })
    expect(Transaction.fromPSBT(psbt).getInput(0).sighashType).toBe(0x83)
    expect(Transaction.fromPSBT(psbt).getInput(1).sighashType).toBeUndefined()
  })

  test('may have fields that nobody here knows, which stay', () => {
    const bytes = base64.decode(toText(unsigned()))
    // A proprietary global field (0xfc, BIP-174) after the unsigned transaction: key of 4 bytes, value of 1.
    const at = 5 + 1 + 1 + 1 + (bytes[7] ?? 0)
    const more = new Uint8Array([...bytes.slice(0, at), 4, 0xfc, 0x01, 0x61, 0x00, 1, 0x2a, ...bytes.slice(at)])
    const { psbt } = preparePsbt({ psbt: base64.encode(more), accounts, chain })
    expect(hex.encode(psbt)).toContain('04fc016100012a')
  })

  test.each([
    ['an input that is not there', [{ index: 9, address: own.address }], 'inputs[0].index'],
    ['an input before the first', [{ index: -1, address: own.address }], 'inputs[0].index'],
    ['half an input', [{ index: 0.5, address: own.address }], 'inputs[0].index'],
    ['an address that is not the wallet\u2019s', [{ index: 0, address: other.address }], 'inputs[0].address'],
    ['a hash type that is none', [{ index: 0, address: own.address, sighashTypes: [77] }], 'inputs[0].sighashTypes'],
    ['no input at all', [], 'inputs'],
  ] as const)('%s is refused', (_, inputs, option) => {
    expect(() => preparePsbt({ psbt: toText(unsigned()), inputs, accounts, chain })).toThrow(`Invalid option '${option}'`)
  })

  test.each([[null], ['0'], [{}], [[null]], [[7]], [[{ index: 0 }]], [[{ index: 0, address: own.address, sighashTypes: 'ALL' }]]])(
    'named inputs that are %j are refused',
    (inputs) => {
      expect(() => Reflect.apply(preparePsbt, undefined, [{ psbt: toText(unsigned()), inputs, accounts, chain }])).toThrow(
        "Invalid option 'inputs",
      )
    },
  )

  test('without an input of the wallet is refused', () => {
    expect(() =>
      preparePsbt({ psbt: toText(unsigned()), accounts: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }], chain }),
    ).toThrow('none of its inputs')
  })

  test('that is none is refused, whatever it is (2,000 values)', () => {
    const bytes = fc.uint8Array({ maxLength: 200 })
    const text = fc.oneof(
      fc.string(),
      bytes.map((value) => base64.encode(value)),
      bytes.map((value) => base64.encode(new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff, ...value]))),
      fc.anything(),
    )
    fc.assert(
      fc.property(text, (psbt) => {
        expect(() => Reflect.apply(preparePsbt, undefined, [{ psbt, accounts, chain }])).toThrow("Invalid option 'psbt'")
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what a wallet answers', () => {
  const prepared = preparePsbt({ psbt: toText(unsigned()), accounts, chain })
  const read = (signed: unknown) => readSigned({ prepared, signed })

  test('is taken as base64, hex or bytes, signed or final', () => {
    const signed = signedBy(unsigned(), 0, 1)
    expect(read(toText(signed))).toBe(toText(signed))
    expect(read(hex.encode(signed.toPSBT()))).toBe(toText(signed))
    expect(read(signed.toPSBT())).toBe(toText(signed))
    signed.finalizeIdx(0)
    signed.finalizeIdx(1)
    expect(Transaction.fromPSBT(base64.decode(read(toText(signed)))).getInput(0).finalScriptWitness).toHaveLength(2)
  })

  test.each([
    ['pays somebody else', () => signedBy(unsigned({ to: own.address }), 0, 1)],
    ['pays another amount', () => signedBy(unsigned({ amount: 2_400n }), 0, 1)],
    ['has another sequence', () => signedBy(unsigned({ sequence: 0 }), 0, 1)],
    ['leaves out an input that was to be signed', () => signedBy(unsigned(), 0)],
    ['signed nothing', () => unsigned()],
  ])('is refused when it %s', (_, make) => {
    expect(() => read(toText(make()))).toThrow(expect.objectContaining({ name: 'WalletAnswerError' }))
  })

  test('is refused when it has one more output or input', () => {
    const more = unsigned({ amount: 1_000n })
    more.addOutputAddress(own.address, 100n)
    expect(() => read(toText(signedBy(more, 0, 1)))).toThrow(expect.objectContaining({ name: 'WalletAnswerError' }))
    const longer = unsigned()
    longer.addInput({ txid: '9'.repeat(64), index: 0, witnessUtxo: { script: own.script, amount: 1_000n } })
    expect(() => read(toText(signedBy(longer, 0, 1)))).toThrow(expect.objectContaining({ name: 'WalletAnswerError' }))
  })

  test('is a WalletAnswerError when it is anything else (3,000 answers)', () => {
    const whole = signedBy(unsigned(), 0, 1).toPSBT()
    const broken = fc
      .tuple(fc.nat(whole.length - 1), fc.nat(255))
      .map(([at, byte]) => whole.map((one, index) => (index === at ? byte : one)))
    const cut = fc.nat(whole.length - 1).map((length) => whole.slice(0, length))
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), fc.uint8Array(), broken, cut), (signed) => {
        try {
          const taken = Transaction.fromPSBT(base64.decode(read(signed)), {
            disableScriptCheck: true,
            allowUnknownInputs: true,
            allowUnknownOutputs: true,
            allowLegacyWitnessUtxo: true,
          })
          expect(hex.encode(taken.unsignedTx)).toBe(hex.encode(unsigned().unsignedTx))
        } catch (error) {
          expect(error).toMatchObject({ name: 'WalletAnswerError' })
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('what is sent', () => {
  test('is final: signatures of all owners, under the id that the transaction had before', () => {
    const before = unsigned().id
    const { hex: raw, txid } = finalize(toText(signedBy(unsigned(), 0, 1, 2)))
    expect(txid).toBe(before)
    expect(Transaction.fromRaw(hex.decode(raw)).isFinal).toBe(true)
  })

  test('is not sent while a signature is missing', () => {
    expect(() => finalize(toText(signedBy(unsigned(), 0, 1)))).toThrow(PorticoError)
    expect(() => finalize(toText(signedBy(unsigned(), 0, 1)))).toThrow('it cannot be sent yet')
  })
})

describe('a transfer from a legacy address, whose signatures cover no amounts', () => {
  const legacy = p2pkh(pubECDSA(mine))
  const before = new Transaction()
  before.addInput({ txid: '7'.repeat(64), index: 0 })
  before.addOutputAddress(legacy.address ?? '', 100_000_000n)
  const raw = hex.encode(before.unsignedTx)
  /** What an endpoint lists as the worth of its one coin. */
  const transferOf = (value: bigint, { vout = 0, txid = before.id } = {}) =>
    buildTransfer({
      from: { address: legacy.address ?? '', type: 'p2pkh' },
      to: other.address ?? '',
      amount: 10_000n,
      change: value - 10_000n - 1_000n,
      utxos: [{ txid, vout, value, confirmed: true }],
      previous: new Map([[txid, raw]]),
      chain,
    })

  test('costs the fee that was worked out', () => {
    const { psbt = new Uint8Array() } = transferOf(100_000_000n) ?? {}
    expect(Transaction.fromPSBT(psbt).fee).toBe(1_000n)
  })

  test.each([100_000n, 99_999_999n, 100_000_001n])(
    'is not made where the list of coins says %s satoshi and the coin itself another amount: the rest would be the fee',
    (value) => {
      expect(() => transferOf(value)).toThrow(expect.objectContaining({ name: 'MalformedAnswerError' }))
    },
  )

  test('is not made of a coin that its transaction does not have, nor with another transaction for its own', () => {
    for (const coin of [{ vout: 1 }, { txid: '8'.repeat(64) }])
      expect(() => transferOf(100_000_000n, coin)).toThrow(expect.objectContaining({ name: 'MalformedAnswerError' }))
  })
})
