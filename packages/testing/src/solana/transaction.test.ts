import { PublicKey, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeMessage } from './describe.js'
import { bytesOf } from './site.test.helper.js'
import { MalformedTransactionError, readMessage, readTransaction, withSignature } from './transaction.js'

/** A blockhash of no block. */
const nowhere = PublicKey.default.toBase58()

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes))

const instruction = fc.record({
  programId: key,
  keys: fc.array(fc.record({ pubkey: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
})

const anything = fc.record({ payerKey: key, recentBlockhash: key.map(String), instructions: fc.array(instruction, { maxLength: 5 }) })

test('S16: whatever web3.js writes is read: signers, accounts, programs, data', () => {
  fc.assert(
    fc.property(anything, fc.boolean(), (parts, isVersioned) => {
      const written = new TransactionMessage(parts)
      const message = isVersioned ? written.compileToV0Message() : written.compileToLegacyMessage()
      const transaction = new VersionedTransaction(message)
      const { message: read, messageBytes, signatures } = readTransaction(transaction.serialize())
      expect(messageBytes).toEqual(Uint8Array.from(message.serialize()))
      expect(signatures).toHaveLength(message.header.numRequiredSignatures)
      expect(read).toMatchObject({ version: isVersioned ? 0 : 'legacy', signers: message.header.numRequiredSignatures })
      expect(read.accounts).toEqual(message.staticAccountKeys.map(String))
      expect(read.instructions).toEqual(
        parts.instructions.map(({ programId, keys, data }) => ({
          program: programId.toBase58(),
          accounts: keys.map(({ pubkey }) => read.accounts.indexOf(pubkey.toBase58())),
          data: Uint8Array.from(data),
        })),
      )
    }),
    { numRuns: 300 },
  )
})

test('a signature goes to the place of its signer, and nothing else changes', () => {
  fc.assert(
    fc.property(anything, fc.nat(), (parts, some) => {
      const bytes = new VersionedTransaction(new TransactionMessage(parts).compileToV0Message()).serialize()
      const place = some % readTransaction(bytes).message.signers
      const signed = VersionedTransaction.deserialize(withSignature(bytes, place, new Uint8Array(64).fill(9)))
      const filled = signed.signatures.map((signature) => signature.every((byte) => byte === 9))
      expect(filled).toEqual(signed.signatures.map((_, index) => index === place))
      expect(signed.message.serialize()).toEqual(VersionedTransaction.deserialize(bytes).message.serialize())
    }),
    { numRuns: 100 },
  )
})

describe('R1: bytes that are no transaction', () => {
  test('fail with the one error, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const read of [readTransaction, readMessage]) {
          try {
            read(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedTransactionError)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  const whole = bytesOf(
    new VersionedTransaction(
      new TransactionMessage({ payerKey: PublicKey.default, recentBlockhash: nowhere, instructions: [] }).compileToV0Message(),
    ),
  )

  test('are those that end too early at any place, or too late', () => {
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readTransaction(whole.slice(0, length))).toThrow(MalformedTransactionError)
    }
    expect(() => readTransaction(Uint8Array.from([...whole, 0]))).toThrow('left over')
    expect(readTransaction(whole).message.version).toBe(0)
  })

  test('are those with a length that is not in its shortest form, or with another version', () => {
    expect(() => readTransaction(Uint8Array.from([0x81, 0x00, ...whole.slice(1)]))).toThrow('compact-u16')
    expect(() => readTransaction(whole.with(65, 0x81))).toThrow('Version 1')
    expect(() => readTransaction(Uint8Array.from([2, ...new Uint8Array(64), ...whole.slice(1)]))).toThrow('2 places for signatures')
  })
})

test('S16: a person reads programs that are known by name, and others as unknown', () => {
  const programId = PublicKey.unique()
  const transaction = new Transaction({ feePayer: PublicKey.unique(), blockhash: nowhere, lastValidBlockHeight: 1 })
  transaction.add({ keys: [], programId, data: Buffer.alloc(0) })
  transaction.add({ keys: [], programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), data: Buffer.from('hi') })
  const { message } = readTransaction(bytesOf(transaction))
  expect(describeMessage(message)).toBe(`call the unknown program ${programId.toBase58()}, call the Memo Program`)
})

test('S16: a token transfer is read with its amount, mint and recipient', () => {
  const [source, mint, destination, owner] = [PublicKey.unique(), PublicKey.unique(), PublicKey.unique(), PublicKey.unique()]
  const keys = [source, mint, destination].map((pubkey) => ({ pubkey, isSigner: false, isWritable: pubkey !== mint }))
  const data = Buffer.from([12, ...new Uint8Array(new BigUint64Array([1_230_000n]).buffer), 6])
  const transaction = new Transaction({ feePayer: owner, blockhash: nowhere, lastValidBlockHeight: 1 })
  transaction.add({ keys, programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'), data })
  const { message } = readTransaction(bytesOf(transaction))
  expect(describeMessage(message)).toBe(`transfer 1.23 of the token ${mint.toBase58()} to ${destination.toBase58()}`)
})
