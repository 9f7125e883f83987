import { describe, expect, test } from 'vitest'
import { ownSolana } from '../kit.test.helper.js'
import { address, associated, bytesOf, computeBudget, memoProgram, system, token2022, tokenProgram, u32, u64 } from './build.test.helper.js'
import { decodeInstruction, programs, type SolanaAction } from './programs.js'

const [a, b, c, d] = [address(1), address(2), address(3), address(4)]
const decode = (program: string, data: readonly number[], keys: readonly (string | undefined)[] = [a, b, c, d]) =>
  decodeInstruction({
    program,
    data: Uint8Array.from(data),
    accounts: keys.map((key) => ({ address: key, signer: false, writable: false })),
  })
const known = (program: string, instruction: string, values: Record<string, string>): SolanaAction => ({
  kind: 'known',
  program,
  instruction,
  values,
})

const everyToken = [
  [tokenProgram, 'Token'],
  [token2022, 'Token-2022'],
] as const

const cases: readonly (readonly [string, string, readonly number[], SolanaAction])[] = [
  ['a transfer', system, [...u32(2), ...u64(9n)], { kind: 'sol', from: a, to: b, lamports: 9n }],
  ['a withdrawal from a nonce account', system, [...u32(5), ...u64(9n)], { kind: 'sol', from: a, to: b, lamports: 9n }],
  [
    'a new account',
    system,
    [...u32(0), ...u64(9n), ...u64(165n), ...bytesOf(tokenProgram)],
    known('System', 'createAccount', { account: b, lamports: '9', owner: tokenProgram }),
  ],
  [
    'an account that changes hands',
    system,
    [...u32(1), ...bytesOf(d)],
    { kind: 'authority', program: 'System', account: a, what: 'owner', to: d },
  ],
  [
    'a nonce that changes hands',
    system,
    [...u32(7), ...bytesOf(d)],
    { kind: 'authority', program: 'System', account: a, what: 'nonce', to: d },
  ],
  ['a nonce that is used', system, u32(4), { ...known('System', 'advanceNonceAccount', { account: a }), grave: true } as SolanaAction],
  ['space', system, [...u32(8), ...u64(5n)], known('System', 'allocate', { account: a })],
  ...everyToken.flatMap(([program, name]): (readonly [string, string, readonly number[], SolanaAction])[] => [
    ['a transfer', program, [3, ...u64(8n)], { kind: 'token', from: a, to: b, authority: c, units: 8n }],
    ['a checked transfer', program, [12, ...u64(8n), 6], { kind: 'token', from: a, mint: b, to: c, authority: d, units: 8n, decimals: 6 }],
    ['an approval', program, [4, ...u64(8n)], { kind: 'approve', account: a, delegate: b, units: 8n }],
    ['a checked approval', program, [13, ...u64(8n), 6], { kind: 'approve', account: a, mint: b, delegate: c, units: 8n, decimals: 6 }],
    ['an approval taken back', program, [5], known(name, 'revoke', { account: a })],
    ['an owner who changes', program, [6, 2, 1, ...bytesOf(d)], { kind: 'authority', program: name, account: a, what: 'owner', to: d }],
    ['a mint that nobody owns any more', program, [6, 0, 0], { kind: 'authority', program: name, account: a, what: 'mint' }],
    ['who may freeze', program, [6, 1, 0], { kind: 'authority', program: name, account: a, what: 'freeze' }],
    ['who may close', program, [6, 3, 0], { kind: 'authority', program: name, account: a, what: 'close' }],
    ['an authority of a later kind', program, [6, 9, 0], { kind: 'authority', program: name, account: a, what: '9' }],
    ['what is burnt', program, [8, ...u64(7n)], known(name, 'burn', { account: a, mint: b, units: '7' })],
    ['what is burnt, checked', program, [15, ...u64(7n), 6], known(name, 'burn', { account: a, mint: b, units: '7' })],
    ['an account that is closed', program, [9], known(name, 'closeAccount', { account: a, to: b })],
    ['wrapped coins that are counted', program, [17], known(name, 'syncNative', { account: a })],
  ]),
  [
    'a transfer with a fee',
    token2022,
    [26, 1, ...u64(8n), 6, ...u64(1n)],
    { kind: 'token', from: a, mint: b, to: c, authority: d, units: 8n, decimals: 6 },
  ],
  ['a new associated account', associated, [], known('Associated Token Account', 'create', { payer: a, account: b, owner: c, mint: d })],
  ['the same by its number', associated, [0], known('Associated Token Account', 'create', { payer: a, account: b, owner: c, mint: d })],
  ['the same if there is none', associated, [1], known('Associated Token Account', 'create', { payer: a, account: b, owner: c, mint: d })],
  ['a memo', memoProgram, [...new TextEncoder().encode('Grüße')], { kind: 'memo', text: 'Grüße' }],
  ['a memo of the first kind', programs.memo1, [...new TextEncoder().encode('hi')], { kind: 'memo', text: 'hi' }],
  ['heap', computeBudget, [1, ...u32(32_768)], known('Compute Budget', 'requestHeapFrame', { value: '32768' })],
  ['units', computeBudget, [2, ...u32(1_400_000)], known('Compute Budget', 'setComputeUnitLimit', { value: '1400000' })],
  ['a price', computeBudget, [3, ...u64(2n ** 63n)], known('Compute Budget', 'setComputeUnitPrice', { value: '9223372036854775808' })],
  ['data', computeBudget, [4, ...u32(64)], known('Compute Budget', 'setLoadedAccountsDataSizeLimit', { value: '64' })],
]

