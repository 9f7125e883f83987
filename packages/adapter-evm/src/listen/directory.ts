import type { Connector } from '@portico/core'
import { cleanIcon, cleanName } from '@portico/core/kit'
import type { Config, Connector as WagmiConnector } from '@wagmi/core'
import { isProvider } from '../discover/announced.js'
import {
  announcedConnectors,
  followPage,
  injectedProvider,
  namespaces,
  walletId,
  withBrowserWallet,
  type Found,
} from '../discover/discover.js'

/** How ways in and the connectors of a wagmi config belong to each other. */
export interface Directory {
  /** Every way in, as of now. */
  readonly list: () => readonly Connector[]
  /** The host's own wagmi connector behind a way in, if there is one. */
  readonly hostOf: (connector: Connector) => WagmiConnector | undefined
  /** Our id of a wagmi connector; undefined while it is not known which wallet is behind it. */
  readonly idOf: (connector: WagmiConnector) => string | undefined
  /** Finds out which wallet is behind an injected wagmi connector. */
  readonly resolve: (connector: WagmiConnector) => Promise<void>
  /** Says under which of our ids a wagmi connector is in use. */
  readonly bind: (connector: WagmiConnector, id: string) => void
  /** Calls back at once and whenever the list may have changed, until the returned function is called. */
  readonly follow: (onChange: () => void) => () => void
}

/** The page's wallets, and the connectors of the host's wagmi config where one is joined, as one list. */
export function createDirectory(found: Found, config?: Config): Directory {
  const { wallets } = found
  const declared = () => config?.connectors ?? []
  const hosts = new WeakMap<Connector['getProvider'], WagmiConnector>()
  const providers = new Map<string, object>() // of injected wagmi connectors, by uid
  const bound = new Map<string, string>() // our id, by uid

  /** The announced wallet that a wagmi connector is of: the same object, never merely the same name (S34). */
  const walletOf = ({ uid, id }: WagmiConnector) => {
    const same = wallets.filter(({ provider }) => provider === providers.get(uid))
    return same.find(({ rdns }) => rdns === id) ?? same[0]
  }

  /** The id of a wagmi connector that no announced wallet is behind: wagmi's own, unless a wallet has taken it. */
  const hostId = (connector: WagmiConnector) => {
    const at = declared()
      .filter(({ id }) => id === connector.id)
      .findIndex(({ uid }) => uid === connector.uid)
    const id = at > 0 ? `${connector.id}#${at + 1}` : connector.id
    return wallets.some((wallet) => walletId(found, wallet) === id) ? `wagmi:${id}` : id
  }

  /** As in wagmi, a connector that the host declares for an rdns stands for the wallet that announces it. */
  const isStoodFor = (rdns: string | undefined) =>
    declared().some((connector) => [connector.rdns ?? []].flat().some((said) => said === rdns)) &&
    wallets.filter((wallet) => wallet.rdns === rdns).length === 1

  function fromHost(connector: WagmiConnector): Connector[] {
    const provider = providers.get(connector.uid)
    if (connector.type === 'injected' && (!provider || walletOf(connector))) return []
    const generic = connector.id === 'injected' && provider !== undefined && provider === injectedProvider(found)
    const icon = cleanIcon(connector.icon)
    const [rdns] = [connector.rdns ?? []].flat()
    const getProvider = () => connector.getProvider()
    hosts.set(getProvider, connector)
    return [
      {
        id: hostId(connector),
        kind: generic ? 'injected' : connector.type === 'injected' ? 'custom' : 'external',
        name: generic ? 'Browser Wallet' : cleanName(connector.name) || connector.id,
        ...(icon && { icon }),
        ...(rdns && { rdns }),
        ...(generic && { generic }),
        namespaces,
        installed: true,
        getProvider,
      },
    ]
  }

  function list() {
    const announced = announcedConnectors(found).filter(({ rdns }) => !isStoodFor(rdns))
    for (const connector of declared()) {
      const wallet = walletOf(connector)
      const entry = wallet && announced.find(({ uuid }) => uuid === wallet.uuid)
      if (entry) hosts.set(entry.getProvider, connector)
    }
    const known = [...wallets.map(({ provider }) => provider), ...declared().map(({ uid }) => providers.get(uid))]
    return withBrowserWallet(found, [...announced, ...declared().flatMap(fromHost)], (provider) => known.includes(provider))
  }

  const resolve = async (connector: WagmiConnector) => {
    const provider = await connector.getProvider().catch(() => undefined)
    if (isProvider(provider)) providers.set(connector.uid, provider)
  }

  return {
    list,
    resolve,
    hostOf: ({ getProvider }) => hosts.get(getProvider),
    bind: ({ uid }, id) => void bound.set(uid, id),
    idOf(connector) {
      const { uid, type } = connector
      if (!bound.has(uid) && (type !== 'injected' || providers.has(uid))) {
        const wallet = walletOf(connector)
        bound.set(uid, wallet ? walletId(found, wallet) : hostId(connector))
      }
      return bound.get(uid)
    },
    follow(onChange) {
      let stopped = false
      const look = () => {
        const unknown = declared().filter(({ type, uid }) => type === 'injected' && !providers.has(uid))
        if (unknown.length > 0) void Promise.all(unknown.map(resolve)).then(() => stopped || onChange())
        onChange()
      }
      const stops = [followPage(found, look), config?._internal.connectors.subscribe(look)]
      look()
      return () => {
        stopped = true
        for (const stop of stops) stop?.()
      }
    },
  }
}
