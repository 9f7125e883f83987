import { describe, expect, test } from 'vitest'
import { en } from '../../i18n/en.js'
import { sayEffect } from '../../screens/effects.js'
import { ownSolana, solana, testContext } from '../kit.test.helper.js'
import type { Finding, PrepareContext } from '../types.js'
import {
  address,
  associated,
  bytesOf,
  type Call,
  computeBudget,
  memoProgram,
  mintAccount,
  other,
  pay,
  system,
  token2022,
  tokenAccount,
  tokenProgram,
  u32,
  u64,
} from './build.test.helper.js'
import type { SolanaAccount } from './chain.js'
import { describeSolana } from './describe.js'

const to = address(5)
const [mint, mine, theirs, theirWallet, fresh, lost] = [address(40), address(41), address(42), address(43), address(44), address(45)]
const account = (data: Uint8Array, owner = tokenProgram): SolanaAccount => ({ lamports: 1n, owner, data })
const known = (): Record<string, SolanaAccount> => ({
  [mint]: account(mintAccount(6, 10n ** 15n)),
  [mine]: account(tokenAccount(mint, ownSolana, 90_000_000n)),
  [theirs]: account(tokenAccount(mint, theirWallet, 7n)),
})

/** What is said of some calls, of which each may name this account. */
const say = (calls: readonly Call[], accounts = known(), changes: Partial<PrepareContext> = {}): Finding =>
  describeSolana(
    calls.map(({ program, accounts: uses = [], data = [] }) => ({
      program,
      accounts: uses.map(({ address: key, signer = false, writable = false }) => ({ address: key, signer, writable })),
      data: Uint8Array.from(data),
    })),
    {
      network: solana,
      context: testContext({ knownAddresses: [to, theirWallet], ...changes }),
      accounts: new Map(Object.entries(accounts)),
    },
  )
const call = (program: string, data: readonly number[], ...addresses: readonly string[]): Call => ({
  program,
  data,
  accounts: addresses.map((each) => ({ address: each })),
})
const send = (units: bigint, from: string, target: string, authority = ownSolana) =>
  call(tokenProgram, [3, ...u64(units)], from, target, authority)
const sendChecked = (units: bigint, from: string, target: string, authority = ownSolana) =>
  call(tokenProgram, [12, ...u64(units), 6], from, mint, target, authority)
const create = (made: string, owner = theirWallet) => call(associated, [1], ownSolana, made, owner, mint)

const sentence = (kind: string, values: Record<string, string>) => ({ kind, values })
const isNew = (key: string) => ({ kind: 'newRecipient', values: { address: key } })

describe('coins', () => {
  const amount = { amount: '0.000000009', symbol: 'SOL' }

  test.each<[string, () => Call, Finding]>([
    ['to somebody known', () => pay(to, 9n), { effects: [{ kind: 'send', values: { ...amount, to } }], warnings: [], risk: 'normal' }],
    [
      'to somebody new',
      () => pay(address(8), 9n),
      {
        effects: [{ kind: 'send', values: { ...amount, to: address(8) } }],
        warnings: [{ kind: 'newRecipient', values: { address: address(8) } }],
        risk: 'caution',
      },
    ],
    // Whoever pays for it looks at whom it goes to.
    [
      'that somebody else pays',
      () => pay(address(8), 9n, other),
      { effects: [{ kind: 'send', values: { ...amount, to: address(8), from: other } }], warnings: [], risk: 'caution' },
    ],
    [
      'that somebody else pays to somebody known',
      () => pay(to, 9n, other),
      { effects: [{ kind: 'send', values: { ...amount, to, from: other } }], warnings: [], risk: 'caution' },
    ],
  ])('%s', (_, make, finding) => {
    expect(say([make()])).toStrictEqual(finding)
  })
})

