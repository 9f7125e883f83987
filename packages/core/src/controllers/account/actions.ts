import type { Adapter, Call, FeeEstimate, Receipt, TypedData } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../caip/ids.js'
import type { Portico } from '../../portico.js'
import { CapabilityMissingError, ConnectorNotConnectedError } from '../connection/errors.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { ChainMismatchError } from '../network/errors.js'

/** For which account an action is. Default: the active one, on the network the wallet is on. */
export interface AccountParameters {
  readonly namespace?: Namespace
  /** Refused when the wallet is on another network (S14). Default: the wallet's network. */
  readonly networkId?: NetworkId
}

/** The adapter and the account of an action, looked up at the moment of asking: never an account of a moment ago (R3). */
async function target(portico: Portico, { namespace, networkId }: AccountParameters) {
  const where = namespace ?? connectionStore(portico).getState().activeNamespace
  if (!activeConnection(connectionStore(portico).getState(), where)) throw new ConnectorNotConnectedError()
  const adapter = await loadAdapter(portico, where)
  const connection = activeConnection(connectionStore(portico).getState(), where)
  if (!connection) throw new ConnectorNotConnectedError()
  if (networkId !== undefined && networkId !== connection.networkId) throw new ChainMismatchError({ wanted: networkId, actual: connection.networkId })
  const account = { connectorId: connection.connector.id, address: connection.addresses[0], networkId: connection.networkId }
  return { adapter, account, namespace: where }
}

function capability<C extends keyof Adapter>(adapter: Adapter, name: C, namespace: Namespace): NonNullable<Adapter[C]> {
  const able = adapter[name]
  if (!able) throw new CapabilityMissingError({ capability: name, namespace })
  return able
}

/** Asks the wallet to sign a text or bytes. Resolves with the signature in the chain's usual form. @throws UserRejectedError and the errors of {@link target} */
export async function signMessage(portico: Portico, { message, ...parameters }: AccountParameters & { readonly message: string | Uint8Array }): Promise<string> {
  const { adapter, account } = await target(portico, parameters)
  return adapter.signMessage({ ...account, message })
}

/** Asks the wallet to sign EIP-712 typed data. @throws ChainMismatchError when `domain.chainId` is not the wallet's (S14) */
export async function signTypedData(portico: Portico, { typedData, ...parameters }: AccountParameters & { readonly typedData: TypedData }): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signTypedData', namespace)({ ...account, typedData })
}

/** A transfer or contract call. `value` in the smallest unit (wei), `data` as 0x hex. */
export interface TransactionParameters extends AccountParameters {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
}

/** Asks the wallet to send a transaction. Resolves with its hash as soon as it is sent. @throws UserRejectedError, InsufficientFundsError, TransactionRevertedError */
export async function sendTransaction(portico: Portico, { to, value, data, ...parameters }: TransactionParameters): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendTransaction', namespace)({ ...account, to, ...(value !== undefined && { value }), ...(data !== undefined && { data }) })
}

/** What a transaction will cost, in the smallest unit of the native currency. @throws InsufficientFundsError, TransactionRevertedError */
export async function estimateFee(portico: Portico, { to, value, data, ...parameters }: TransactionParameters): Promise<FeeEstimate> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'estimateFee', namespace)({ ...account, to, ...(value !== undefined && { value }), ...(data !== undefined && { data }) })
}

export interface WaitForReceiptParameters {
  readonly hash: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal
}

/** Waits until a transaction, or the one that took its place, has one confirmation (R20). @throws ReceiptTimeoutError after 180 s */
export async function waitForReceipt(portico: Portico, parameters: WaitForReceiptParameters): Promise<Receipt> {
  const namespace = portico.networks.find(({ id }) => id === parameters.networkId)?.namespace ?? connectionStore(portico).getState().activeNamespace
  const adapter = await loadAdapter(portico, namespace)
  return capability(adapter, 'waitForReceipt', namespace)(parameters)
}

/** What the wallet can do on each network (EIP-5792). */
export async function getCapabilities(portico: Portico, parameters: AccountParameters = {}) {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'getCapabilities', namespace)(account)
}

/** Asks the wallet to send several calls as one (EIP-5792). Resolves with the batch id. */
export async function sendCalls(portico: Portico, { calls, ...parameters }: AccountParameters & { readonly calls: readonly Call[] }): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendCalls', namespace)({ ...account, calls })
}
