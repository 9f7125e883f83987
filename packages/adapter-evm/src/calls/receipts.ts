import { InvalidOptionError } from '@portico/core'
import type { CallReceipt } from '@portico/core/calls'
import type { Client } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { endpointError } from '../implementation/errors.js'
import { isHexOf } from '../implementation/order.js'

/** The receipts that the chain has of transactions, in their order. @throws EndpointError */
export async function getCallReceipts(client: Client, hashes: readonly string[]): Promise<readonly CallReceipt[]> {
  const found = await Promise.all(hashes.map((hash) => receiptOf(client, hash)))
  return found.flatMap((receipt) => receipt ?? [])
}

async function receiptOf(client: Client, hash: string): Promise<CallReceipt | undefined> {
  if (!isHexOf(hash, 64)) throw new InvalidOptionError({ option: 'hashes', problem: 'expected 0x and 64 hex digits' })
  try {
    const { transactionHash, status, blockNumber, blockHash, gasUsed, logs } = await getTransactionReceipt(client, { hash })
    const told = logs.map(({ address, data, topics }) => ({ address, data, topics }))
    return { transactionHash, status, blockNumber, blockHash, gasUsed, logs: told }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'TransactionReceiptNotFoundError') return undefined
    throw endpointError(thrown, 'eth_getTransactionReceipt')
  }
}
