import { callChain, type Method, type WalletCore } from '../core.js'
import { invalidParams, isRecord, param, readAddress } from '../params.js'
import { accounts, getPermissions, requestAccounts, requestPermissions, revokePermissions } from './accounts.js'
import { getCallsStatus, getCapabilities, sendCalls, showCallsStatus } from './calls.js'
import { addChain, chainId, netVersion, switchChain } from './chains.js'
import { personalSign, signTypedData } from './signing.js'
import { sendTransaction, signTransaction } from './transactions.js'

/** EIP-747. Nothing is kept; the log shows that it was asked. */
const watchAsset: Method = (_core, { params }) => {
  const asset = Array.isArray(params) ? param(params, 0) : params
  if (!isRecord(asset) || typeof asset['type'] !== 'string' || !isRecord(asset['options'])) {
    throw invalidParams(`Expected an asset with 'type' and 'options'.`)
  }
  const { address, symbol } = asset['options']
  const token = typeof symbol === 'string' ? symbol : 'a token'
  return { ask: `Show ${token} (${readAddress(address, `'address'`)})`, run: () => true }
}

/** What the wallet itself answers. */
const own = new Map<string, Method>([
  ['eth_requestAccounts', requestAccounts],
  ['eth_accounts', accounts],
  ['wallet_requestPermissions', requestPermissions],
  ['wallet_getPermissions', getPermissions],
  ['wallet_revokePermissions', revokePermissions],
  ['eth_chainId', chainId],
  ['net_version', netVersion],
  ['wallet_switchEthereumChain', switchChain],
  ['wallet_addEthereumChain', addChain],
  ['wallet_watchAsset', watchAsset],
  ['personal_sign', personalSign],
  ['eth_signTypedData_v4', signTypedData],
  ['eth_sendTransaction', sendTransaction],
  ['eth_signTransaction', signTransaction],
  ['wallet_getCapabilities', getCapabilities],
  ['wallet_sendCalls', sendCalls],
  ['wallet_getCallsStatus', getCallsStatus],
  ['wallet_showCallsStatus', showCallsStatus],
])

/** What the node of the active chain answers. */
const forwarded = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'web3_clientVersion',
  'web3_sha3',
])

const forward: Method = (core, { method, params }) => {
  const { chainId: active } = core.getState()
  return { run: () => callChain(core, active, method, params) }
}

const ofBatches = ['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_showCallsStatus']

export function findMethod(name: string, { batches }: WalletCore): Method | undefined {
  if (batches === 'none' && ofBatches.includes(name)) return undefined
  return own.get(name) ?? (forwarded.has(name) ? forward : undefined)
}

/** Methods that ask the person, unless there is nothing left to ask. */
export const askingMethods: readonly string[] = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_sendCalls',
]
