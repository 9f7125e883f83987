import type { NetworkId } from '@portico/core'
import { numberToHex } from 'viem/utils'
import { AccountMismatchError, CallNotAllowedError, InvalidParamsError, MethodNotSupportedError } from './errors.js'
import { callsStatus } from './evm/callsStatus.js'
import { estimateCalls, isOfCalls } from './evm/smart/estimate.js'
import { upgradeState } from './evm/upgrade/state.js'
import { sendRaw } from './evm/send.js'
import { askNode } from './node.js'
import { chainNumber, networkOf, readChainNumber } from './network.js'
import type { RequestContext } from '../types.js'

/** Methods that a node answers, of the list of safe ones. */
const forwarded: ReadonlySet<string> = new Set(
  [
    'blockNumber call estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash getBlockByNumber getBlockReceipts',
    'getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt',
    'getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt',
    'getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter syncing',
    'uninstallFilter getUserOperationReceipt estimateUserOperationGas getUserOperationByHash supportedEntryPoints',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `eth_${name}`),
)

/**
 * Answers a method that reads, by the operator's node of the network and no other (S6): the one in use, unless the site names one.
 * Accounts, chain id and capabilities are known here; a signed transaction is sent as often as it takes, once (R8).
 * @throws CallNotAllowedError for a method that is not on the list, NetworkNotServedError, NodeAnswerError, NodeUnreachableError
 */
export async function forwardRead(
  method: string,
  params: unknown,
  networkId: NetworkId | undefined,
  context: RequestContext,
): Promise<unknown> {
  const network = networkOf(networkId ?? context.active.eip155, context)
  if (!network.id.startsWith('eip155:')) throw new CallNotAllowedError()
  const { fetch } = context
  switch (method) {
    case 'eth_accounts':
      return [context.addresses.eip155]
    case 'eth_chainId':
      return numberToHex(chainNumber(network))
    case 'wallet_getCapabilities':
      return capabilities(params, context)
    case 'wallet_getCallsStatus':
      return callsStatus(params, context)
    case 'wallet_getAssets':
      throw new MethodNotSupportedError({ method })
    case 'eth_sendRawTransaction': {
      const [raw]: readonly unknown[] = Array.isArray(params) ? params : []
      if (!isRaw(raw)) throw new InvalidParamsError({ problem: 'eth_sendRawTransaction takes a signed transaction as hex' })
      return sendRaw(raw, network, fetch)
    }
    default: {
      if (!forwarded.has(method)) throw new CallNotAllowedError()
      if (method === 'eth_estimateUserOperationGas' && context.smartAccount && isOfCalls(params))
        return estimateCalls(params, network, context)
      if (params !== undefined && !Array.isArray(params)) throw new InvalidParamsError({ problem: `${method} takes a list` })
      const { bundlerUrl = network.rpcUrl } = (isOfBundler(method) && network.smartAccounts) || {}
      return askNode({ network: { ...network, rpcUrl: bundlerUrl }, method, params: params ?? [], fetch })
    }
  }
}

/** What a bundler answers, where the network has one (ERC-7769). */
const isOfBundler = (method: string): boolean => /UserOperation|supportedEntryPoints/.test(method)

/**
 * EIP-5792, by chain: several calls of a plain account are one request, and not one transaction, until it is upgraded. A smart account has them
 * in one, where there are smart accounts, and there may be somebody who pays.
 */
async function capabilities(params: unknown, { addresses, networks, smartAccount, fetch }: RequestContext) {
  const [account, wanted]: readonly unknown[] = Array.isArray(params) ? params : []
  if (account !== undefined && !(typeof account === 'string' && account.toLowerCase() === addresses.eip155.toLowerCase()))
    throw new AccountMismatchError()
  const asked = Array.isArray(wanted) ? wanted.map(readChainNumber) : undefined
  const served = networks.filter((network) => network.id.startsWith('eip155:') && (!asked || asked.includes(chainNumber(network))))
  const found = served.map(async (network) => {
    const { smartAccounts } = network
    const isSmart = smartAccount !== undefined && smartAccounts !== undefined
    // A node that does not answer is no promise.
    const plain = async () =>
      atomicity[await upgradeState({ network, address: addresses.eip155, fetch }).catch(() => 'unsupported' as const)]
    const atomic = { status: isSmart ? 'supported' : smartAccount ? 'unsupported' : await plain() }
    const isPaid = isSmart && (smartAccounts.paymasterUrls?.length ?? 0) > 0
    return [numberToHex(chainNumber(network)), { atomic, ...(isPaid && { paymasterService: { supported: true } }) }] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

/** What EIP-5792 calls it: `ready` is asked for an upgrade with the first batch that needs it. */
const atomicity = { upgraded: 'supported', ready: 'ready', foreign: 'ready', unsupported: 'unsupported' } as const

const isRaw = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x([0-9a-fA-F]{2})+$/.test(value)
