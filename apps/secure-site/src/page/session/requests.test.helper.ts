import { writeExecution } from '@portico/core/permissions'
import { base58, base64 } from '@scure/base'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { callFixtures } from '../requests/evm/calls.test.helper.js'
import { permit, typed, typedFixtures } from '../requests/evm/fixtures.test.helper.js'
import { protocolCalls, protocolMessages } from '../requests/evm/protocols.test.helper.js'
import { ethereum, own, ownSolana } from '../requests/kit.test.helper.js'
import {
  address as solanaAddress,
  type Call,
  computeBudget,
  memoProgram,
  message,
  pay,
  tokenProgram,
  transaction,
  u32,
  u64,
} from '../requests/solana/build.test.helper.js'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex)
const quantity = (most: bigint) => fc.bigInt({ min: 0n, max: most }).map((value) => `0x${value.toString(16)}`)
const bytes = (most: number) => fc.uint8Array({ maxLength: most }).map(hex)

const signIn = fc
  .record({ nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,20}$/), statement: fc.constantFrom('Sign in to the shop.', 'Hello') })
  .map(
    ({ nonce, statement }) =>
      `shop.example wants you to sign in with your Ethereum account:\n${own}\n\n${statement}\n\nURI: https://shop.example\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: 2026-01-01T00:00:00Z`,
  )
const text = fc.oneof(fc.string({ minLength: 1, maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 40 }), bytes(100), signIn)

const known = fc
  .constantFrom(
    ...callFixtures.map(([, to, data, value]) => ({ to, data, value })),
    ...protocolCalls.map(([, to, data, value]) => ({ to, data, value })),
  )
  .map(({ value, ...call }) => ({ ...call, value: `0x${value.toString(16)}` }))
const call = fc.oneof(known, fc.record({ to: address, value: quantity(10n ** 20n), data: bytes(100) }, { requiredKeys: ['to'] }))
const asked = fc
  .tuple(
    call,
    fc.record(
      {
        from: fc.constantFrom(own, own.toLowerCase()),
        gas: quantity(10n ** 7n),
        nonce: quantity(10_000n),
        chainId: fc.constantFrom(1, '0x1'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([one, more]) => ({ ...one, ...more }))

const note = fc
  .record({ from: address, to: address, amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), contents: fc.string() })
  .map((values) =>
    typed(
      'Note',
      { Note: 'address from, address to, uint256 amount, string contents' },
      { name: 'Notes', chainId: 1 },
      { ...values, amount: String(values.amount) },
    ),
  )
const data = fc
  .oneof(
    fc.constantFrom(...[...typedFixtures, ...protocolMessages].map(([, each]) => each)),
    fc.record({ spender: address, value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String) }).map(permit),
    note,
  )
  .chain((each) => fc.constantFrom(each, JSON.stringify(each)))

const solanaCall: fc.Arbitrary<Call> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 250 }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
    .map(([to, lamports]) => pay(solanaAddress(to), lamports)),
  fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 50 })
    .map((memo) => ({ program: memoProgram, data: new TextEncoder().encode(memo) })),
  fc.integer({ min: 1, max: 1_400_000 }).map((units) => ({ program: computeBudget, data: [2, ...u32(units)] })),
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => ({
    program: tokenProgram,
    accounts: [
      { address: solanaAddress(41), writable: true },
      { address: solanaAddress(42), writable: true },
      { address: ownSolana, signer: true },
    ],
    data: [3, ...u64(units)],
  })),
  fc.uint8Array({ maxLength: 40 }).map((body) => ({
    program: solanaAddress(99),
    accounts: [{ address: ownSolana, signer: true, writable: true }],
    data: body,
  })),
)
const serialized = fc
  .tuple(
    fc.array(solanaCall, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('legacy' as const, 0 as const),
    fc.constantFrom(base64, base58),
  )
  .map(([calls, version, coder]) => coder.encode(transaction(message(calls, { version }))))
const pubkey = fc.constant(ownSolana)

/** What each method takes: requests that a visitor can be asked about. */
export const taken: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  personal_sign: fc.tuple(text, fc.constantFrom(own, own.toLowerCase())),
  eth_signTypedData_v4: fc.tuple(fc.constantFrom(own, own.toLowerCase()), data),
  eth_sendTransaction: fc.tuple(asked),
  wallet_sendCalls: fc.tuple(
    fc.record(
      {
        version: fc.constant('2.0.0'),
        chainId: fc.constant('0x1'),
        atomicRequired: fc.constant(false),
        calls: fc.array(call, { minLength: 1, maxLength: 5 }),
        from: fc.constantFrom(own, own.toLowerCase()),
        id: fc.uuid(),
      },
      { requiredKeys: ['version', 'chainId', 'atomicRequired', 'calls'] },
    ),
  ),
  wallet_grantPermissions: fc
    .record({
      delegate: address.map((text) => text as Hex), // written as hex just above
      lasts: fc.integer({ min: 60, max: 86_000 }),
      amount: fc.bigInt({ min: 0n, max: 10n ** 20n }),
      contracts: fc.uniqueArray(
        address.map((text) => text as Hex),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ delegate, lasts, amount, contracts }) =>
      writeExecution([
        {
          networkId: ethereum.id,
          delegate,
          expiry: Math.floor(Date.now() / 1000) + lasts,
          spending: { token: 'native', amount },
          contracts,
          methods: ['move(uint256)'],
        },
      ]),
    ),
  solana_signMessage: fc.record(
    { message: fc.string({ minLength: 1, maxLength: 100 }).map((said) => base58.encode(new TextEncoder().encode(said))), pubkey },
    { requiredKeys: ['message'] },
  ),
  solana_signTransaction: fc.record({ transaction: serialized, pubkey }, { requiredKeys: ['transaction'] }),
  solana_signAllTransactions: fc.record(
    { transactions: fc.array(serialized, { minLength: 1, maxLength: 3 }), pubkey },
    { requiredKeys: ['transactions'] },
  ),
  solana_signAndSendTransaction: fc.record(
    {
      transaction: serialized,
      pubkey,
      options: fc.record({ skipPreflight: fc.boolean(), maxRetries: fc.nat(10) }, { requiredKeys: [] }),
    },
    { requiredKeys: ['transaction'] },
  ),
}

/** The chain that a site may name with a request of a method. */
export const chainOf = (method: string, solana: string) => fc.constantFrom(undefined, method.startsWith('solana_') ? solana : ethereum.id)
