import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { requestSamples } from '../test/samples.js'
import {
  fitsMethod,
  isListedMethod,
  isSafeMethod,
  isSigningMethod,
  message,
  readAppMessage,
  safeMethods,
  signingMethods,
  supportedNetworks,
} from './index.js'

const listed = [...safeMethods, ...signingMethods]
const ask = (method: string, params?: unknown) =>
  readAppMessage(message('APP_RPC_REQUEST', { method, ...(params !== undefined && { params }) }))

/** Parameters that a method takes. */
const fitting = (method: string): unknown => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const pubkey = '11111111111111111111111111111111'
  switch (method) {
    case 'solana_signMessage':
      return { message: '2NEpo7TZRRrLZSi2U', pubkey }
    case 'solana_signTransaction':
      return { transaction: 'AQID' }
    case 'solana_signAllTransactions':
      return { transactions: ['AQID', 'BAUG'], pubkey }
    case 'solana_signAndSendTransaction':
      return {
        transaction: 'AQID',
        options: { skipPreflight: true, preflightCommitment: 'singleGossip', maxRetries: 3, minContextSlot: 1 },
      }
    case 'wallet_sendCalls':
      return [
        {
          version: '2.0.0',
          id: '0x1b',
          chainId: '0x1',
          from: address,
          atomicRequired: false,
          calls: [{ to: address, data: '0x', value: '0x1' }],
          capabilities: {},
        },
      ]
    case 'wallet_getCallsStatus':
      return ['0xabc']
    case 'wallet_getCapabilities':
      return [address, ['0x1', '0xa']]
    default:
      return [address, 'latest', { nested: [1, null] }]
  }
}

describe('the lists', () => {
  test('S4: there are 41 methods that read and 11 that sign, each once', () => {
    expect([safeMethods.length, signingMethods.length, new Set(listed).size]).toEqual([41, 11, 52])
    expect(signingMethods).toEqual([
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'wallet_sendCalls',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'eth_sendUserOperation',
    ])
    expect(safeMethods).toContain('eth_sendRawTransaction')
    for (const method of listed) expect([isListedMethod(method), isSafeMethod(method) !== isSigningMethod(method)]).toEqual([true, true])
    expect(safeMethods.filter(isSigningMethod)).toEqual([])
    expect(signingMethods.every(isSigningMethod) && safeMethods.every(isSafeMethod)).toBe(true)
  })

  test('S4: every method of the lists is taken, the five of user operations too', () => {
    for (const method of listed) expect(ask(method, fitting(method))).toMatchObject({ name: 'RPC_REQUEST', payload: { method } })
    expect(listed.filter((method) => /UserOperation|EntryPoints/.test(method))).toHaveLength(5)
  })

  test('S4: of 10,000 near-miss names none passes', () => {
    const near = fc
      .tuple(fc.constantFrom(...listed), fc.nat(), fc.nat(), fc.integer({ min: 0, max: 9 }))
      .map(([method, one, two, kind]) => {
        const at = one % method.length
        const other = listed[two % listed.length] ?? ''
        const letter = String.fromCharCode(33 + (two % 94))
        return (
          [
            method.slice(0, at) + letter + method.slice(at + 1),
            method.slice(0, at) + method.slice(at + 1),
            method.slice(0, at) + letter + method.slice(at),
            method.toUpperCase(),
            `${method}${letter}`,
            `${letter}${method}`,
            ` ${method}`,
            `${method}\u200b`,
            method.replace('_', '_'.repeat(2 + (two % 3))),
            `${method},${other}`,
          ][kind] ?? ''
        )
      })
      .filter((name) => !listed.includes(name))
    let passed = 0
    fc.assert(
      fc.property(near, (name) => {
        const read = ask(name.slice(0, 100), [])
        if (isListedMethod(name) || (read && !('refused' in read))) passed += 1
        else if (read?.refused.message !== 'Requested RPC call is not allowed' || read.refused.code !== 4200)
          throw new Error(`another answer to ${name}`)
      }),
      { numRuns: 10_000 },
    )
    expect(passed).toBe(0)
    recordPromise({
      id: 'S4',
      name: 'near-miss method names',
      runs: 10_000,
      accepted: passed,
    })
  })

  test('S4: names of a prototype are no methods', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect([isListedMethod(name), fitsMethod(name, [])]).toEqual([false, false])
  })
})

