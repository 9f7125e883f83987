import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerPermissions,
  checkPermission,
  PermissionFormError,
  PermissionOverError,
  PermissionTooBroadError,
  PermissionUnsupportedError,
  readExecutionAnswer,
  readGrantAnswer,
  readPermissions,
  readRevocation,
  writeExecution,
  writeGrant,
  type Permission,
} from './index.js'

const here = 'eip155:8453'
const delegate = `0x${'d1'.repeat(20)}` as const
const game = `0x${'9a'.repeat(20)}` as const
const usdc = `0x${'0c'.repeat(20)}` as const
const expiry = 1_800_000_000
const signer = { type: 'account', data: { id: delegate } }
const allow = (allowance: string) => [{ type: 'token-allowance', data: { allowance } }]
const calls = (address: string, methods: readonly string[] = ['move(uint256)'], policies: readonly unknown[] = []) => ({
  type: 'contract-call',
  data: { address, calls: methods },
  policies,
})
const grant = (...permissions: readonly unknown[]) => [{ expiry, permissions, signer }]
const entry = (type: string, data: object, more: object = {}) => [
  {
    chainId: '0x2105',
    expiry,
    signer: { type: 'account', data: { address: delegate } },
    permission: { type, isAdjustmentAllowed: true, data },
    ...more,
  },
]
const one = (params: unknown) => readPermissions(params, here).permissions[0]

describe('viem’s words', () => {
  test('calls of contracts, with the coins that may leave with them', () => {
    const checksummed = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    const asked = grant(
      { type: 'native-token-transfer', data: { ticker: 'ETH' }, policies: allow('0xde0b6b3a7640000'), required: true },
      calls(checksummed),
      calls(game),
    )
    expect(readPermissions(asked, here)).toEqual({
      dialect: 'grant',
      permissions: [
        {
          networkId: here,
          delegate,
          expiry,
          spending: { token: 'native', amount: 10n ** 18n },
          contracts: [checksummed.toLowerCase(), game],
          methods: ['move(uint256)'],
        },
      ],
    })
  })

  test('a token, of which the limit is the policy', () => {
    const asked = grant({ type: 'erc20-token-transfer', data: { address: usdc, ticker: 'USDC' }, policies: allow('0x989680') })
    expect(one(asked)).toMatchObject({
      spending: { token: usdc, amount: 10_000_000n },
      contracts: [usdc],
      methods: ['transfer(address,uint256)'],
    })
  })

  test.each([
    ['no end', [{ permissions: [calls(game, ['a()'], allow('0x0'))], signer }], 'expiry'],
    ['no holder', [{ expiry, permissions: [calls(game, ['a()'], allow('0x0'))] }], 'delegate'],
    ['no limit', grant(calls(game)), 'limit'],
    ['no limit for a token', grant({ type: 'erc20-token-transfer', data: { address: usdc }, policies: [] }), 'limit'],
    ['coins for nobody in particular', grant({ type: 'native-token-transfer', data: {}, policies: allow('0x1') }), 'contracts'],
  ])('S20: %s is refused, with what it lacks', (_title, params, lack) => {
    const thrown = refusal(params)
    expect(thrown).toBeInstanceOf(PermissionTooBroadError)
    expect(thrown).toMatchObject({ lack, code: -32602 })
  })

  test.each([
    ['the wallet as holder', [{ expiry, permissions: [calls(game)], signer: { type: 'wallet' } }]],
    ['another kind', grant({ type: 'erc721-transfer', data: {} })],
    ['a policy that would not be held to', grant(calls(game, ['a()'], [{ type: 'rate-limit', data: { count: 1, interval: 60 } }]))],
    ['contracts with methods of their own', grant(calls(game, ['a()'], allow('0x0')), calls(usdc, ['b()']))],
    ['a token and calls', grant({ type: 'erc20-token-transfer', data: { address: usdc }, policies: allow('0x1') }, calls(game))],
    ['two limits', grant(calls(game, ['a()'], allow('0x0')), calls(usdc, ['a()'], allow('0x1')))],
  ])('%s cannot be said here', (_title, params) => {
    expect(refusal(params)).toBeInstanceOf(PermissionUnsupportedError)
  })
})

