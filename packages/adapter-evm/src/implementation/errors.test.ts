import { PorticoError, UserRejectedError } from '@portico/core'
import { ConnectorNotConnectedError } from '@wagmi/core'
import fc from 'fast-check'
import { InsufficientFundsError, ResourceUnavailableRpcError, RpcRequestError, SwitchChainError, UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { codeMeanings, endpointError, readDialect, walletError } from './errors.js'

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)
const rpc = (code: number, message: string) => new RpcRequestError({ body: {}, url: 'http://127.0.0.1', error: { code, message } })

const dialects: [string, unknown, string, number | undefined][] = [
  ['EIP-1193 4001', { code: 4001, message: 'User rejected the request.' }, 'UserRejectedError', 4001],
  ['4001 as text', { code: '4001', message: '' }, 'UserRejectedError', 4001],
  ['4001 as an Error', failure({ code: 4001 }), 'UserRejectedError', 4001],
  ['viem', new UserRejectedRequestError(new Error('no')), 'UserRejectedError', 4001],
  ['wrapped by wagmi', new SwitchChainError(new UserRejectedRequestError(new Error('no'))), 'UserRejectedError', 4001],
  ['ethers v5 and v6', { code: 'ACTION_REJECTED', reason: 'rejected', action: 'signMessage' }, 'UserRejectedError', 4001],
  ['ethers, nested', { code: 'UNKNOWN_ERROR', error: { code: 4001 } }, 'UserRejectedError', 4001],
  ['ethers info', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001, message: 'x' } } }, 'UserRejectedError', 4001],
  ['MetaMask Mobile', { code: -32603, data: { originalError: { code: 4001 } } }, 'UserRejectedError', 4001],
  ['text alone', 'User denied transaction signature.', 'UserRejectedError', 4001],
  ['Phantom', { code: -32000, message: 'User rejected the request.' }, 'UserRejectedError', 4001],
  ['Trust', { code: -32603, message: 'Request rejected by user' }, 'UserRejectedError', 4001],
  ['WalletConnect 5000', { code: 5000, message: 'User rejected.' }, 'UserRejectedError', 4001],
  ['a closed popup', new Error('Popup window was closed'), 'UserRejectedError', 4001],
  ['user cancelled', new Error('user canceled'), 'UserRejectedError', 4001],
  ['an upgrade refused', { code: 5750, message: 'x' }, 'UserRejectedError', 4001],
  ['-32002', { code: -32002, message: "Request of type 'wallet_requestPermissions' already pending" }, 'RequestPendingError', -32002],
  ['-32002 of viem', new ResourceUnavailableRpcError(new Error('x')), 'RequestPendingError', -32002],
  ['pending, in words', { code: -32603, message: 'Already processing eth_requestAccounts. Please wait.' }, 'RequestPendingError', -32002],
  ['geth funds', rpc(-32000, 'insufficient funds for gas * price + value: address 0x have 0 want 1'), 'InsufficientFundsError', undefined],
  ['anvil funds', rpc(-32003, 'Insufficient funds for gas * price + value'), 'InsufficientFundsError', undefined],
  ['bundler funds', rpc(-32500, "AA21 didn't pay prefund"), 'InsufficientFundsError', undefined],
  ['viem funds', new InsufficientFundsError(), 'InsufficientFundsError', undefined],
  ['ethers funds', { code: 'INSUFFICIENT_FUNDS', message: 'x' }, 'InsufficientFundsError', undefined],
  [
    'funds in data',
    { code: -32603, message: 'Internal JSON-RPC error.', data: { code: -32000, message: 'insufficient funds for transfer' } },
    'InsufficientFundsError',
    undefined,
  ],
  ['allowance', rpc(-32000, 'gas required exceeds allowance (0)'), 'InsufficientFundsError', undefined],
  ['revert', rpc(3, 'execution reverted: ERC20: transfer amount exceeds balance'), 'TransactionRevertedError', -32003],
  ['revert for want of funds of a contract', rpc(3, 'execution reverted: insufficient balance'), 'TransactionRevertedError', -32003],
  [
    'hardhat revert',
    rpc(-32603, "VM Exception while processing transaction: reverted with reason string 'no'"),
    'TransactionRevertedError',
    -32003,
  ],
  ['ethers revert', { code: 'CALL_EXCEPTION', reason: 'no' }, 'TransactionRevertedError', -32003],
  ['-32003', { code: -32003, message: 'nonce' }, 'TransactionRevertedError', -32003],
  ['4200', { code: 4200, message: 'x' }, 'CapabilityMissingError', 4200],
  ['-32601', rpc(-32601, 'the method does not exist'), 'CapabilityMissingError', 4200],
  ['-32004', { code: -32004 }, 'CapabilityMissingError', 4200],
  ['wagmi', new ConnectorNotConnectedError(), 'ConnectorNotConnectedError', undefined],
  ['wagmi without provider', failure({ name: 'ProviderNotFoundError' }), 'ProviderNotFoundError', undefined],
  ['nonce too low', rpc(-32000, 'nonce too low'), 'WalletRequestError', -32000],
  ['underpriced', rpc(-32000, 'replacement transaction underpriced'), 'WalletRequestError', -32000],
  ['unauthorized', { code: 4100, message: 'x' }, 'WalletRequestError', 4100],
  ['disconnected', { code: 4900, message: 'x' }, 'WalletRequestError', 4900],
  ['chain disconnected', { code: 4901, message: 'x' }, 'WalletRequestError', 4901],
  ['limit', { code: -32005 }, 'WalletRequestError', -32005],
  ['params', { code: -32602, message: 'x' }, 'WalletRequestError', -32602],
  ['bundle', { code: 5730, message: 'x' }, 'WalletRequestError', 5730],
  ['a code nobody knows', { code: 12345, message: 'odd' }, 'WalletRequestError', 12345],
  ['text', 'boom', 'WalletRequestError', undefined],
  ['nothing', undefined, 'WalletRequestError', undefined],
  ['null', null, 'WalletRequestError', undefined],
  ['a number', 7, 'WalletRequestError', undefined],
  ['an empty object', {}, 'WalletRequestError', undefined],
]