describe('parameters', () => {
  test.each<[string, readonly unknown[]]>([
    ['personal_sign', [undefined, {}, 'text', { 0: 'a', length: 1 }]],
    ['eth_call', [undefined, {}, null]],
    [
      'solana_signMessage',
      [
        undefined,
        [],
        {},
        { message: 'abc' },
        { message: '0OIl', pubkey: 'abc' },
        { message: 'abc', pubkey: 'abc', more: 1 },
        { message: 'abc', pubkey: 'a'.repeat(45) },
      ],
    ],
    [
      'solana_signTransaction',
      [[], {}, { transaction: '' }, { transaction: 'no!' }, { transaction: 'A'.repeat(1_701) }, { transaction: 'AQID', pubkey: '0' }],
    ],
    ['solana_signAllTransactions', [{}, { transactions: 'AQID' }, { transactions: ['!'] }]],
    [
      'solana_signAndSendTransaction',
      [
        { transaction: 'AQID', options: { preflightCommitment: 'sure' } },
        { transaction: 'AQID', options: { skipPreflight: 1 } },
        { transaction: 'AQID', options: { maxRetries: 0.5 } },
        { transaction: 'AQID', sendOptions: {} },
      ],
    ],
    [
      'wallet_sendCalls',
      [
        {},
        [],
        [{}],
        [{ calls: [{ to: 'abc' }] }],
        [{ calls: [{ to: '0x1', data: 'abc' }] }],
        [{ calls: [{ data: '0x' }] }],
        [{ calls: [], from: 'x' }],
        [{ calls: [], atomicRequired: 'no' }],
        [{ calls: [], id: 1 }],
        [{ calls: [], id: 'a'.repeat(8_195) }],
        [{ calls: [{ to: '0x1', value: 1 }] }],
        [{ calls: [{ to: '0x1', value: '1' }] }],
        [{ calls: [{ to: '0x1', gas: '0x1' }] }],
        [{ calls: [] }, { calls: [] }],
      ],
    ],
    ['wallet_getCallsStatus', [[1], 'a', [null], [], ['a', 'b'], ['a'.repeat(8_195)]]],
    ['wallet_getCapabilities', [[{}], 'a', {}, [], ['0x1', 1], ['0x1', ['1']], ['0x1', ['0x1'], 1]]],
  ])('of %s are checked', (method, bad) => {
    expect(fitsMethod(method, fitting(method))).toBe(true)
    for (const params of bad) expect([params, fitsMethod(method, params)]).toEqual([params, false])
    for (const params of bad.slice(1)) {
      const read = ask(method, params)
      expect(read).toMatchObject({ refused: { code: -32602, message: `Invalid parameters of ${method}` } })
    }
  })

  test.each(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'])(
    'preflightCommitment may be %s',
    (preflightCommitment) => {
      expect(fitsMethod('solana_signAndSendTransaction', { transaction: 'AQID', options: { preflightCommitment } })).toBe(true)
    },
  )

  test('may be left out only where a method takes none', () => {
    expect(listed.filter((method) => fitsMethod(method, undefined))).toEqual([
      'wallet_getCapabilities',
      'wallet_getAssets',
      'wallet_revokePermissions',
    ])
  })

  test('are JSON, 64 levels deep at the most', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)])
    expect([fitsMethod('eth_call', nest(64)), fitsMethod('eth_call', nest(65))]).toEqual([true, false])
    for (const value of [new Map(), new Date(), Number.NaN, 1n, () => 1, Object.create(null)])
      expect(fitsMethod('eth_call', [value])).toBe(false)
  })

  test('S6: an rpcUrl is taken and goes no further than the payload', () => {
    expect(readAppMessage(message('APP_RPC_REQUEST', requestSamples.RPC_REQUEST))).toMatchObject({
      payload: { rpcUrl: 'https://evil.example' },
    })
    expect(readAppMessage(message('APP_RPC_REQUEST', { ...requestSamples.RPC_REQUEST, rpcUrl: 'x'.repeat(2_001) }))).toMatchObject({
      refused: { code: -32600 },
    })
  })
})

test('there are 24 EVM networks and three of Solana', () => {
  const ids = Object.keys(supportedNetworks)
  expect([ids.filter((id) => /^eip155:\d+$/.test(id)).length, ids.filter((id) => id.startsWith('solana:')).length, ids.length]).toEqual([
    24, 3, 27,
  ])
  expect(supportedNetworks).toMatchObject({
    'eip155:1': 'Ethereum',
    'eip155:8453': 'Base',
    'eip155:7777777': 'Zora',
    'eip155:1313161554': 'Aurora',
  })
})
