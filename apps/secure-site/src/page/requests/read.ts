import type { NetworkId } from '@portico/core'
import { numberToHex } from 'viem/utils'
import { AccountMismatchError, CallNotAllowedError, InvalidParamsError, MethodNotSupportedError } from './errors.js'
import { callsStatus } from './evm/callsStatus.js'
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
      if (params !== undefined && !Array.isArray(params)) throw new InvalidParamsError({ problem: `${method} takes a list` })
      return askNode({ network, method, params: params ?? [], fetch })
    }
  }
}

/** EIP-5792, by chain: several calls are one request, and not one transaction. */
function capabilities(params: unknown, { addresses, networks }: RequestContext) {
  const [account, wanted]: readonly unknown[] = Array.isArray(params) ? params : []
  if (account !== undefined && !(typeof account === 'string' && account.toLowerCase() === addresses.eip155.toLowerCase()))
    throw new AccountMismatchError()
  const asked = Array.isArray(wanted) ? wanted.map(readChainNumber) : undefined
  const served = networks.filter(({ id }) => id.startsWith('eip155:')).map(chainNumber)
  return Object.fromEntries(
    served
      .filter((chain) => asked === undefined || asked.includes(chain))
      .map((chain) => [numberToHex(chain), { atomic: { status: 'unsupported' } }]),
  )
}

const isRaw = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x([0-9a-fA-F]{2})+$/.test(value)