describe('tokens', () => {
  test.each<[string, () => readonly Call[], Finding['effects'], Finding['warnings'], Finding['risk']]>([
    [
      'of its own, with what is told of the mint, between accounts that nobody knows',
      () => [sendChecked(5n, lost, fresh)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: fresh, toAccount: fresh } }],
      [{ kind: 'newRecipient', values: { address: fresh } }],
      'caution',
    ],
    [
      'to an account that nobody knows, by the mint of the one that they leave',
      () => [send(5n, mine, fresh)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: fresh, toAccount: fresh } }],
      [{ kind: 'newRecipient', values: { address: fresh } }],
      'caution',
    ],
    [
      'from an account that nobody knows, by the mint of the one that they go to',
      () => [send(5n, lost, theirs)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: theirWallet, toAccount: theirs } }],
      [],
      'normal',
    ],
    [
      'of its own that a delegate moves',
      () => [send(5n, mine, theirs, other)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: theirWallet, toAccount: theirs, from: ownSolana } }],
      [],
      'normal',
    ],
    [
      'that somebody else moves, from an account that nobody knows',
      () => [send(5n, lost, theirs, other)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: theirWallet, toAccount: theirs, from: lost } }],
      [],
      'normal',
    ],
    [
      "of somebody else's, which this account moves",
      () => [send(5n, theirs, mine)],
      [{ kind: 'send', values: { amount: '0.000005', symbol: '', token: mint, to: ownSolana, toAccount: mine, from: theirWallet } }],
      [],
      'normal',
    ],
  ])('%s', (_, make, effects, warnings, risk) => {
    expect(say(make())).toStrictEqual({ effects, warnings, risk })
  })

  test('to an account that the visitor has sent to before, though its owner is not known', () => {
    expect(say([send(5n, mine, fresh)], known(), { knownAddresses: [fresh] })).toMatchObject({ warnings: [], risk: 'caution' })
  })

  test.each<[string, bigint, Finding['risk']]>([
    ['any', 1n, 'caution'],
    ['none', 0n, 'normal'],
  ])('whose decimals nobody knows are looked at where %s are moved', (_, units, risk) => {
    const { [mint]: _mint, ...rest } = known()
    expect(say([send(units, mine, theirs)], rest)).toStrictEqual({
      effects: [
        { kind: 'send', values: { amount: String(units), symbol: '', token: mint, units: 'smallest', to: theirWallet, toAccount: theirs } },
      ],
      warnings: [],
      risk,
    })
  })

  test('of a mint that is none have no decimals', () => {
    const accounts = { ...known(), [mint]: account(new Uint8Array(), system) }
    expect(say([send(3n, mine, theirs)], accounts).effects[0]?.values).toMatchObject({ amount: '3', units: 'smallest' })
  })

  test('to an account that is made on the way go to its owner, also where more is done with it', () => {
    const burn = call(tokenProgram, [8, ...u64(1n)], fresh, mint, ownSolana)
    const taken = send(5n, mine, fresh)
    expect(say([create(fresh), taken, burn]).effects[1]?.values).toMatchObject({ to: theirWallet, toAccount: fresh })
    // Neither what is burnt nor an account of the system says whose tokens an account has.
    const plain = call(system, [...u32(0), ...u64(9n), ...u64(165n), ...bytesOf(tokenProgram)], ownSolana, fresh)
    for (const before of [burn, plain]) {
      expect(say([before, taken])).toMatchObject({
        effects: [{}, { values: { to: fresh, toAccount: fresh } }],
        warnings: [{ kind: 'newRecipient', values: { address: fresh } }],
      })
    }
  })

  test('are said of the account that is there, whatever is made at its place', () => {
    expect(say([create(theirs, other), send(5n, mine, theirs)]).effects[1]?.values).toMatchObject({ to: theirWallet })
  })
})

