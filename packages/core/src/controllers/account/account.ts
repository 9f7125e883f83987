import { accountIdOf, type AccountId, type Namespace } from '../../caip/ids.js'
import type { ConnectorInfo } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { activeConnection, connectionStatus, connectionStore, type ConnectionState, type ConnectionStatus } from '../connection/store.js'
import { findNetwork, networkStore, type NetworkState } from '../network/store.js'
import { accountStore, type AccountFacts } from './store.js'

/** The account in use in a namespace (spec point 3, Account state). */
export interface Account extends AccountFacts {
  readonly status: ConnectionStatus
  readonly namespace: Namespace
  /** CAIP-10, for example `eip155:1:0xabc…`. */
  readonly accountId?: AccountId
  readonly address?: string
  /** Every address of the wallet in use, the one in use first. */
  readonly allAccounts: readonly string[]
  /** The wallet behind the account. */
  readonly wallet?: ConnectorInfo
  /** Page of the address on the network's first block explorer. */
  readonly explorerUrl?: string
  readonly balanceSymbol?: string
}

/** Puts together what the stores know of the account in a namespace, or in the active one. */
export function getAccount(portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): Account {
  return accountFrom(portico, connectionStore(portico).getState(), networkStore(portico).getState(), accountStore(portico).getState(), namespace)
}

export function accountFrom(
  portico: Portico,
  connections: ConnectionState,
  networks: NetworkState,
  accounts: Readonly<Partial<Record<Namespace, AccountFacts>>>,
  wanted?: Namespace,
): Account {
  const namespace = wanted ?? connections.activeNamespace
  const connection = activeConnection(connections, namespace)
  const status = connectionStatus(connections, namespace)
  if (!connection) return { status, namespace, allAccounts: [] }
  const { address: about, balance, ...facts } = accounts[namespace] ?? {}
  const [address] = connection.addresses
  const network = findNetwork(portico, connection.networkId) ?? networks.byNamespace[namespace]?.active
  const explorer = network?.blockExplorers[0]?.url
  return {
    ...(about === address && facts),
    ...(about === address && balance?.networkId === connection.networkId && { balance }), // not what it was on another network
    status,
    namespace,
    address,
    accountId: accountIdOf(connection.networkId, address),
    allAccounts: connection.addresses,
    wallet: connection.connector,
    ...(explorer && { explorerUrl: `${explorer.replace(/\/$/, '')}/address/${encodeURIComponent(address)}` }),
    ...(network && { balanceSymbol: network.nativeCurrency.symbol }),
  }
}

/** Adds to what is known of an address. Facts about another address than the one known are started over. */
export function noteAccount(portico: Portico, namespace: Namespace, address: string, facts: AccountFacts): void {
  accountStore(portico).setState((state) => {
    const known = state[namespace]
    return { [namespace]: { ...(known?.address === address && known), ...facts, address } }
  })
}
