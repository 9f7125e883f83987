import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Instruction,
} from '@solana/kit'
import { base58 } from '@scure/base'
import {
  AddressLookupTableAccount,
  Message,
  PublicKey,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTransactionMessage, parseMessage, parseTransaction, signerIndex, transactionLimit } from './message.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const key = bytes(32).map((value) => new PublicKey(value))
const keys = fc.uniqueArray(key, { minLength: 2, maxLength: 6, selector: (value) => value.toBase58() })
const hash = bytes(32).map((value) => base58.encode(value))

/** Instructions over a handful of accounts, so that they share some. */
const instructions = keys.chain((pool) => {
  const account = fc.record({ pubkey: fc.constantFrom(...pool), isSigner: fc.boolean(), isWritable: fc.boolean() })
  const instruction = fc.record({
    programId: fc.constantFrom(...pool),
    keys: fc.array(account, { maxLength: 5 }),
    data: fc.uint8Array({ maxLength: 40 }),
  })
  return fc.record({ payer: fc.constantFrom(...pool), list: fc.array(instruction, { maxLength: 4 }) })
})
// The payer is never a program: no such transaction is taken.
const content = fc.tuple(instructions, hash).filter(([{ payer, list }]) => list.every(({ programId }) => !programId.equals(payer)))

const web3Instructions = (
  list: readonly { programId: PublicKey; keys: { pubkey: PublicKey; isSigner: boolean; isWritable: boolean }[]; data: Uint8Array }[],
) => list.map(({ programId, keys: accounts, data }) => new TransactionInstruction({ programId, keys: accounts, data: Buffer.from(data) }))

const legacy = content.map(([{ payer, list }, recentBlockhash]) => {
  const transaction = new Transaction({ feePayer: payer, blockhash: recentBlockhash, lastValidBlockHeight: 1 })
  if (list.length > 0) transaction.add(...web3Instructions(list))
  return list.length > 0
    ? Uint8Array.from(transaction.serializeMessage())
    : Uint8Array.from(new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: [] }).compileToLegacyMessage().serialize())
})

const versioned = fc.tuple(content, key, fc.boolean()).map(([[{ payer, list }, recentBlockhash], table, withTable]) => {
  const message = new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: web3Instructions(list) })
  const addresses = list.flatMap(({ keys: accounts }) => accounts.map(({ pubkey }) => pubkey))
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses }
  return message
    .compileToV0Message(withTable && addresses.length > 0 ? [new AddressLookupTableAccount({ key: table, state })] : [])
    .serialize()
})

const roles = [AccountRole.READONLY, AccountRole.WRITABLE, AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER]
const kitMessage = (version: 'legacy' | 0 | 1) =>
  content.map(([{ payer, list }, recentBlockhash]) => {
    const all = list.map(
      ({ programId, keys: accounts, data }): Instruction => ({
        programAddress: address(programId.toBase58()),
        // Kit refuses a program that signs or is written to.
        accounts: accounts
          .filter(({ pubkey }) => list.every((other) => !other.programId.equals(pubkey)))
          .map(({ pubkey, isSigner, isWritable }) => ({
            address: address(pubkey.toBase58()),
            role: roles[(isSigner ? 2 : 0) + (isWritable ? 1 : 0)] ?? AccountRole.READONLY,
          })),
        data,
      }),
    )
    const lifetime = { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 1n }
    const message = pipe(
      createTransactionMessage({ version }),
      (made) => setTransactionMessageFeePayer(address(payer.toBase58()), made),
      (made) => setTransactionMessageLifetimeUsingBlockhash(lifetime, made),
      (made) => appendTransactionMessageInstructions(all, made),
    )
    return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)))
  })

const fits = (message: Uint8Array) =>
  1 + 64 * ((message[0] ?? 0) >= 128 ? (message[1] ?? 0) : (message[0] ?? 0)) + message.length <= transactionLimit

