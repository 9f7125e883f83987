import { fakeAddress, fakeConnector } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { queryClientOf } from '../../portico/query.js'
import { dispatchConnection } from '../connection/dispatch.js'
import type { FeeEstimate, TransactionRequest } from '../send/capability.js'
import { networkId, withSwaps } from './swap.test.helper.js'
import { feeOfSwap, swapOperationQuery } from './swapFee.js'

const sender = { namespace: 'eip155', address: fakeAddress, networkId } as const

/** What the operation around a swap costs an account of a kind. */
function operationOf(type: 'smartAccount' | 'eoa', estimate: () => Promise<FeeEstimate>) {
  const estimateFee = vi.fn<(request: TransactionRequest) => Promise<FeeEstimate>>(estimate)
  const { portico } = withSwaps({ estimateFee })
  const grant = { addresses: [fakeAddress], networkId, accounts: [{ address: fakeAddress, type }] } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  return { estimateFee, operation: queryClientOf(portico).fetchQuery(swapOperationQuery(portico, sender)) }
}

test('a plain account pays what the quote says, and its wallet is not asked', async () => {
  const { operation, estimateFee } = operationOf('eoa', () => Promise.resolve({ expected: 5n, maximum: 9n }))
  expect(await operation).toBeNull()
  expect(estimateFee).not.toHaveBeenCalled()
  expect(feeOfSwap({ networkFee: 100n }, null)).toEqual({ units: 100n })
  expect(feeOfSwap({ networkFee: undefined }, null)).toBeUndefined()
})

test('a smart account pays for the operation as well, which calls nobody here and sends nothing', async () => {
  const { operation, estimateFee } = operationOf('smartAccount', () => Promise.resolve({ expected: 5n, maximum: 9n }))
  expect(feeOfSwap({ networkFee: 100n }, await operation)).toEqual({ units: 105n })
  expect(estimateFee).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ address: fakeAddress, networkId, value: 0n }))
  expect(estimateFee.mock.calls[0]?.[0]).not.toHaveProperty('data')
})

test('nothing is taken where somebody else pays', async () => {
  const { operation } = operationOf('smartAccount', () => Promise.resolve({ expected: 0n, maximum: 0n, sponsored: true }))
  expect(feeOfSwap({ networkFee: 100n }, await operation)).toEqual({ units: 0n, sponsored: true })
})

test('no fee is shown rather than a wrong one: while the operation is not known, and where its wallet cannot say', async () => {
  expect(feeOfSwap({ networkFee: 100n }, undefined)).toBeUndefined()
  const { operation } = operationOf('smartAccount', () => Promise.reject(new Error('offline')))
  await expect(operation).rejects.toThrow('offline')
})