describe('what a wallet throws', () => {
  test.each(dialects)('%s', (_, thrown, name, code) => {
    const error = walletError(thrown, 'eth_test')
    expect(error).toBeInstanceOf(PorticoError)
    expect({ name: error.name, code: error.code }).toEqual({ name, code })
    expect(error.shown).toBeTruthy()
  })

  test('an error of ours stays what it is', () => {
    const mine = new UserRejectedError()
    expect(walletError(mine, 'x')).toBe(mine)
  })

  describe('what the embedded wallet passes on', () => {
    class FrameRequestError extends PorticoError {
      override readonly name = 'FrameRequestError'
    }
    test.each([
      ["AA21 didn't pay prefund", -32_500, 'InsufficientFundsError'],
      ['insufficient funds for gas * price + value', -32_000, 'InsufficientFundsError'],
      ['The calls fail: too late', -32_521, 'TransactionRevertedError'],
      ['execution reverted: too late', 3, 'TransactionRevertedError'],
    ])('of the chain is what it is of any wallet: %s', (message, code, name) => {
      const passed = new FrameRequestError(message, { code })
      expect(walletError(passed, 'wallet_sendCalls')).toMatchObject({ name, cause: passed })
    })

    test.each([
      ['The site does not pay today.', -32_001],
      ['A plain account cannot let a site act by itself.', 4200],
      ['There is no batch with this id.', 5730],
    ])('of its own stays what it is: %s', (message, code) => {
      const said = new FrameRequestError(message, { code })
      expect(walletError(said, 'wallet_sendCalls')).toBe(said)
    })
  })

  test('the reason of a revert is told', () => {
    expect(walletError(rpc(-32_521, 'The calls fail: too soon'), 'x').message).toContain('too soon')
    expect(walletError(rpc(3, 'execution reverted: not yours'), 'x').message).toContain('not yours')
    expect(walletError(rpc(3, "VM Exception while processing transaction: reverted with reason string 'too late'"), 'x').message).toContain(
      'too late',
    )
  })

  test('each known code has words for a wallet that says nothing', () => {
    for (const [code, meaning] of Object.entries(codeMeanings)) {
      const error = walletError({ code: Number(code) }, 'x')
      expect(error.message.length).toBeGreaterThan(3)
      if (error.name === 'WalletRequestError') expect(error.message).toContain(meaning)
    }
    expect(Object.keys(codeMeanings)).toHaveLength(25)
  })

  test('an endpoint that fails is no fault of the wallet, an account without funds is no fault of the endpoint', () => {
    expect(endpointError(new Error('HTTP request failed.'), 'eth_call')).toMatchObject({ name: 'EndpointError' })
    expect(endpointError(rpc(-32005, 'rate limit'), 'eth_call')).toMatchObject({ name: 'EndpointError', code: -32005 })
    expect(endpointError(rpc(-32000, 'insufficient funds'), 'x').name).toBe('InsufficientFundsError')
    // Geth's own code, which of a wallet means that it still asks the visitor something.
    expect(endpointError(rpc(-32002, 'request timed out'), 'eth_call')).toMatchObject({ name: 'EndpointError', code: -32002 })
  })

  test('R2: 10,000 arbitrary things become one typed error each, without a throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withObjectString: true }), (thrown) => {
        expect(walletError(thrown, 'x')).toBeInstanceOf(PorticoError)
      }),
      { numRuns: 10_000 },
    )
  })

  test('cycles, throwing getters and endless texts are survived', () => {
    const cycle: { cause?: unknown; message: string } = { message: 'x'.repeat(1_000_000) }
    cycle.cause = cycle
    expect(walletError(cycle, 'x').message.length).toBeLessThan(1_000)
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    expect(walletError(trap, 'x').name).toBe('WalletRequestError')
    expect(readDialect({ code: 1, cause: { code: 2, data: { code: '3' } } }).codes).toEqual([1, 2, 3])
  })
})