describe('S16: bytes that are a transaction', () => {
  test.each([
    ['legacy ones of web3.js', legacy, 4_000],
    ['v0 ones of web3.js, with and without lookup tables', versioned, 4_000],
    ['legacy ones of kit', kitMessage('legacy'), 1_000],
    ['v0 ones of kit', kitMessage(0), 1_000],
    ['v1 ones of kit', kitMessage(1), 1_000],
  ])('are recognised: %s', (_, messages, numRuns) => {
    fc.assert(
      fc.property(messages.filter(fits), (message) => isTransactionMessage(message)),
      { numRuns },
    )
  })

  test('are read as web3.js reads them', () => {
    fc.assert(
      fc.property(legacy, (message) => {
        const [ours, theirs] = [parseMessage(message), Message.from(message)]
        expect(ours?.accounts.map((account) => base58.encode(account))).toEqual(theirs.accountKeys.map((account) => account.toBase58()))
        expect(ours?.signers).toBe(theirs.header.numRequiredSignatures)
        expect(base58.encode(ours?.blockhash ?? new Uint8Array())).toBe(theirs.recentBlockhash)
      }),
      { numRuns: 500 },
    )
  })

  test('are not there when the last byte is missing, or one is too many', () => {
    fc.assert(
      fc.property(fc.oneof(legacy, versioned), (message) => {
        expect(parseMessage(message.subarray(0, -1))).toBeUndefined()
        expect(parseMessage(Uint8Array.from([...message, 0]))).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})

describe('S16: bytes that are none', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3_000 }),
    fc.string({ minLength: 1, maxLength: 3_000 }),
    fc.lorem({ mode: 'sentences' }),
  )

  test('an ordinary text passes, however long and in whichever script (10,000 texts)', () => {
    // What begins with a control character is no ordinary text.
    fc.assert(
      fc.property(
        text.filter((value) => value.codePointAt(0)! >= 32),
        (value) => !isTransactionMessage(new TextEncoder().encode(value)),
      ),
      { numRuns: 10_000 },
    )
  })

  test('a sign-in text, an empty one and an off-chain message pass', () => {
    const texts = [
      '',
      'hello',
      'site.example wants you to sign in with your Solana account:\nAKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9\n\nNonce: 12345678',
      '{"a":1}',
      'Ünïcødé ✓ 中文',
    ]
    for (const value of texts) expect(isTransactionMessage(new TextEncoder().encode(value))).toBe(false)
    expect(
      isTransactionMessage(Uint8Array.from([255, ...new TextEncoder().encode('solana offchain'), 0, 0, 5, 0, 104, 101, 108, 108, 111])),
    ).toBe(false)
  })

  test('no text that begins with a printable character can be built to look like one: it would ask for more signatures than fit', () => {
    // A message of 32 signers, written with printable bytes only where that is possible.
    const forged = Uint8Array.from([32, 31, 0, 32, ...new Uint8Array(32 * 32).fill(65), ...new Uint8Array(32).fill(65), 0])
    expect(parseMessage(forged)).toBeDefined()
    expect(isTransactionMessage(forged)).toBe(false)
  })

  test('any bytes are read without throwing (10,000 of them)', () => {
    const near = fc
      .tuple(fc.oneof(legacy, versioned), fc.nat(), fc.nat(255))
      .map(([message, at, byte]) => message.with(at % message.length, byte))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 2_000 }), near), (value) => {
        isTransactionMessage(value)
        parseTransaction(value)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('a serialised transaction', () => {
  test('is read as web3.js wrote it, and its signers are found', () => {
    fc.assert(
      fc.property(fc.oneof(versioned, legacy).filter(fits), (message) => {
        const whole = VersionedTransaction.deserialize(
          Uint8Array.from([parseMessage(message)?.signers ?? 0, ...new Uint8Array(64 * (parseMessage(message)?.signers ?? 0)), ...message]),
        )
        const parsed = parseTransaction(whole.serialize())
        expect(parsed?.bytes).toEqual(message)
        expect(parsed?.signatures).toHaveLength(whole.signatures.length)
        whole.message.staticAccountKeys.forEach((account, at) => {
          expect(parsed && signerIndex(parsed.message, account.toBytes())).toBe(at < whole.message.header.numRequiredSignatures ? at : -1)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('with another number of signatures than its message asks for is none', () => {
    fc.assert(
      fc.property(legacy.filter(fits), (message) => {
        expect(parseTransaction(Uint8Array.from([0, ...message]))).toBeUndefined()
        expect(parseTransaction(message)).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})
