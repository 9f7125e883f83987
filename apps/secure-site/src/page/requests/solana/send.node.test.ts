import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { ownSolana, solana } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import {
  address,
  blockhash,
  type Call,
  computeBudget,
  memoProgram,
  message,
  other,
  pay,
  system,
  tokenProgram,
  transaction,
  u32,
  u64,
} from './build.test.helper.js'
import {
  chain,
  encode,
  mine,
  mint,
  of,
  prepare,
  readChain,
  run,
  setUp,
  table,
  theirs,
  theirWallet,
  to,
  transfer,
} from './send.test.helper.js'

const memo = (loaded: readonly number[] = []): Call => ({ program: memoProgram, data: [104, 105], loaded })
const checked: Call = {
  program: tokenProgram,
  accounts: [
    { address: mine, writable: true },
    { address: mint },
    { address: theirs, writable: true },
    { address: ownSolana, signer: true },
  ],
  data: [12, ...u64(1n), 6],
}
const fromTable = (calls: readonly Call[], writable: readonly number[], readonly: readonly number[]) =>
  message(calls, { version: 0, lookups: [{ table, writable, readonly }] })

/** What the node was asked while a transaction was read, without the accounts of its trial run. */
async function asked(bytes: Uint8Array, answers: Record<string, unknown> = {}) {
  const { node, context } = setUp(answers)
  const params = { transaction: base64.encode(transaction(bytes)) }
  const request = await prepareRequest({ id: 'r', method: 'solana_signTransaction', params }, context)
  const ofMethod = (name: string) => node.calls.filter(({ method }) => method === name).map((each) => each.params)
  return {
    request,
    accounts: ofMethod('getMultipleAccounts').map(([keys]) => keys),
    fees: ofMethod('getFeeForMessage'),
    tried: ofMethod('simulateTransaction').map(([, options]) => (options as { accounts: { addresses: unknown } }).accounts.addresses),
  }
}

describe('what the node is asked', () => {
  test('the accounts that are named, then the mints of those that hold tokens', async () => {
    const { accounts, tried } = await asked(message([transfer(1n)]))
    expect(accounts).toEqual([[ownSolana, mine, theirs], [mint]])
    expect(tried).toEqual([[ownSolana, mine, theirs]])
  })

  test('no mint twice', async () => {
    const { accounts, tried } = await asked(message([checked]))
    expect(accounts).toEqual([[ownSolana, mine, mint, theirs]])
    expect(tried).toEqual([[ownSolana, mine, theirs]])
  })

  test('the tables first, and then what stands in them', async () => {
    const { accounts, tried } = await asked(fromTable([memo([0, 1])], [0], [1]))
    expect(accounts).toEqual([[table], [ownSolana, address(91), to]])
    expect(tried).toEqual([[ownSolana, address(91)]])
  })

  test('nothing of what stands in a table that cannot be read', async () => {
    const { [table]: _table, ...rest } = chain
    const strange = { ...rest, [table]: { owner: system, data: new Uint8Array(56 + 32) } }
    for (const accounts of [rest, strange]) {
      const { accounts: keys, tried } = await asked(fromTable([memo([0, 1])], [0], [1]), { getMultipleAccounts: readChain(accounts) })
      expect(keys).toEqual([[table], [ownSolana]])
      expect(tried).toEqual([[ownSolana]])
    }
  })

  test('the fee of the very message, once it is settled', async () => {
    const bytes = message([pay(to, 1n)])
    expect((await asked(bytes)).fees).toEqual([[base64.encode(bytes), { commitment: 'confirmed' }]])
    expect((await asked(message([pay(to, 5n)], { payer: other }))).fees).toEqual([])
  })
})

describe('what is known without the node', () => {
  test('of tokens whose mint it does not tell, the smallest units', async () => {
    const answer = ([keys]: readonly unknown[]) =>
      (keys as string[]).includes(mint) ? new Error('busy') : { value: (keys as string[]).map((key) => encode(chain[key])) }
    expect((await asked(message([transfer(3n)]), { getMultipleAccounts: answer })).request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '3', units: 'smallest', token: mint, to: theirWallet, toAccount: theirs } }],
      risk: 'caution',
      changes: [],
    })
  })

  test('an account that nobody can name makes it a window’s', async () => {
    const { [table]: _table, ...rest } = chain
    const bytes = fromTable([pay(to, 1n), memo([0])], [], [0])
    expect(await prepare(bytes)).toMatchObject({ warnings: [], risk: 'normal' })
    expect(await prepare(bytes, { getMultipleAccounts: readChain(rest) })).toMatchObject({ warnings: [], risk: 'risky', changes: [] })
  })
})

