import { isRecord } from '@portico/core/kit'
import { WalletAnswerError } from '@portico/core'
import type { CallReceipt, CallsStatus } from '@portico/core/calls'
import type { AccountTarget } from '@portico/core/kit'
import { networkIdOf, parseChainId, parseHex, type Provider } from '../implementation/provider.js'
import { askForCalls } from './errors.js'

const method = 'wallet_getCallsStatus'

/** How a batch stands, as the wallet tells. @throws UnknownBundleIdError, CapabilityMissingError, WalletAnswerError, WalletRequestError */
export async function getCallsStatus(provider: Provider, { id, networkId }: AccountTarget & { readonly id: string }): Promise<CallsStatus> {
  const answer = await askForCalls(provider, method, [id])
  if (!isRecord(answer)) throw new WalletAnswerError({ method })
  const { status: said, chainId, atomic, receipts: list = [], capabilities } = answer
  if (list !== null && !Array.isArray(list)) throw new WalletAnswerError({ method })
  const receipts = (list ?? []).slice(0, 1_000).map(readReceipt)
  return {
    id,
    networkId: chainId === undefined ? networkId : networkIdOf(parseChainId(chainId, method)),
    status: readStatus(said, receipts),
    // Left out before version 2, when there was nothing else.
    atomic: atomic !== false,
    receipts,
    ...(isRecord(capabilities) && { capabilities }),
  }
}

function readStatus(said: unknown, receipts: readonly CallReceipt[]): number {
  if (typeof said === 'number' && Number.isInteger(said) && said >= 100 && said < 700) return said
  // In words before version 2.
  if (said === 'PENDING') return 100
  if (said === 'CONFIRMED') return receipts.some(({ status }) => status === 'reverted') ? 500 : 200
  throw new WalletAnswerError({ method })
}

function readReceipt(value: unknown): CallReceipt {
  if (!isRecord(value)) throw new WalletAnswerError({ method })
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = value
  if (status !== '0x1' && status !== '0x0' && status !== 'success' && status !== 'reverted') throw new WalletAnswerError({ method })
  return {
    transactionHash: parseHex(transactionHash, method, { bytes: 32, exact: true }),
    status: status === '0x1' || status === 'success' ? 'success' : 'reverted',
    blockNumber: readQuantity(blockNumber),
    ...(blockHash !== undefined && { blockHash: parseHex(blockHash, method, { bytes: 32, exact: true }) }),
    ...(gasUsed !== undefined && { gasUsed: readQuantity(gasUsed) }),
    logs: Array.isArray(logs) ? logs.slice(0, 10_000).map(readLog) : [],
  }
}

function readLog(value: unknown): CallReceipt['logs'][number] {
  const { address, data, topics } = isRecord(value) ? value : {}
  return {
    address: parseHex(address, method, { bytes: 20, exact: true }),
    data: parseHex(data, method, { bytes: 0 }),
    topics: Array.isArray(topics) ? topics.map((topic) => parseHex(topic, method, { bytes: 32, exact: true })) : [],
  }
}

function readQuantity(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new WalletAnswerError({ method })
}
