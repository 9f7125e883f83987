import {
  preflightCommitments,
  type AccountTransaction,
  type Adapter,
  type Call,
  type FeeEstimate,
  type FeeRates,
  type MessageProtocol,
  type PsbtInput,
  type Receipt,
  type SendOptions,
  type SignedMessage,
  type TokenBalance,
  type TypedData,
} from '../../adapter.js'
import { namespaceOf, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { isLive } from '../../portico/live.js'
import type { Portico } from '../../portico/createPortico.js'
import { AdapterNotFoundError, CapabilityMissingError, ConnectorNotConnectedError } from '../connection/errors.js'
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
  if (!portico.adapters.has(where)) throw new AdapterNotFoundError({ namespace: where })
  if (!activeConnection(connectionStore(portico).getState(), where)) throw new ConnectorNotConnectedError()
  const [adapter] = await Promise.all([loadAdapter(portico, where), whenConfirmed(portico, where)])
  const connection = activeConnection(connectionStore(portico).getState(), where)
  if (!connection) throw new ConnectorNotConnectedError()
  if (networkId !== undefined && networkId !== connection.networkId)
    throw new ChainMismatchError({ wanted: networkId, actual: connection.networkId })
  const account = { connectorId: connection.connector.id, address: connection.addresses[0], networkId: connection.networkId }
  return { adapter, account, namespace: where }
}

/** How long a wallet of an earlier page view is waited for, in milliseconds: a frame may take 20 s to load (R5). */
const confirmTimeout = 25_000

/**
 * Resolves once the connection in use is confirmed with its wallet, or gone. After a reload it is shown at once, and the wallet
 * hears of the page a little later: what the visitor presses in between waits.
 */
function whenConfirmed(portico: Portico, namespace: Namespace): Promise<void> {
  const store = connectionStore(portico)
  const isOpen = () => isLive(portico) && activeConnection(store.getState(), namespace)?.restored === true
  if (!isOpen()) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, confirmTimeout)
    const stop = store.subscribe(() => isOpen() || finish())
  })
}

function capability<C extends keyof Adapter>(adapter: Adapter, name: C, namespace: Namespace): NonNullable<Adapter[C]> {
  const able = adapter[name]
  if (!able) throw new CapabilityMissingError({ capability: name, namespace })
  return able
}

export interface MessageParameters extends AccountParameters {
  /** Text, or raw bytes. */
  readonly message: string | Uint8Array
  /** Where the chain knows several (Bitcoin). Default: the one that fits the address. */
  readonly protocol?: MessageProtocol
}

/** Asks the wallet to sign a text or bytes. Resolves with the signature in the chain's usual form. @throws UserRejectedError and the errors of {@link target} */
export async function signMessage(portico: Portico, parameters: MessageParameters): Promise<string> {
  return (await signMessageWithProtocol(portico, parameters)).signature
}

/** As {@link signMessage}, and says how the signature was made where the chain knows several ways. */
export async function signMessageWithProtocol(
  portico: Portico,
  { message, protocol, ...parameters }: MessageParameters,
): Promise<SignedMessage> {
  const { adapter, account } = await target(portico, parameters)
  const signed = await adapter.signMessage({ ...account, message, ...(protocol && { protocol }) })
  return typeof signed === 'string' ? { signature: signed } : signed
}

/** Asks the wallet to sign EIP-712 typed data. @throws ChainMismatchError when `domain.chainId` is not the wallet's (S14) */
export async function signTypedData(
  portico: Portico,
  { typedData, ...parameters }: AccountParameters & { readonly typedData: TypedData },
): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signTypedData', namespace)({ ...account, typedData })
}

/** A transfer or contract call. `value` in the smallest unit (wei), `data` as 0x hex. */
export interface TransactionParameters extends AccountParameters {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
  /** Address of a token (SPL mint): `value` is then in its smallest unit. */
  readonly token?: string
  /** In satoshi for each virtual byte (Bitcoin). */
  readonly feeRate?: number
}

const orderOf = ({ to, value, data, token, feeRate }: TransactionParameters) => ({
  to,
  ...(value !== undefined && { value }),
  ...(data !== undefined && { data }),
  ...(token !== undefined && { token }),
  ...(feeRate !== undefined && { feeRate }),
})

/** Asks the wallet to send a transaction. Resolves with its hash as soon as it is sent. @throws UserRejectedError, InsufficientFundsError, TransactionRevertedError */
export async function sendTransaction(portico: Portico, parameters: TransactionParameters): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendTransaction', namespace)({ ...account, ...orderOf(parameters) })
}

/** What a transaction will cost, in the smallest unit of the native currency. @throws InsufficientFundsError, TransactionRevertedError */
export async function estimateFee(portico: Portico, parameters: TransactionParameters): Promise<FeeEstimate> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'estimateFee', namespace)({ ...account, ...orderOf(parameters) })
}

