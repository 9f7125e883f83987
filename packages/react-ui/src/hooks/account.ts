'use client'
import {
  accountStore,
  connectionStore,
  estimateFee,
  networkStore,
  sendTransaction,
  signAndSendTransaction,
  signMessage,
  signMessageWithProtocol,
  signPsbt,
  signTransactions,
  signTypedData,
  waitForReceipt,
  type Account,
  type AccountFacts,
  type AccountParameters,
  type FeeEstimate,
  type MessageParameters,
  type Namespace,
  type PorticoError,
  type PsbtParameters,
  type Receipt,
  type SignAndSendParameters,
  type SignedMessage,
  type TransactionParameters,
  type TypedData,
  type WaitForReceiptParameters,
} from '@portico/core'
import { accountFrom } from '@portico/core/kit'
import { useCallback } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountFace } from '../buttons/useAccountFace.js'
import type { NamespaceParameters } from './connection.js'
import { useAction } from './useAction.js'
import { useActionIn } from './useActionIn.js'

/**
 * The account in use, put together from what is known of it.
 * @example const { status, address } = useAccount()
 */
export function useAccount<N extends Namespace = Namespace>({ namespace }: NamespaceParameters<N> = {}): Account<N> {
  const portico = usePortico()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  return accountFrom(portico, connections, networks, facts, namespace)
}

export interface BalanceState {
  readonly balance: AccountFacts['balance']
  /** `idle` while there is no account to ask for. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Asks again, also while the cached one is fresh. */
  readonly refresh: () => Promise<void>
}

/**
 * The native balance of the account in use, in the smallest unit, kept fresh while the component is there.
 * @example
 * const { balance, refresh } = useBalance()
 * const text = balance && `${formatAmount(balance.units, balance.decimals)} ${balance.symbol}`
 */
export function useBalance({ namespace }: NamespaceParameters = {}): BalanceState {
  const portico = usePortico()
  const { address, balance, balanceStatus = address ? 'loading' : 'idle' } = useAccount({ ...(namespace && { namespace }) })
  useAccountFace(address, namespace)
  const refresh = useCallback(async () => (await import('./refreshNow.js')).refreshNow(portico, namespace), [portico, namespace])
  return { balance, status: balanceStatus, refresh }
}

/**
 * Asks the wallet to sign a text or bytes: `mutate({ message })`.
 * @example
 * const { mutate, data: signature, isPending } = useSignMessage()
 * const onClick = () => mutate({ message: 'Hello' })
 */
export const useSignMessage = (preset?: NamespaceParameters) => useActionIn<string, PorticoError, MessageParameters>(signMessage, preset)

/**
 * As {@link useSignMessage}, and says how the signature was made where the chain knows several ways (Bitcoin).
 * @example
 * const { mutateAsync } = useSignMessageWithProtocol({ namespace: 'bip122' })
 * const { signature, protocol } = await mutateAsync({ message: 'Hello' })
 */
export const useSignMessageWithProtocol = (preset?: NamespaceParameters) =>
  useActionIn<SignedMessage, PorticoError, MessageParameters>(signMessageWithProtocol, preset)

/**
 * Asks the wallet to sign EIP-712 typed data: `mutate({ typedData })`.
 * @example
 * const { mutate } = useSignTypedData()
 * const onClick = () => mutate({ typedData })
 */
export const useSignTypedData = (preset?: NamespaceParameters) =>
  useActionIn<string, PorticoError, AccountParameters & { readonly typedData: TypedData }>(signTypedData, preset)

/**
 * Asks the wallet to send a transaction: `mutate({ to, value })`. Its data is the hash.
 * @example
 * const { mutateAsync } = useSendTransaction()
 * const hash = await mutateAsync({ to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', value: parseAmount('0.01', 18) })
 */
export const useSendTransaction = (preset?: NamespaceParameters) =>
  useActionIn<string, PorticoError, TransactionParameters>(sendTransaction, preset)

/**
 * What a transaction will cost.
 * @example
 * const { mutate, data: fee } = useEstimateFee()
 * const onClick = () => mutate({ to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', value: 1n })
 */
export const useEstimateFee = (preset?: NamespaceParameters) =>
  useActionIn<FeeEstimate, PorticoError, TransactionParameters>(estimateFee, preset)

/**
 * Waits for a transaction, or for the one that took its place.
 * @example
 * const { mutateAsync } = useWaitForReceipt()
 * const receipt = await mutateAsync({ networkId: 'eip155:8453', hash })
 */
export const useWaitForReceipt = () => useAction<Receipt, PorticoError, WaitForReceiptParameters>(waitForReceipt)

/**
 * Asks the wallet to sign serialised Solana transactions, in one request: `mutate({ transactions })`.
 * @example
 * const { mutateAsync } = useSignTransactions({ namespace: 'solana' })
 * const [signed] = await mutateAsync({ transactions: [transaction] })
 */
export const useSignTransactions = (preset?: NamespaceParameters) =>
  useActionIn<readonly Uint8Array[], PorticoError, AccountParameters & { readonly transactions: readonly Uint8Array[] }>(
    signTransactions,
    preset,
  )

/**
 * Asks the wallet to sign a serialised Solana transaction, and has it sent: `mutate({ transaction })`. Its data is the signature in base58.
 * @example
 * const { mutateAsync } = useSignAndSendTransaction({ namespace: 'solana' })
 * const signature = await mutateAsync({ transaction })
 */
export const useSignAndSendTransaction = (preset?: NamespaceParameters) =>
  useActionIn<string, PorticoError, SignAndSendParameters>(signAndSendTransaction, preset)

/**
 * Asks the wallet to sign inputs of a PSBT: `mutate({ psbt })`.
 * @example
 * const { mutateAsync } = useSignPsbt({ namespace: 'bip122' })
 * const { hash } = await mutateAsync({ psbt, broadcast: true })
 */
export const useSignPsbt = (preset?: NamespaceParameters) =>
  useActionIn<{ readonly psbt: string; readonly hash?: string }, PorticoError, PsbtParameters>(signPsbt, preset)
