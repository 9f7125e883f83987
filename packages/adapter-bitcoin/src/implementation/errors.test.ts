import { PorticoError, UserRejectedError } from '@portico/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusal } from '../actions/refusal.js'
import { isDenied, isUnsupported, walletError } from './errors.js'

const failed = { wallet: 'Some Wallet', capability: 'signPsbt' } as const

describe('what wallets throw', () => {
  test.each([
    ['EIP-1193', { code: 4001, message: 'User rejected the request.' }],
    ['sats-connect', { code: -32000, message: 'User rejected request' }],
    ['sats-connect, its other number', { code: -31001 }],
    ['Leather', { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User rejected signing' } }],
    ['UniSat, as text', 'User rejected the request.'],
    ['OKX', new Error('User cancelled the operation')],
    ['a closed window', { message: 'Popup window was closed' }],
    ['wrapped twice', { cause: { data: { code: '4001' } } }],
  ])('a no in the words of %s is a UserRejectedError', (_, thrown) => {
    expect(walletError(thrown, failed)).toMatchObject({ name: 'UserRejectedError', code: 4001, cause: thrown })
  })

  test.each([
    ['JSON-RPC', { code: -32601 }],
    ['EIP-1193', { code: 4200 }],
    ['sats-connect', { code: -32001, message: 'Method not supported by the selected wallet' }],
    ['text', new Error('Method signPsbt is not implemented')],
    ['text of another', 'this feature is not supported'],
    ['an old page', new TypeError('the method does not exist')],
  ])('a missing method in the words of %s is an UnsupportedMethodError that says what to do', (_, thrown) => {
    expect(isUnsupported(thrown)).toBe(true)
    expect(walletError(thrown, failed)).toMatchObject({
      name: 'UnsupportedMethodError',
      code: 4200,
      method: 'signPsbt',
      shown: expect.stringContaining('Connect a wallet'),
    })
  })

  test.each([
    [{ code: -32603, message: 'Insufficient balance' }, 'InsufficientFundsError'],
    [{ code: -32000, message: 'Not enough funds' }, 'InsufficientFundsError'],
    ['Insufficient utxos', 'InsufficientFundsError'],
    [{ code: -32002, message: 'Request already pending' }, 'RequestPendingError'],
    [{ code: -32603, message: 'Something broke' }, 'WalletRequestError'],
    [undefined, 'WalletRequestError'],
    [7, 'WalletRequestError'],
  ])('%j is a %s', (thrown, name) => expect(walletError(thrown, failed).name).toBe(name))

  test('a site that is not let in is told so, with EIP-1193\u2019s number', () => {
    expect(isDenied({ code: -32002, message: 'Access denied.' })).toBe(true)
    expect(walletError({ code: -32002, message: 'Access denied.' }, failed)).toMatchObject({ name: 'WalletRequestError', code: 4100 })
  })

  test('one of ours comes back as it is', () => {
    const error = new UserRejectedError()
    expect(walletError(error, failed)).toBe(error)
  })

  test('R2: anything at all becomes one of ours, cycles and throwing getters too (5,000 values)', () => {
    const cycle: { cause?: unknown } = {}
    cycle.cause = { data: cycle }
    const rude = {
      get code(): unknown {
        throw new Error('no')
      },
      get message(): unknown {
        throw new Error('no')
      },
    }
    for (const thrown of [cycle, rude, Symbol('x'), 7n, () => undefined]) expect(walletError(thrown, failed)).toBeInstanceOf(PorticoError)
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (thrown) => {
        const error = walletError(thrown, failed)
        expect(error).toBeInstanceOf(PorticoError)
        expect(error.message.length).toBeLessThan(400)
      }),
      { numRuns: 5_000 },
    )
  })
})

test.each([
  ['sendrawtransaction RPC error: {"code":-26,"message":"dust"}', 'dust'],
  ['bad-txns-inputs-missingorspent', 'bad-txns-inputs-missingorspent'],
  ['', 'would fail.'],
])('what the endpoint says of a transaction that it refuses is the reason: %s', (text, reason) => {
  expect(refusal(text).message).toContain(reason)
})
