'use client'
import {
  activeConnection,
  cancelConnect,
  connect,
  connectionStore,
  connectionStatus,
  connectorStore,
  disconnect,
  findConnector,
  PorticoError,
  type Connector,
  type Portico,
} from '@portico/core'
import { defineStore } from '@portico/core/kit'
import { useCallback, useMemo, useState } from 'react'
import { useAccount } from '../hooks/account.js'
import { useConnectors } from '../hooks/connection.js'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** What signs, in the form of wallet-adapter: `createWeb3jsSigner(portico)` of `@portico/adapter-solana/web3js` is one. */
export interface AdapterSigner {
  readonly publicKey: unknown
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array>
  readonly signTransaction: (transaction: never) => Promise<unknown>
  readonly signAllTransactions: (transactions: never) => Promise<unknown>
  readonly sendTransaction: (transaction: never, connection?: never, options?: never) => Promise<string>
}

/** A wallet, in the form of wallet-adapter. */
export interface WalletRow {
  readonly adapter: { readonly name: string; readonly icon: string | undefined }
  readonly readyState: 'Installed' | 'Loadable'
}

/** What `useWallet` of `@solana/wallet-adapter-react` answers, by the same names. */
export interface WalletState<S extends AdapterSigner>
  extends Pick<S, 'publicKey' | 'signMessage' | 'signTransaction' | 'signAllTransactions' | 'sendTransaction'> {
  readonly wallets: readonly WalletRow[]
  /** The one in use, else the one that was selected; null without either. */
  readonly wallet: WalletRow | null
  readonly connecting: boolean
  readonly connected: boolean
  readonly disconnecting: boolean
  /** Chooses a wallet by its name for `connect`; null chooses none. */
  readonly select: (name: string | null) => void
  /** Connects the wallet that was selected. @throws {@link WalletNotSelectedError} and what `connect` of `@portico/core` does */
  readonly connect: () => Promise<void>
  readonly disconnect: () => Promise<void>
}

/**
 * `connect()` was called, and no wallet was selected that is on the page.
 * @example
 * try {
 *   await wallet.connect()
 * } catch (error) {
 *   if (!(error instanceof WalletNotSelectedError)) throw error
 *   openModal(portico, { view: 'Connect' }) // have one chosen; or wallet.select(name) first
 * }
 */
export class WalletNotSelectedError extends PorticoError {
  override readonly name = 'WalletNotSelectedError'
  constructor() {
    super('No wallet is selected.', {
      hint: 'Call select(name) with the name of one of `wallets`, or leave the choice to <PorticoButton />.',
    })
  }
}

const selectedStore = defineStore<{ readonly name: string | null }>('selected wallet', () => ({ name: null }))

/**
 * Makes the `useWallet` of a site that comes from `@solana/wallet-adapter-react`: the same names, types of `@solana/web3.js` included, for
 * the components that are not moved over yet.
 * @example
 * // useWallet.ts
 * import { createWeb3jsSigner } from '@portico/adapter-solana/web3js'
 * import { walletHook } from '@portico/react-ui/wallet-adapter'
 *
 * export const useWallet = walletHook(createWeb3jsSigner)
 */
export function walletHook<S extends AdapterSigner>(createSigner: (portico: Portico) => S): () => WalletState<S> {
  return function useWallet() {
    const portico = usePortico()
    const account = useAccount({ namespace: 'solana' })
    const connectors = useConnectors({ namespace: 'solana' })
    const status = usePorticoStore(connectionStore, (state) => connectionStatus(state, 'solana'))
    const { name } = usePorticoStore(selectedStore, (state) => state)
    const [disconnecting, setDisconnecting] = useState(false)
    const signer = useMemo(() => createSigner(portico), [portico])
    const wallets = useMemo(() => connectors.map(rowOf), [connectors])

    const select = useCallback((wanted: string | null) => selectedStore(portico).setState({ name: wanted }), [portico])
    const enter = useCallback(async () => {
      const wanted = selectedStore(portico).getState().name // also of a select() in the same breath
      const listed = connectorStore(portico).getState()
      const connector = (listed.solana ?? []).find((one) => one.name === wanted)
      if (!connector) throw new WalletNotSelectedError()
      if (activeConnection(connectionStore(portico).getState(), 'solana')?.connector.id === connector.id) return // a phone would be asked anew
      await connect(portico, { connectorId: connector.id, namespace: 'solana' })
    }, [portico])
    const leave = useCallback(async () => {
      selectedStore(portico).setState({ name: null })
      if (status === 'connecting') return cancelConnect(portico, { namespace: 'solana' })
      if (status !== 'connected') return
      setDisconnecting(true)
      try {
        await disconnect(portico, { namespace: 'solana' })
      } finally {
        setDisconnecting(false)
      }
    }, [portico, status])

    const current =
      account.status === 'connected' ? findConnector(connectorStore(portico).getState(), account.wallet.id, 'solana') : undefined
    const { address } = account
    // Read anew for each account: the signer's own key follows it.
    const publicKey = useMemo(() => (address === undefined ? null : signer.publicKey), [signer, address]) as S['publicKey']
    return {
      wallets,
      wallet: current ? rowOf(current) : (wallets.find(({ adapter }) => adapter.name === name) ?? null),
      publicKey,
      connecting: status === 'connecting',
      connected: status === 'connected',
      disconnecting,
      select,
      connect: enter,
      disconnect: leave,
      signMessage: signer.signMessage,
      signTransaction: signer.signTransaction,
      signAllTransactions: signer.signAllTransactions,
      sendTransaction: signer.sendTransaction,
    }
  }
}

const rowOf = ({ name, icon, installed }: Connector): WalletRow => ({
  adapter: { name, icon },
  readyState: installed ? 'Installed' : 'Loadable',
})