describe('the fee', () => {
  const limit = (units: number): Call => ({ program: computeBudget, data: [2, ...u32(units)] })
  const price = (each: bigint): Call => ({ program: computeBudget, data: [3, ...u64(each)] })
  const feeOf = async (calls: readonly Call[]) => (await of(calls, { getFeeForMessage: undefined })).fee?.expected

  test.each<[string, () => readonly Call[], string]>([
    ['of one signature', () => [pay(to, 1n)], '0.000005'],
    ['of two', () => [pay(to, 1n), pay(to, 1n, other)], '0.00001'],
    ['with a price, and 200_000 units for each instruction that works', () => [price(1_000_000n), pay(to, 1n), memo()], '0.000405'],
    ['with a price and a limit', () => [price(2_000_000n), limit(100), pay(to, 1n)], '0.0000052'],
    ['with a limit alone', () => [limit(1_000_000), pay(to, 1n)], '0.000005'],
    ['of exactly one lamport for the work', () => [price(1_000_000n), limit(1), pay(to, 1n)], '0.000005001'],
    ['of a little more, rounded up', () => [price(1_000_001n), limit(1), pay(to, 1n)], '0.000005002'],
    ['of a part of a lamport, rounded up', () => [price(1n), limit(1), pay(to, 1n)], '0.000005001'],
    ['of no work', () => [price(5n), limit(0), pay(to, 1n)], '0.000005'],
  ])('%s', async (_, calls, expected) => {
    expect(await feeOf(calls())).toBe(expected)
  })

  test('counts against what may leave', async () => {
    const after = { [ownSolana]: { lamports: 4_000_000_000, owner: system, data: new Uint8Array() } }
    const answers = { simulateTransaction: run(after) }
    expect((await of([pay(to, 999_995_000n)], answers)).risk).toBe('normal')
    expect((await of([pay(to, 999_995_000n)], answers, { riskyAbove: { [solana.id]: '999999999' } })).risk).toBe('risky')
  })
})

describe('the details', () => {
  test('say who pays and who signs, what comes from tables, and which signatures are there', async () => {
    // A byte of zero is no missing signature.
    const signature = new Uint8Array(64).fill(3).fill(0, 0, 1)
    const calls: readonly Call[] = [
      { program: memoProgram, accounts: [{ address: ownSolana, signer: true }], data: [104, 105] },
      { program: memoProgram, loaded: [0, 1, 2, 3], data: [104] },
    ]
    const bytes = message(calls, { payer: other, version: 0, lookups: [{ table, writable: [1, 0], readonly: [0, 7] }] })
    const { context } = setUp()
    const params = { transaction: base64.encode(transaction(bytes, { 0: signature })) }
    const { details } = await prepareRequest({ id: 'r', method: 'solana_signTransaction', params }, context)
    expect(details).toEqual([
      { path: 'version', value: '0' },
      { path: 'header', value: '2, 1, 1' },
      { path: 'recentBlockhash', value: blockhash },
      { path: 'accounts[0]', value: `${other} pays` },
      { path: 'accounts[1]', value: `${ownSolana} signs` },
      { path: 'accounts[2]', value: memoProgram },
      { path: 'lookups[0].table', value: table },
      { path: 'lookups[0].writable', value: '1, 0' },
      { path: 'lookups[0].readonly', value: '0, 7' },
      { path: 'instructions[0].program', value: memoProgram },
      { path: 'instructions[0].accounts[0]', value: ownSolana },
      { path: 'instructions[0].data', value: '0x6869' },
      { path: 'instructions[1].program', value: memoProgram },
      { path: 'instructions[1].accounts[0]', value: to },
      { path: 'instructions[1].accounts[1]', value: address(91) },
      { path: 'instructions[1].accounts[2]', value: address(91) },
      { path: 'instructions[1].accounts[3]', value: '?' },
      { path: 'instructions[1].data', value: '0x68' },
      { path: 'signatures[0]', value: base58.encode(signature) },
    ])
  })
})
