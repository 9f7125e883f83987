'use client'
import {
  accountFrom, accountStore, connectionStore, estimateFee, getCapabilities, networkStore, sendCalls, sendTransaction, signMessage, signTypedData, waitForReceipt,
  type Account, type AccountFacts, type AccountParameters, type Call, type FeeEstimate, type PorticoError, type Receipt, type TransactionParameters, type TypedData,
  type WaitForReceiptParameters,
} from '@portico/core'
import { useCallback } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAccountFace } from '../buttons/useAccountFace.js'
import type { NamespaceParameters } from './connection.js'
import { useAction } from './useAction.js'

/** The account in use, put together from what is known of it. */
export function useAccount({ namespace }: NamespaceParameters = {}): Account {
  const portico = usePortico()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  return accountFrom(portico, connections, networks, facts, namespace)
}

export interface BalanceState {
  readonly balance: AccountFacts['balance']
  readonly status: 'loading' | 'ready' | 'failed'
  /** Asks again, also while the cached one is fresh. */
  readonly refresh: () => Promise<void>
}

/** The native balance of the account in use, in the smallest unit, kept fresh while the component is there. */
export function useBalance(): BalanceState {
  const portico = usePortico()
  const { address, balance, balanceStatus = 'loading' } = useAccount()
  useAccountFace(address)
  const refresh = useCallback(async () => (await import('../account/refreshNow.js')).refreshNow(portico), [portico])
  return { balance, status: balanceStatus, refresh }
}

/** Asks the wallet to sign a text or bytes: `mutate({ message })`. */
export const useSignMessage = () => useAction<string, PorticoError, AccountParameters & { readonly message: string | Uint8Array }>(signMessage)

/** Asks the wallet to sign EIP-712 typed data: `mutate({ typedData })`. */
export const useSignTypedData = () => useAction<string, PorticoError, AccountParameters & { readonly typedData: TypedData }>(signTypedData)

/** Asks the wallet to send a transaction: `mutate({ to, value })`. Its data is the hash. */
export const useSendTransaction = () => useAction<string, PorticoError, TransactionParameters>(sendTransaction)

/** What a transaction will cost. */
export const useEstimateFee = () => useAction<FeeEstimate, PorticoError, TransactionParameters>(estimateFee)

/** Waits for a transaction, or for the one that took its place. */
export const useWaitForReceipt = () => useAction<Receipt, PorticoError, WaitForReceiptParameters>(waitForReceipt)

/** What the wallet can do on each network (EIP-5792). */
export const useCapabilities = () => useAction<Awaited<ReturnType<typeof getCapabilities>>, PorticoError, AccountParameters>(getCapabilities)

/** Asks the wallet to send several calls as one (EIP-5792). */
export const useSendCalls = () => useAction<string, PorticoError, AccountParameters & { readonly calls: readonly Call[] }>(sendCalls)