describe('a permission', () => {
  const approve = (units: bigint, of = mine) => call(tokenProgram, [4, ...u64(units)], of, to, ownSolana)
  const unlimited = [{ kind: 'unlimited', values: { spender: to } }]

  test.each<[string, bigint, string, Finding['effects'][number]['values'], unknown]>([
    ['of a part', 89_999_999n, mine, { amount: '89.999999', token: mint, symbol: '', spender: to, account: mine }, []],
    ['of all', 90_000_000n, mine, { amount: '', token: mint, symbol: '', spender: to, account: mine, unlimited: 'true' }, unlimited],
    [
      'of what nobody knows',
      2n ** 63n - 2n,
      lost,
      { amount: String(2n ** 63n - 2n), token: '', units: 'smallest', symbol: '', spender: to, account: lost },
      [],
    ],
    [
      'of all that there may ever be',
      2n ** 63n - 1n,
      lost,
      { amount: '', token: '', units: 'smallest', symbol: '', spender: to, account: lost, unlimited: 'true' },
      unlimited,
    ],
  ])('%s', (_, units, of, values, warnings) => {
    expect(say([approve(units, of)])).toStrictEqual({ effects: [{ kind: 'approve', values }], warnings, risk: 'risky' })
  })

  test('of an empty account is one of as much as it says', () => {
    const accounts = { ...known(), [mine]: account(tokenAccount(mint, ownSolana, 0n)) }
    expect(say([approve(5n)], accounts)).toMatchObject({ effects: [{ values: { amount: '0.000005' } }], warnings: [] })
  })

  test('for somebody new says so', () => {
    expect(say([call(tokenProgram, [4, ...u64(5n)], mine, address(8), ownSolana)]).warnings).toStrictEqual([isNew(address(8))])
  })
})

