import { base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { nodeDouble, ownSolana, solana } from '../kit.test.helper.js'
import { address, message, mintAccount, pay, system, tokenAccount, tokenProgram, transaction } from './build.test.helper.js'
import type { SolanaAccount } from './chain.js'
import { simulateSolana } from './simulate.js'
import { parseTransaction } from './transaction.js'

const [mint, mine, theirs, strange] = [address(40), address(41), address(42), address(44)]
const coin = (lamports: number): SolanaAccount => ({ lamports: BigInt(lamports), owner: system, data: new Uint8Array() })
const tokens = (units: bigint, { of = mint, owner = ownSolana, lamports = 0 } = {}): SolanaAccount => ({
  lamports: BigInt(lamports),
  owner: tokenProgram,
  data: tokenAccount(of, owner, units),
})
const mintOf = (decimals: number): SolanaAccount => ({ lamports: 1n, owner: tokenProgram, data: mintAccount(decimals, 1n) })
const encode = (each: SolanaAccount | undefined) =>
  each ? { lamports: Number(each.lamports), owner: each.owner, data: [base64.encode(each.data), 'base64'] } : null

type Accounts = Readonly<Record<string, SolanaAccount>>
const bytes = () => transaction(message([pay(address(5), 1n)]))

/** A trial run by what the accounts hold before and after it. */
function simulate(
  before: Accounts | undefined,
  after: Accounts,
  {
    written = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])],
    answer,
  }: { readonly written?: readonly string[]; readonly answer?: unknown } = {},
) {
  const run = ([, { accounts }]: readonly [unknown, { accounts: { addresses: readonly string[] } }]) => ({
    value: { err: null, accounts: accounts.addresses.map((key) => encode(after[key])) },
  })
  const node = nodeDouble({ simulateTransaction: answer ?? run })
  const parsed = parseTransaction(bytes())
  if (!parsed) throw new Error('not a transaction')
  const known = before && new Map(Object.entries(before))
  return {
    node,
    outcome: simulateSolana({ transaction: parsed, own: ownSolana, written, before: known, network: solana, fetch: node.fetch }),
  }
}
const unknown = { changes: 'failed', leaves: undefined }

describe('a trial run', () => {
  test('is of the very bytes, with a blockhash of its own, and asks what is written to and the account hold afterwards', async () => {
    const { node, outcome } = simulate({ [ownSolana]: coin(5) }, { [ownSolana]: coin(5) }, { written: [mine, ownSolana, theirs, mine] })
    await outcome
    expect(node.calls).toEqual([
      {
        url: solana.rpcUrl,
        method: 'simulateTransaction',
        params: [
          base64.encode(bytes()),
          {
            encoding: 'base64',
            sigVerify: false,
            replaceRecentBlockhash: true,
            commitment: 'confirmed',
            accounts: { encoding: 'base64', addresses: [ownSolana, mine, theirs] },
          },
        ],
      },
    ])
  })

  const crowd = (count: number) => Array.from({ length: count }, (_, index) => address(100 + index))
  test('looks at a hundred accounts, and tells nothing of more', async () => {
    const state = { [ownSolana]: coin(5) }
    expect(await simulate(state, state, { written: crowd(99) }).outcome).toEqual({ changes: [], leaves: [] })
    const { node, outcome } = simulate(state, state, { written: crowd(100) })
    expect(await outcome).toEqual(unknown)
    expect(node.calls[0]?.params[1]).toMatchObject({ accounts: { addresses: [ownSolana, ...crowd(99)] } })
  })

  test.each<[string, unknown]>([
    ['fails', new Error('busy')],
    ['talks nonsense', 5],
    ['does not say whether it went through', { value: { accounts: [null] } }],
    ['tells of no accounts', { value: { err: null } }],
    ['tells of none', { value: { err: null, accounts: null } }],
    ['tells of fewer', { value: { err: null, accounts: [] } }],
    ['tells of more', { value: { err: null, accounts: [null, null] } }],
    ['tells of what is no account', { value: { err: null, accounts: [5] } }],
  ])('says nothing where the node %s', async (_, answer) => {
    expect(await simulate({ [ownSolana]: coin(5) }, {}, { answer }).outcome).toEqual(unknown)
  })

  test('says nothing where it is not known what was there before', async () => {
    expect(await simulate(undefined, { [ownSolana]: coin(5) }).outcome).toEqual(unknown)
  })

  test.each<[string, unknown, string]>([
    ['a word', 'AccountNotFound', 'AccountNotFound'],
    ['an object', { InstructionError: [0, { Custom: 1 }] }, '{"InstructionError":[0,{"Custom":1}]}'],
    ['more than 300 characters', 'x'.repeat(301), 'x'.repeat(300)],
  ])('that fails with %s says why', async (_, err, reverts) => {
    expect(await simulate({ [ownSolana]: coin(5) }, {}, { answer: { value: { err, accounts: null } } }).outcome).toEqual({
      ...unknown,
      reverts,
    })
  })
})

