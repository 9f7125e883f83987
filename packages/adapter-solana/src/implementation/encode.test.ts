import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getProgramDerivedAddress,
  getAddressEncoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { findAssociatedTokenPda, getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from '@solana-program/token'
import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../test/keys.js'
import { associatedTokenAddress, isOnCurve } from './curve.js'
import { encodeMessage, unsigned, type Instruction } from './encode.js'
import { createTokenAccount, systemProgram, token2022Program, tokenProgram, transferSol, transferToken } from './programs.js'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
const plan = fc.uniqueArray(key, { minLength: 2, maxLength: 12 }).chain((pool) => {
  const account = fc.record({ address: fc.constantFrom(...pool), signs: fc.boolean(), writable: fc.boolean() })
  const instruction = fc.record({
    program: fc.constantFrom(...pool),
    accounts: fc.array(account, { maxLength: 6 }),
    data: fc.uint8Array({ maxLength: 200 }),
  })
  return fc.record({ payer: fc.constantFrom(...pool), blockhash: key, instructions: fc.array(instruction, { minLength: 1, maxLength: 4 }) })
})

const roles = [AccountRole.READONLY, AccountRole.WRITABLE, AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER]

function byWeb3({
  payer,
  blockhash: recent,
  instructions,
}: {
  payer: string
  blockhash: string
  instructions: readonly Instruction[]
}): Uint8Array {
  const transaction = new Transaction({ feePayer: new PublicKey(payer), blockhash: recent, lastValidBlockHeight: 1 })
  for (const { program, accounts, data } of instructions) {
    const keys = accounts.map(({ address: at, signs = false, writable = false }) => ({
      pubkey: new PublicKey(at),
      isSigner: signs,
      isWritable: writable,
    }))
    transaction.add(new TransactionInstruction({ programId: new PublicKey(program), keys, data: Buffer.from(data) }))
  }
  return Uint8Array.from(transaction.serializeMessage())
}

function byKit({
  version = 'legacy',
  payer,
  blockhash: recent,
  instructions,
}: {
  version?: 'legacy' | 0
  payer: string
  blockhash: string
  instructions: readonly Instruction[]
}): Uint8Array {
  const all = instructions.map(({ program, accounts, data }) => ({
    programAddress: address(program),
    accounts: accounts.map(({ address: at, signs, writable }) => ({
      address: address(at),
      role: roles[(signs ? 2 : 0) + (writable ? 1 : 0)] ?? AccountRole.READONLY,
    })),
    data,
  }))
  const message = pipe(
    createTransactionMessage({ version }),
    (made) => setTransactionMessageFeePayer(address(payer), made),
    (made) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash(recent), lastValidBlockHeight: 1n }, made),
    (made) => appendTransactionMessageInstructions(all, made),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

describe('a message', () => {
  test('is the very bytes that web3.js writes', () => {
    fc.assert(
      fc.property(plan, (content) => {
        expect(encodeMessage(content)).toEqual(byWeb3(content))
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(['legacy', 0] as const)('of version %s is the very bytes that kit writes, with room for its signatures', (version) => {
    // Kit refuses a program that pays, signs or is written to.
    const sound = plan.map(({ payer, instructions, ...rest }) => {
      const programs = instructions.map(({ program }) => (program === payer ? systemProgram : program))
      const harmless = instructions.map(({ accounts, data }, at) => ({
        program: programs[at] ?? '',
        data,
        accounts: accounts.filter(({ address: used }) => !programs.includes(used)),
      }))
      return { ...rest, payer, instructions: harmless }
    })
    fc.assert(
      fc.property(sound, (content) => {
        expect(unsigned(encodeMessage({ version, ...content }))).toEqual(byKit({ version, ...content }))
      }),
      { numRuns: 500 },
    )
  })
})

describe('instructions', () => {
  const [from, to, mint, source, destination] = [0, 1, 2, 3, 4].map(addressOf) as [string, string, string, string, string]
  const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

  test('a transfer of SOL is that of web3.js', () => {
    fc.assert(
      fc.property(units, (lamports) => {
        const theirs = SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports })
        expect(transferSol({ from, to, units: lamports }).data).toEqual(Uint8Array.from(theirs.data))
      }),
    )
    const theirs = SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports: 1n })
    expect(
      transferSol({ from, to, units: 1n }).accounts.map(({ address: at, signs = false, writable = false }) => [at, signs, writable]),
    ).toEqual(theirs.keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]))
  })

  const shape = ({
    programAddress,
    accounts = [],
    data,
  }: {
    programAddress: string
    accounts?: readonly { address: string; role: AccountRole }[]
    data?: ArrayLike<number>
  }) => ({
    program: programAddress,
    data: Uint8Array.from(data ?? []),
    accounts: accounts.map(({ address: at, role }) => [at, role]),
  })
  const ours = ({ program, accounts, data }: Instruction) => ({
    program,
    data,
    accounts: accounts.map(({ address: at, signs, writable }) => [at, roles[(signs ? 2 : 0) + (writable ? 1 : 0)]]),
  })
  const signer = { address: address(from), signTransactions: async () => [] }

  test.each([
    ['token program', tokenProgram],
    ['Token-2022', token2022Program],
  ])('a transfer of a token is that of the %s', (_, program) => {
    fc.assert(
      fc.property(units, fc.nat(255), (amount, decimals) => {
        const theirs = getTransferCheckedInstruction(
          { source: address(source), mint: address(mint), destination: address(destination), authority: signer, amount, decimals },
          { programAddress: address(program) },
        )
        expect(ours(transferToken({ program, source, mint, destination, owner: from, units: amount, decimals }))).toEqual(shape(theirs))
      }),
    )
  })

  test('the making of a token account is that of the associated token program', () => {
    const theirs = getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: address(destination),
      owner: address(to),
      mint: address(mint),
      tokenProgram: address(token2022Program),
    })
    expect(ours(createTokenAccount({ payer: from, account: destination, owner: to, mint, program: token2022Program }))).toEqual(
      shape(theirs),
    )
  })
})

describe('addresses', () => {
  test('an associated token account is where its program looks for it', async () => {
    await fc.assert(
      fc.asyncProperty(key, key, fc.constantFrom(tokenProgram, token2022Program), async (owner, mint, program) => {
        const [theirs] = await findAssociatedTokenPda({ owner: address(owner), mint: address(mint), tokenProgram: address(program) })
        expect(associatedTokenAddress({ owner, mint, tokenProgram: program })).toBe(theirs)
      }),
      { numRuns: 200 },
    )
  })

  test('an address has a key or has none, as web3.js says too', async () => {
    fc.assert(
      fc.property(key, (one) => {
        expect(isOnCurve(base58.decode(one))).toBe(PublicKey.isOnCurve(base58.decode(one)))
      }),
      { numRuns: 1_000 },
    )
    const [derived] = await getProgramDerivedAddress({
      programAddress: address(tokenProgram),
      seeds: [getAddressEncoder().encode(address(addressOf(0)))],
    })
    expect(isOnCurve(base58.decode(derived))).toBe(false)
    expect(isOnCurve(base58.decode(addressOf(0)))).toBe(true)
  })
})