describe('other instructions', () => {
  test('S9: are read with amounts as people write them, and one of an unknown program as just that', () => {
    const made = call(system, [...u32(0), ...u64(1_500_000_000n), ...u64(165n), ...bytesOf(tokenProgram)], ownSolana, fresh)
    const burnt = call(tokenProgram, [8, ...u64(7_000_000n)], mine, mint, ownSolana)
    const [first, second, third] = say([made, burnt, call(address(99), [1], ownSolana)]).effects.map((effect) => sayEffect(effect, en))
    expect(first?.rest).toContainEqual({ label: 'Value', value: { as: 'text', text: '1.5 SOL' } })
    expect(second?.rest).toContainEqual({ label: 'Amount', value: { as: 'text', text: '7' } })
    expect(third).toMatchObject({ sentence: 'Run the unknown program {program}', parts: { program: { text: address(99) } }, rest: [] })
  })

  const program = (name: string, instruction: string, values: Record<string, string>) =>
    sentence('program', { program: name, instruction, ...values })

  test.each<[string, () => Call, unknown, unknown, Finding['risk']]>([
    ['work that is paid for', () => call(computeBudget, [3, ...u64(5n)]), [], [], 'normal'],
    ['a memo', () => call(memoProgram, [104, 105]), [{ kind: 'message', values: { program: 'Memo' }, message: 'hi' }], [], 'normal'],
    [
      'an account of the system',
      () => call(system, [...u32(0), ...u64(9n), ...u64(1n), ...bytesOf(tokenProgram)], other, ownSolana),
      [program('System', 'createAccount', { account: ownSolana, value: '0.000000009 SOL', owner: tokenProgram })],
      [],
      'normal',
    ],
    [
      'a nonce',
      () => call(system, u32(4), address(60), ownSolana),
      [program('System', 'advanceNonceAccount', { account: address(60) })],
      [],
      'risky',
    ],
    [
      'what is burnt of its own',
      () => call(tokenProgram, [8, ...u64(5n)], mine, mint, ownSolana),
      [program('Token', 'burn', { account: mine, mint, shares: '0.000005' })],
      [],
      'normal',
    ],
    [
      'what is burnt of a token whose decimals nobody knows',
      () => call(tokenProgram, [8, ...u64(5n)], mine, lost, ownSolana),
      [program('Token', 'burn', { account: mine, mint: lost, quantity: '5' })],
      [],
      'normal',
    ],
    [
      "what is burnt of somebody else's",
      () => call(tokenProgram, [8, ...u64(5n)], theirs, mint, ownSolana),
      [program('Token', 'burn', { account: theirs, mint, shares: '0.000005' })],
      [],
      'risky',
    ],
    [
      "what somebody else burns of somebody else's",
      () => call(tokenProgram, [8, ...u64(5n)], theirs, mint, other),
      [program('Token', 'burn', { account: theirs, mint, shares: '0.000005' })],
      [],
      'normal',
    ],
    [
      'an account that is closed for somebody known',
      () => call(token2022, [9], mine, to, ownSolana),
      [program('Token-2022', 'closeAccount', { account: mine, to })],
      [],
      'normal',
    ],
    [
      'an account that is closed for somebody new',
      () => call(token2022, [9], mine, address(8), ownSolana),
      [program('Token-2022', 'closeAccount', { account: mine, to: address(8) })],
      [isNew(address(8))],
      'caution',
    ],
    [
      "somebody else's account that is closed for an account of this one",
      () => call(token2022, [9], theirs, mine, ownSolana),
      [program('Token-2022', 'closeAccount', { account: theirs, to: mine })],
      [isNew(mine)],
      'caution',
    ],
    [
      'wrapped coins that are counted',
      () => call(tokenProgram, [17], theirs, ownSolana),
      [program('Token', 'syncNative', { account: theirs })],
      [],
      'normal',
    ],
    [
      'who may close an account from now on',
      () => call(tokenProgram, [6, 3, 1, ...bytesOf(to)], mine, ownSolana),
      [sentence('delegation', { delegate: to, account: mine, what: 'close', program: 'Token' })],
      [{ kind: 'delegation', values: { delegate: to, reason: 'authority' } }],
      'risky',
    ],
    [
      'what nobody knows',
      () => call(address(99), [1], ownSolana),
      [sentence('program', { program: address(99) })],
      [{ kind: 'unknownProgram', values: { program: address(99) } }],
      'risky',
    ],
    [
      'what a program does not have',
      () => call(tokenProgram, [99], ownSolana),
      [program(tokenProgram, 'unknown', { name: 'Token' })],
      [{ kind: 'unknownProgram', values: { program: tokenProgram } }],
      'risky',
    ],
  ])('%s', (_, make, effects, warnings, risk) => {
    expect(say([make()])).toStrictEqual({ effects, warnings, risk })
  })

  test("somebody else's account that is closed for a multisig is risky, whatever bytes its maker has put in the place of an owner", () => {
    const multisig = Uint8Array.from([...tokenAccount(mint, ownSolana, 0n), 2, ...new Uint8Array(189)])
    const accounts = { ...known(), [lost]: account(multisig, token2022) }
    expect(say([call(token2022, [9], theirs, lost, ownSolana)], accounts)).toMatchObject({ warnings: [isNew(lost)], risk: 'risky' })
  })

  test('no instructions come to nothing', () => {
    expect(say([])).toStrictEqual({ effects: [], warnings: [], risk: 'normal' })
  })

  test('a withdrawal from a nonce account is risky where this account names whom it goes to, and that is somebody else', () => {
    const withdraw = (target: string, authority: string) =>
      call(system, [...u32(5), ...u64(9n)], address(60), target, address(70), address(71), authority)
    const riskOf = (each: Call) => say([each]).risk
    expect(riskOf(withdraw(to, ownSolana))).toBe('risky')
    expect(riskOf(withdraw(to, other))).toBe('caution')
    expect(riskOf(withdraw(ownSolana, ownSolana))).toBe('caution')
    expect(riskOf(withdraw(mine, ownSolana))).toBe('caution')
  })
})
