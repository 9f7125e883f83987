import { UserRejectedError } from '@portico/core'
import { within } from '@portico/core/kit'
import { createConnector, type CreateConnectorFn } from '@wagmi/core'
import type { Address } from 'viem'
import { ask, askAccounts, askChainId, asProvider, parseAccounts, readAccounts, readChainId, type Provider } from './provider.js'
import { switchWallet } from './switchWallet.js'

/** How long a wallet may take to hear that it is not needed any more, in milliseconds. */
const revokeTimeout = 100

/** What Portico's own connectors have beside wagmi's. */
export interface Heard {
  /** Whether the wallet is listened to while it is connected. Who begins to anew asks what it has missed. */
  hear(isHeard: boolean): void
}

/**
 * A wagmi connector around a wallet's provider. In contrast to wagmi's `injected` it believes no answer and no event,
 * listens only while connected, and cannot be connected from the wallet's side without the visitor's choice.
 */
export function walletConnector({
  id,
  name,
  icon,
  provider,
}: {
  id: string
  name: string
  icon?: string | undefined
  provider: Provider
}): CreateConnectorFn<Provider, Heard & Record<string, unknown>> {
  return createConnector<Provider, Heard & Record<string, unknown>>(({ chains, emitter }) => {
    let stop: (() => void) | undefined
    /** What the wallet has said so far to those who are connecting: wagmi does not listen before they are. */
    const connecting = new Set<{ accounts: readonly Address[]; chainId: number }>()

    const takeAccounts = (accounts: readonly Address[]) => {
      if (!stop) return
      if (accounts.length === 0) return end()
      for (const said of connecting) said.accounts = accounts
      emitter.emit('change', { accounts })
    }
    const takeChain = (chainId: number) => {
      if (!stop) return
      for (const said of connecting) said.chainId = chainId
      emitter.emit('change', { chainId })
    }
    // A wallet whose event makes no sense is asked instead. One that does is taken at once, so that events keep their order.
    const accountsChanged = (said: unknown) => {
      const accounts = readAccounts(said)
      if (accounts) takeAccounts(accounts)
      else
        askAccounts(provider)
          .then(takeAccounts)
          .catch(() => undefined)
    }
    const chainChanged = (said: unknown) => {
      const chainId = readChainId(said)
      if (chainId) takeChain(chainId)
      else
        askChainId(provider)
          .then(takeChain)
          .catch(() => undefined)
    }
    const disconnected = async (error: unknown) => {
      // 1013: the wallet lost its own line for a moment and will be back. Only its word that it shares no account ends it then, however late.
      const isMoment = typeof error === 'object' && error !== null && 'code' in error && error.code === 1013
      const accounts = isMoment ? await askAccounts(provider).catch(() => undefined) : []
      if (stop && accounts?.length === 0) end()
    }
    const end = () => {
      stop?.()
      emitter.emit('disconnect')
    }
    // In the browser's page cache a page hears nothing of its wallet (R17).
    const cameBack = ({ persisted }: { readonly persisted: boolean }) => persisted && catchUp()
    const catchUp = () => {
      accountsChanged(undefined)
      chainChanged(undefined)
    }

    function listen() {
      if (stop) return
      const listeners = Object.entries({ accountsChanged, chainChanged, disconnect: disconnected })
      const page = typeof window === 'undefined' ? undefined : window
      page?.addEventListener('pageshow', cameBack)
      stop = () => {
        stop = undefined
        page?.removeEventListener('pageshow', cameBack)
        for (const [event, listener] of listeners) {
          try {
            ;(provider.removeListener ?? provider.off)?.call(provider, event, listener)
          } catch {
            // A wallet that cannot be unheard is ignored: the listeners look whether they are still wanted.
          }
        }
      }
      for (const [event, listener] of listeners) {
        try {
          provider.on?.(event, listener)
        } catch {
          // It works without events, too.
        }
      }
    }

    return {
      id,
      name,
      ...(icon && { icon }),
      type: 'injected',
      async connect({ chainId: wanted, isReconnecting = false, withCapabilities = false } = {}) {
        const method = isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
        const granted = parseAccounts(await ask(provider, method), method)
        const at = await askChainId(provider)
        listen()
        // Being let in stands, whether or not the wallet also changes its network.
        const chain = wanted && wanted !== at ? chains.find(({ id }) => id === wanted) : undefined
        const said = { accounts: granted as readonly Address[], chainId: at }
        if (chain) {
          connecting.add(said)
          await switchWallet({ provider, wallet: name, chain })
            .then(() => (said.chainId = chain.id))
            .catch(() => undefined)
          connecting.delete(said)
          if (!stop) throw new UserRejectedError() // it has taken its yes back
        }
        const { accounts, chainId } = said
        // The shape depends on a type parameter, which no expression can follow.
        return { accounts: (withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts) as never, chainId }
      },
      async disconnect() {
        stop?.()
        await within(ask(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }]), revokeTimeout)
      },
      hear(isHeard) {
        if (!isHeard) return stop?.()
        if (stop) return
        listen()
        catchUp()
      },
      getAccounts: () => askAccounts(provider),
      getChainId: () => askChainId(provider),
      getProvider: async () => asProvider(provider),
      isAuthorized: async () => (await askAccounts(provider).catch(() => [])).length > 0,
      async switchChain({ chainId }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new Error(`Chain ${chainId} is not configured.`)
        await switchWallet({ provider, wallet: name, chain })
        emitter.emit('change', { chainId })
        return chain
      },
      onAccountsChanged: accountsChanged,
      onChainChanged: chainChanged,
      onDisconnect: (error) => void disconnected(error),
    }
  })
}