describe('MetaMask’s words', () => {
  test('a token by the week, in the form of 2025', () => {
    const data = { tokenAddress: usdc, periodAmount: '0x989680', periodDuration: 604_800, startTime: 1_799_000_000, justification: 'Rent' }
    expect(one(entry('erc20-token-periodic', data))).toEqual({
      networkId: here,
      delegate,
      start: 1_799_000_000,
      expiry,
      spending: { token: usdc, amount: 10_000_000n, period: 604_800 },
      contracts: [usdc],
      methods: ['transfer(address,uint256)'],
      justification: 'Rent',
    })
  })

  test('coins to those that a rule names, in the form of 2026', () => {
    const rules = [
      { type: 'expiry', data: { timestamp: expiry - 5 } },
      { type: 'payee', data: { addresses: [game] } },
      { type: 'redeemer', data: { addresses: [delegate] } },
    ]
    const asked = [
      {
        chainId: '0x2105',
        from: usdc,
        to: delegate,
        rules,
        permission: { type: 'native-token-allowance', data: { allowanceAmount: '0x5' } },
      },
    ]
    expect(one(asked)).toEqual({
      networkId: here,
      account: usdc,
      delegate,
      expiry: expiry - 5,
      spending: { token: 'native', amount: 5n },
      contracts: [game],
      methods: [],
    })
  })

  test.each([
    [
      'no end',
      [
        {
          chainId: '0x1',
          to: delegate,
          permission: { type: 'erc20-token-allowance', data: { tokenAddress: usdc, allowanceAmount: '0x1' } },
        },
      ],
      'expiry',
    ],
    ['coins for nobody in particular', entry('native-token-periodic', { periodAmount: '0x1', periodDuration: 60 }), 'contracts'],
    ['calls without a limit', entry('contract-call', { contracts: [game], methods: ['a()'] }), 'limit'],
  ])('S20: %s is refused, with what it lacks', (_title, params, lack) => {
    expect(refusal(params)).toMatchObject({ name: 'PermissionTooBroadError', lack })
  })

  test.each(['native-token-stream', 'erc20-token-stream', 'token-approval-revocation', '__proto__', 'toString'])(
    'the kind %s cannot be said here',
    (type) => {
      expect(refusal(entry(type, { amountPerSecond: '0x1' }))).toMatchObject({ name: 'PermissionUnsupportedError', kind: type })
    },
  )

  test('a rule that is not known is refused: it would be agreed to and not held to', () => {
    const rules = [{ type: 'weekdays', data: {} }]
    const data = { tokenAddress: usdc, allowanceAmount: '0x1' }
    expect(refusal(entry('erc20-token-allowance', data, { rules }))).toMatchObject({ name: 'PermissionUnsupportedError', kind: 'weekdays' })
    const others = [{ type: 'redeemer', data: { addresses: [game] } }]
    expect(refusal(entry('erc20-token-allowance', data, { rules: others }))).toMatchObject({ kind: 'redeemer' })
  })

  test('two holders, or fields that nobody knows, are no request', () => {
    const data = { tokenAddress: usdc, allowanceAmount: '0x1' }
    expect(refusal(entry('erc20-token-allowance', data, { to: game }))).toBeInstanceOf(PermissionFormError)
    expect(refusal(entry('erc20-token-allowance', data, { anything: 1 }))).toBeInstanceOf(PermissionFormError)
    expect(refusal(entry('erc20-token-allowance', { ...data, unlimited: true }))).toBeInstanceOf(PermissionFormError)
  })
})