describe('S16: instructions', () => {
  test.each(cases)('%s of %s', (_, program, data, action) => {
    expect(decode(program, data)).toStrictEqual(action)
  })

  test.each(cases.filter(([, program, data]) => program !== memoProgram && program !== programs.memo1 && data.length > 0))(
    '%s of %s with a byte more is unknown',
    (_, program, data) => {
      expect(decode(program, [...data, 0])).toMatchObject({ kind: 'unknown', program })
    },
  )

  test.each(cases.filter(([, program, data]) => program !== memoProgram && program !== programs.memo1 && data.length > 1))(
    '%s of %s with a byte less is unknown',
    (_, program, data) => {
      expect(decode(program, data.slice(0, -1))).toMatchObject({ kind: 'unknown', program })
    },
  )

  test('a program that nobody knows is said to be that', () => {
    expect(decode(address(99), [1, 2, 3])).toEqual({ kind: 'unknown', program: address(99) })
  })

  test.each<[string, string, readonly number[]]>([
    [system, 'System', u32(3)],
    [tokenProgram, 'Token', [99]],
    [tokenProgram, 'Token', [26, 1, ...u64(8n), 6, ...u64(1n)]],
    [token2022, 'Token-2022', [26, 2]],
    [tokenProgram, 'Token', [6, 2, 2, ...bytesOf(d)]],
    [tokenProgram, 'Token', [6, 2, 2]],
    [associated, 'Associated Token Account', [2]],
    [computeBudget, 'Compute Budget', [0]],
    [memoProgram, 'Memo', [0xff]],
    [memoProgram, 'Memo', [...new TextEncoder().encode('a\u202eb')]],
    [system, 'System', []],
  ])('an instruction that %s does not have is unknown', (program, name, data) => {
    expect(decode(program, data)).toEqual({ kind: 'unknown', program, name })
  })

  test('an account of a table that was not read makes it unknown', () => {
    expect(decode(system, [...u32(2), ...u64(9n)], [ownSolana, undefined])).toEqual({ kind: 'unknown', program: system, name: 'System' })
    expect(decode(system, [...u32(2), ...u64(9n)], [ownSolana])).toEqual({ kind: 'unknown', program: system, name: 'System' })
  })
})