export interface WaitForReceiptParameters {
  readonly hash: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal
}

/** Waits until a transaction, or the one that took its place, has one confirmation (R20). @throws ReceiptTimeoutError after 180 s */
export async function waitForReceipt(portico: Portico, parameters: WaitForReceiptParameters): Promise<Receipt> {
  const namespace =
    portico.networks.find(({ id }) => id === parameters.networkId)?.namespace ?? connectionStore(portico).getState().activeNamespace
  const adapter = await loadAdapter(portico, namespace)
  return capability(adapter, 'waitForReceipt', namespace)(parameters)
}

/** What the wallet can do on each network (EIP-5792). */
export async function getCapabilities(portico: Portico, parameters: AccountParameters = {}) {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'getCapabilities', namespace)(account)
}

/** Asks the wallet to send several calls as one (EIP-5792). Resolves with the batch id. */
export async function sendCalls(
  portico: Portico,
  { calls, ...parameters }: AccountParameters & { readonly calls: readonly Call[] },
): Promise<string> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'sendCalls', namespace)({ ...account, calls })
}

/** Asks the wallet to sign serialised Solana transactions, legacy or v0, in one request. Resolves with them signed, in the same order. */
export async function signTransactions(
  portico: Portico,
  { transactions, ...parameters }: AccountParameters & { readonly transactions: readonly Uint8Array[] },
): Promise<readonly Uint8Array[]> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signTransactions', namespace)({ ...account, transactions })
}

export interface SignAndSendParameters extends AccountParameters {
  /** A serialised Solana transaction, legacy or v0. */
  readonly transaction: Uint8Array
  readonly options?: SendOptions
}

/** Asks the wallet to sign a serialised Solana transaction, and has it sent. Resolves with its signature in base58. @throws InvalidOptionError for a preflightCommitment that is none of the eight */
export async function signAndSendTransaction(
  portico: Portico,
  { transaction, options, ...parameters }: SignAndSendParameters,
): Promise<string> {
  const { preflightCommitment } = options ?? {}
  if (preflightCommitment !== undefined && !preflightCommitments.includes(preflightCommitment)) {
    throw new InvalidOptionError({ option: 'preflightCommitment', problem: `expected one of ${preflightCommitments.join(', ')}` })
  }
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(adapter, 'signAndSendTransaction', namespace)({ ...account, transaction, ...(options && { options }) })
}

export interface PsbtParameters extends AccountParameters {
  /** BIP-174, as base64. */
  readonly psbt: string
  /** Default: every input that is the wallet's. */
  readonly inputs?: readonly PsbtInput[]
  /** Finalises and sends it. Default false. */
  readonly broadcast?: boolean
}

/** Asks the wallet to sign inputs of a PSBT. Resolves with it as base64, and with the transaction's id when it was sent. @throws UnsupportedMethodError */
export async function signPsbt(
  portico: Portico,
  { psbt, inputs, broadcast, ...parameters }: PsbtParameters,
): Promise<{ readonly psbt: string; readonly hash?: string }> {
  const { adapter, account, namespace } = await target(portico, parameters)
  return capability(
    adapter,
    'signPsbt',
    namespace,
  )({ ...account, psbt, ...(inputs && { inputs }), ...(broadcast !== undefined && { broadcast }) })
}

/** What a transaction costs now, in satoshi for each virtual byte. Undefined where the chain family does not sell its space that way. */
export async function getFeeRates(
  portico: Portico,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<FeeRates | undefined> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  return adapter.getFeeRates?.({ networkId, ...(signal && { signal }) })
}

export interface TransactionsParameters {
  readonly address: string
  readonly networkId: NetworkId
  /** From the page before. */
  readonly cursor?: string
  readonly signal?: AbortSignal
}

/** A page of an address's past, the newest first, from its chain. @throws CapabilityMissingError where the chain's nodes keep no history by address */
export async function getTransactions(
  portico: Portico,
  parameters: TransactionsParameters,
): Promise<{ readonly transactions: readonly AccountTransaction[]; readonly cursor?: string }> {
  const namespace = namespaceOf(parameters.networkId)
  return capability(await loadAdapter(portico, namespace), 'getTransactions', namespace)(parameters)
}

/** The tokens that an address holds, without those that have no decimals. Empty where the chain family knows no tokens. */
export async function getTokenBalances(
  portico: Portico,
  { address, networkId, signal }: Omit<TransactionsParameters, 'cursor'>,
): Promise<readonly TokenBalance[]> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  const tokens = await adapter.getTokenBalances?.({ address, networkId, ...(signal && { signal }) })
  return (tokens ?? []).filter(({ decimals }) => decimals > 0)
}