test('whatever comes in, it is a permission or a typed error', () => {
  const base = [grant(calls(game, ['a()'], allow('0x1'))), entry('erc20-token-allowance', { tokenAddress: usdc, allowanceAmount: '0x1' })]
  const broken = fc
    .tuple(fc.constantFrom(...base), fc.string(), fc.jsonValue())
    .map(([params, key, value]) => [{ ...params[0], [key]: value }])
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), broken), (params) => {
      const thrown = refusal(params)
      expect(thrown === undefined || /^Permission(Form|TooBroad|Unsupported)Error$/.test((thrown as Error).name)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

describe('S20: what is narrow', () => {
  const narrow: Permission = {
    networkId: here,
    delegate,
    expiry: 1_000 + 86_400,
    spending: { token: 'native', amount: 0n },
    contracts: [game],
    methods: ['move(uint256)'],
  }
  const check = (change: Partial<Permission>, longest?: number) => () =>
    checkPermission({ ...narrow, ...change }, { now: 1_000, ...(longest !== undefined && { longest }) })

  test('S20: a day at most, or as long as the operator says', () => {
    expect(check({})).not.toThrow()
    expect(check({ expiry: 1_000 + 86_401 })).toThrow(expect.objectContaining({ lack: 'expiry' }))
    expect(check({ expiry: 1_000 + 86_401 }, 90_000)).not.toThrow()
    expect(check({ expiry: 1_000 })).toThrow(PermissionOverError)
  })

  test.each([
    ['no limit', { spending: { token: 'native', amount: 2n ** 256n - 1n } }, 'limit'],
    ['a period of no time', { spending: { token: usdc, amount: 1n, period: 0 } }, 'limit'],
    ['no contract', { contracts: [] }, 'contracts'],
    ['a method that gives tokens away, by name', { methods: ['approve(address,uint256)'] }, 'methods'],
    ['a method that gives tokens away, by its bytes', { methods: ['0xA22CB465'] }, 'methods'],
  ] as const)('S20: %s is refused', (_title, change, lack) => {
    expect(check(change)).toThrow(expect.objectContaining({ name: 'PermissionTooBroadError', lack }))
  })

  test('a token’s own transfer has a limit, and passes', () => {
    expect(check({ spending: { token: usdc, amount: 1n }, contracts: [usdc], methods: ['transfer(address,uint256)'] })).not.toThrow()
  })
})

describe('there and back', () => {
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((each) => `0x${[...each].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as const)
  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const period = fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: undefined })
  const common = fc.record({
    delegate: address,
    expiry: fc.integer({ min: 0, max: 2_000_000_000 }),
    account: fc.option(address, { nil: undefined }),
  })
  const what = fc.oneof(
    fc.tuple(address, amount, period).map(([token, units, length]) => ({
      spending: { token, amount: units, ...(length !== undefined && { period: length }) },
      contracts: [token],
      methods: ['transfer(address,uint256)'],
    })),
    fc
      .tuple(
        fc.uniqueArray(address, { minLength: 1, maxLength: 5 }),
        amount,
        period,
        fc.constantFrom([], ['a()'], ['move(uint256)', '0x01020304']),
      )
      .map(([contracts, units, length, methods]) => ({
        spending: { token: 'native' as const, amount: units, ...(length !== undefined && { period: length }) },
        contracts,
        methods,
      })),
  )
  const permission = fc
    .tuple(common, what)
    .map(([{ account, ...rest }, terms]): Permission => ({ networkId: here, ...(account && { account }), ...rest, ...terms }))
  const context = '0xabcd'

  test('what is written in MetaMask’s words is read as it was, and so is the answer', () => {
    fc.assert(
      fc.property(fc.array(permission, { minLength: 1, maxLength: 3 }), (permissions) => {
        expect(readPermissions(writeExecution(permissions), here)).toEqual({ dialect: 'execution', permissions })
        const granted = permissions.map(
          (each) =>
            ({ permission: each, context, delegationManager: game, dependencies: [{ factory: usdc, factoryData: '0x01' }] }) as const,
        )
        expect(readExecutionAnswer(answerPermissions('execution', granted), permissions)).toEqual(granted)
      }),
    )
  })

  test('what viem’s words can say is read as it was, and the rest is refused', () => {
    fc.assert(
      fc.property(permission, (each) => {
        const isSayable = each.spending.period === undefined && (each.spending.token !== 'native' || each.methods.length > 0)
        if (!isSayable) {
          expect(() => writeGrant(each)).toThrow(PermissionUnsupportedError)
          return
        }
        expect(readPermissions(writeGrant(each), here)).toEqual({ dialect: 'grant', permissions: [each] })
        const granted = { permission: each, context, delegationManager: game, dependencies: [] } as const
        expect(readGrantAnswer(answerPermissions('grant', [granted]), each, here)).toEqual(granted)
      }),
    )
  })

  test('an answer for another holder, or on another network, is none', () => {
    const asked = one(entry('erc20-token-allowance', { tokenAddress: usdc, allowanceAmount: '0x1' }))
    if (!asked) throw new Error('nothing was read')
    const answered = answerPermissions('execution', [{ permission: { ...asked, networkId: 'eip155:1' }, context, dependencies: [] }])
    expect(() => readExecutionAnswer(answered, [asked])).toThrow(PermissionFormError)
    expect(() => readExecutionAnswer([], [asked])).toThrow(PermissionFormError)
    expect(() => readExecutionAnswer('yes', [asked])).toThrow(PermissionFormError)
  })
})

test('a permission that is to be stopped is named by its context, in any of three words', () => {
  for (const name of ['permissionContext', 'permissionsContext', 'context']) expect(readRevocation([{ [name]: '0xABcd' }])).toBe('0xabcd')
  for (const params of [[], [{}], [{ context: '0x1' }], [{ context: '0x01' }, { context: '0x02' }], 'all', [{ eth_accounts: {} }]])
    expect(() => readRevocation(params)).toThrow(PermissionFormError)
})

function refusal(params: unknown): unknown {
  try {
    readPermissions(params, here)
    return undefined
  } catch (error) {
    return error
  }
}