describe('what changes and what leaves', () => {
  const asset = `${solana.id}/token:${mint}`
  const coins = (amount: string) => ({ symbol: 'SOL', amount })

  test.each<[string, () => [Accounts, Accounts], unknown[], unknown[]]>([
    ['nothing', () => [{ [ownSolana]: coin(5) }, { [ownSolana]: coin(5) }], [], []],
    ['coins', () => [{ [ownSolana]: coin(9) }, { [ownSolana]: coin(2) }], [coins('-0.000000007')], [{ asset: solana.id, units: 7n }]],
    ['coins that come', () => [{ [ownSolana]: coin(2) }, { [ownSolana]: coin(9) }], [coins('0.000000007')], []],
    ['the first coins', () => [{}, { [ownSolana]: coin(9) }], [coins('0.000000009')], []],
    ['the last coins', () => [{ [ownSolana]: coin(9) }, {}], [coins('-0.000000009')], [{ asset: solana.id, units: 9n }]],
    ['no wallet at all', () => [{ [mint]: mintOf(6) }, { [mint]: mintOf(6) }], [], []],
    [
      'tokens',
      () => [
        { [mine]: tokens(9_000_000n), [mint]: mintOf(6) },
        { [mine]: tokens(2_000_000n), [mint]: mintOf(6) },
      ],
      [{ symbol: mint, amount: '-7' }],
      [{ asset, units: 7_000_000n }],
    ],
    [
      'tokens that come',
      () => [
        { [mine]: tokens(1n), [mint]: mintOf(0) },
        { [mine]: tokens(3n), [mint]: mintOf(0) },
      ],
      [{ symbol: mint, amount: '2' }],
      [],
    ],
    ['tokens of a mint that is made', () => [{}, { [mine]: tokens(30n), [mint]: mintOf(1) }], [{ symbol: mint, amount: '3' }], []],
    [
      'tokens of a mint that nobody knows',
      () => [{ [mine]: tokens(3n) }, { [mine]: tokens(1n) }],
      [{ symbol: `${mint} (smallest units)`, amount: '-2' }],
      [{ asset, units: 2n }],
    ],
    [
      'tokens of a mint that is none',
      () => [{ [mine]: tokens(3n), [mint]: coin(1) }, { [mine]: tokens(1n) }],
      [{ symbol: `${mint} (smallest units)`, amount: '-2' }],
      [{ asset, units: 2n }],
    ],
    [
      'tokens from one account of its own to another',
      () => [
        { [mine]: tokens(9n), [strange]: tokens(1n) },
        { [mine]: tokens(2n), [strange]: tokens(8n) },
      ],
      [],
      [],
    ],
    ["somebody else's tokens", () => [{ [theirs]: tokens(9n, { owner: strange }) }, {}], [], []],
    [
      'what a new token account is made with, together with the fee',
      () => [{ [ownSolana]: coin(9_000_000) }, { [ownSolana]: coin(6_955_720), [mine]: tokens(0n, { lamports: 2_039_280 }) }],
      [coins('-0.00204428')],
      [{ asset: solana.id, units: 2_044_280n }],
    ],
    [
      'what a token account was made with, where it goes to somebody else',
      () => [{ [ownSolana]: coin(9000), [mine]: tokens(0n, { lamports: 2_039_280 }) }, { [ownSolana]: coin(4000) }],
      [coins('-0.000005')],
      [{ asset: solana.id, units: 2_044_280n }],
    ],
    [
      'what a token account was made with, where it comes back',
      () => [{ [ownSolana]: coin(1), [mine]: tokens(0n, { lamports: 2_039_280 }) }, { [ownSolana]: coin(2_039_281) }],
      [coins('0.00203928')],
      [],
    ],
  ])('%s', async (_, make, changes, leaves) => {
    expect(await simulate(...make()).outcome).toEqual({ changes, leaves })
  })
})
