import {
  WalletConnectionError,
  WalletDisconnectedError,
  WalletLoadError,
  WalletNotConnectedError,
  WalletNotReadyError,
  WalletSendTransactionError,
  WalletSignMessageError,
  WalletSignTransactionError,
  WalletWindowClosedError,
} from '@solana/wallet-adapter-base'
import { PorticoError } from '@portico/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpointError, walletError } from './errors.js'

const failure = { wallet: 'Test', method: 'signTransactions' }
const coded = (code: unknown, message = 'no') => Object.assign(new Error(message), { code })
const standard = (code: number, message: string) =>
  Object.assign(new Error(message), { name: 'WalletStandardError', context: { __code: code } })

describe('what a wallet throws', () => {
  test.each<[string, unknown]>([
    ['EIP-1193', coded(4001)],
    ['a plain object', { code: 4001 }],
    ['a code as text', { code: '4001', message: 42 }],
    ['Phantom', coded(4001, 'User rejected the request.')],
    ['Solflare', new Error('Transaction rejected')],
    ['Backpack', new Error('User rejected request')],
    ['Ledger', new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)')],
    ['Coinbase', 'User denied request signature.'],
    ['wallet-adapter', new WalletSignTransactionError('User rejected the request.', coded(4001))],
    ['wallet-adapter without a word', new WalletSignTransactionError()],
    ['wallet-adapter, a message', new WalletSignMessageError('Message rejected by user')],
    ['a closed window', new WalletWindowClosedError()],
    ['a connection', new WalletConnectionError('User rejected the request.')],
    ['wallet-adapter around a code', new WalletSendTransactionError('Unexpected error', { code: 4001 })],
    ['the Wallet Standard', standard(4001000, 'The user rejected the request')],
    ['a cause', new Error('failed', { cause: coded(4001) })],
  ])('%s: a rejection is a UserRejectedError', (_, thrown) => {
    expect(walletError(thrown, failure)).toMatchObject({ name: 'UserRejectedError', code: 4001 })
  })

  test.each<[string, unknown, string]>([
    ['a missing method', coded(4200), 'UnsupportedMethodError'],
    [
      'a versioned transaction',
      new WalletSendTransactionError("Sending versioned transactions isn't supported by this wallet"),
      'UnsupportedMethodError',
    ],
    ['no extension', new WalletNotReadyError(), 'ProviderNotFoundError'],
    ['a script that did not load', new WalletLoadError('x'), 'ProviderNotFoundError'],
    ['no connection', new WalletNotConnectedError(), 'ConnectorNotConnectedError'],
    ['a lost connection', new WalletDisconnectedError(), 'ConnectorNotConnectedError'],
    ['a request that waits', coded(-32002, 'A request is pending'), 'RequestPendingError'],
    ['a refusal of the network', coded(-32003, 'Transaction rejected'), 'TransactionRevertedError'],
    ['an internal error', coded(-32603, 'Unexpected error'), 'WalletRequestError'],
    ['words', new WalletSignTransactionError('Something else'), 'WalletRequestError'],
    ['no funds', new Error('Attempt to debit an account but found no record of a prior credit.'), 'InsufficientFundsError'],
    [
      'a simulation',
      new WalletSendTransactionError(
        'failed to send transaction: Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1771',
      ),
      'TransactionRevertedError',
    ],
    ['nothing', undefined, 'WalletRequestError'],
  ])('%s is a typed error of its own', (_, thrown, name) => {
    expect(walletError(thrown, failure).name).toBe(name)
  })

  test('anything at all becomes one of our errors, and nothing throws', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    for (const thrown of [hostile, { data: hostile, err: hostile }]) expect(walletError(thrown, failure)).toBeInstanceOf(PorticoError)
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withObjectString: true }),
        (thrown) => walletError(thrown, failure) instanceof PorticoError && endpointError(thrown) instanceof PorticoError,
      ),
      { numRuns: 2_000 },
    )
    const circle: Record<string, unknown> = { message: 'round' }
    circle['cause'] = circle
    expect(walletError(circle, failure)).toMatchObject({ name: 'WalletRequestError', message: 'signTransactions: round' })
  })
})

describe('what a node says of a transaction', () => {
  const preflight = (err: unknown, logs: readonly string[] = []) => ({
    code: -32002,
    message: 'Transaction simulation failed: Error processing Instruction 0',
    data: { err, logs },
  })

  test.each<[string, unknown, Record<string, unknown>]>([
    ['no funds for the fee', preflight('InsufficientFundsForFee'), { name: 'InsufficientFundsError' }],
    ['an account that is not there', preflight('AccountNotFound'), { name: 'InsufficientFundsError' }],
    [
      'too few lamports',
      preflight({ InstructionError: [0, { Custom: 1 }] }, [
        'Program 11111111111111111111111111111111 invoke [1]',
        'Transfer: insufficient lamports 1, need 2',
      ]),
      { name: 'InsufficientFundsError' },
    ],
    [
      'too few tokens',
      preflight({ InstructionError: [0, { Custom: 1 }] }, ['Program log: Error: insufficient funds']),
      { name: 'InsufficientFundsError' },
    ],
    ['too little for rent', preflight({ InsufficientFundsForRent: { account_index: 1 } }), { name: 'TransactionRevertedError' }],
    [
      'too little for rent, in its own words',
      {
        code: -32002,
        message: 'Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent',
        data: { err: { InsufficientFundsForRent: { account_index: 1 } }, logs: [] },
      },
      { name: 'TransactionRevertedError', message: expect.stringContaining('less than the chain asks for') },
    ],
    [
      'a program with a reason',
      preflight({ InstructionError: [0, { Custom: 6000 }] }, [
        'Program log: AnchorError occurred. Error Code: X. Error Number: 6000. Error Message: Slippage is too high.',
      ]),
      { name: 'TransactionRevertedError', message: expect.stringContaining('Slippage is too high') },
    ],
    [
      'a program without one',
      preflight({ InstructionError: [0, { Custom: 7 }] }, ['Program Abc111 failed: custom program error: 0x7']),
      { name: 'TransactionRevertedError', message: expect.stringContaining('custom program error: 0x7') },
    ],
    [
      'an old blockhash',
      { code: -32002, message: 'Transaction simulation failed: Blockhash not found', data: { err: 'BlockhashNotFound', logs: [] } },
      { name: 'TransactionRevertedError', message: expect.stringContaining('Blockhash not found') },
    ],
    ['bad parameters', { code: -32602, message: 'Invalid params' }, { name: 'EndpointError', code: -32602 }],
  ])('%s', (_, thrown, expected) => {
    expect(endpointError(thrown)).toMatchObject(expected)
  })
})
