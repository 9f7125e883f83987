import type { AccountType, GrantAccount } from '../../adapter.js'
import { type AddressIn, type Namespace } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import type { ConnectorInfo } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { activeConnection, connectionStore, type ConnectionState, type ConnectionStatus } from '../connection/store.js'
import { currentAttempt } from '../connection/currentAttempt.js'
import { findNetwork, networkStore, type NetworkState } from '../network/store.js'
import { accountStore, type AccountFacts } from './store.js'

/**
 * The account in use in a namespace, told apart by `status`: one that is connected has an address, an id and a wallet. Narrower
 * for one namespace than for whichever is in use.
 */
export type Account<N extends Namespace = Namespace> = ConnectedAccount<N> | NoAccount<N>

export interface ConnectedAccount<N extends Namespace = Namespace> extends Omit<AccountFacts, 'address'> {
  /** Also while a second wallet is being connected. */
  readonly status: Extract<ConnectionStatus, 'connected'>
  readonly namespace: N
  /** CAIP-10, for example `eip155:1:0xabc…`. */
  readonly accountId: `${N}:${string}:${string}`
  readonly address: AddressIn<N>
  /** What the address in use is for, where the wallet says so: Bitcoin wallets keep payments and ordinals apart. */
  readonly type?: AccountType
  /** Public key of the address in use, as hex without 0x, where the wallet gives it. */
  readonly publicKey?: string
  /** Every address of the wallet in use, the one in use first. */
  readonly allAccounts: readonly AddressIn<N>[]
  /** More about some of the addresses. */
  readonly accounts: readonly GrantAccount[]
  /** The wallet behind the account. */
  readonly wallet: ConnectorInfo
  /** Page of the address on the network's first block explorer. */
  readonly explorerUrl?: string
  readonly balanceSymbol?: string
}

/** No wallet lets the site in, yet. What an account has is undefined, so that it can be taken apart before `status` is looked at. */
export type NoAccount<N extends Namespace = Namespace> = {
  readonly [K in Exclude<keyof ConnectedAccount, 'status' | 'namespace' | 'allAccounts' | 'accounts'>]?: undefined
} & {
  readonly status: Exclude<ConnectionStatus, 'connected'>
  readonly namespace: N
  readonly allAccounts: readonly AddressIn<N>[]
  readonly accounts: readonly GrantAccount[]
}

/**
 * Puts together what the stores know of the account in a namespace, or in the active one.
 * @example const { status, address } = getAccount(portico, { namespace: 'eip155' })
 */
export function getAccount<N extends Namespace = Namespace>(portico: Portico, { namespace }: { readonly namespace?: N } = {}): Account<N> {
  return accountFrom(
    portico,
    connectionStore(portico).getState(),
    networkStore(portico).getState(),
    accountStore(portico).getState(),
    namespace,
  )
}

/**
 * The same as {@link getAccount}, of given states: for user interfaces that follow these stores.
 * @example
 * const connections = connectionStore(portico).getState()
 * const account = accountFrom(portico, connections, networkStore(portico).getState(), accountStore(portico).getState(), 'eip155')
 * @param wanted the chain family; the active one unless told
 */
export function accountFrom<N extends Namespace = Namespace>(
  portico: Portico,
  connections: ConnectionState,
  networks: NetworkState,
  accounts: Readonly<Partial<Record<Namespace, AccountFacts>>>,
  wanted?: N,
): Account<N> {
  const namespace = (wanted ?? connections.activeNamespace) as N // N is every namespace where none is wanted
  const connection = activeConnection(connections, namespace)
  if (!connection) {
    const isAsked = currentAttempt(connections, namespace)?.status === 'waiting'
    return { status: isAsked ? 'connecting' : 'disconnected', namespace, allAccounts: [], accounts: [] }
  }
  const said: AccountFacts = accounts[namespace] ?? {}
  const { address: about, balance, ...facts } = said
  // An adapter lets nothing else through than addresses of its namespace.
  const addresses = connection.addresses as readonly [AddressIn<N>, ...AddressIn<N>[]]
  const [address] = addresses
  const { accounts: known = [] } = connection
  const { type, publicKey } = known.find((one) => one.address === address) ?? {}
  const network = findNetwork(portico, connection.networkId) ?? networks.byNamespace[namespace]?.active
  const explorer = network?.blockExplorers[0]?.url
  return {
    ...(about === address && facts),
    ...(about === address && balance?.networkId === connection.networkId && { balance }), // not what it was on another network
    status: 'connected',
    namespace,
    address,
    accountId: accountIdOf(connection.networkId, address) as `${N}:${string}:${string}`, // grants are of their namespace
    ...(type && { type }),
    ...(publicKey && { publicKey }),
    allAccounts: addresses,
    accounts: known,
    wallet: connection.connector,
    ...(explorer && { explorerUrl: addressUrl(explorer, address) }),
    ...(network && { balanceSymbol: network.nativeCurrency.symbol }),
  }
}

/** Page of an address on an explorer, whose URL may end in a slash or a query. */
const addressUrl = (explorer: string, address: string) =>
  explorer.replace(/\/?(\?.*)?$/, (_, query = '') => `/address/${encodeURIComponent(address)}${query}`)

/**
 * Adds to what is known of an address. Facts about another address than the one known are started over.
 * @example noteAccount(portico, 'eip155', address, { profileName: 'mira.example.eth' })
 */
export function noteAccount(portico: Portico, namespace: Namespace, address: string, facts: AccountFacts): void {
  accountStore(portico).setState((state) => {
    const known = state[namespace]
    return { [namespace]: { ...(known?.address === address && known), ...facts, address } }
  })
}
