import {
  ChainMismatchError,
  ConnectionCancelledError,
  connectionsIn,
  connectionStore,
  ConnectorNotConnectedError,
  networkStore,
  SwitchNotSupportedError,
  WalletAnswerError,
  WalletRequestError,
  type Connector,
  type Network,
  type NetworkId,
  type Portico,
} from '@portico/core'
import {
  oneQuestion,
  unlessAborted,
  within,
  type AccountTarget,
  type AdapterEvents,
  type ConnectRequest,
  type Grant,
} from '@portico/core/kit'
import { chainOf, networkIdOf } from '../chains.js'
import type { Entry } from './connectSigned.js'
import { walletError } from './errors.js'
import { loaded } from './loaded.js'
import { openWallet, type Wallet, type WalletAccount } from './wallet.js'

/** How long a wallet may take to say, without a prompt, whether it still lets the site in, in milliseconds. */
const reconnectTimeout = 10_000
/** How long a wallet may take to say goodbye. The connection is over for the site before that. */
const goodbyeTimeout = 3_000

interface Connection {
  readonly connectorId: string
  readonly wallet: Wallet
  accounts: readonly WalletAccount[]
  networkId: NetworkId
  /** Ends the listening to the wallet's events, while there is any. */
  unfollow?: (() => void) | undefined
}

/** An account that a request may be made for, just now. */
export interface Usable {
  readonly wallet: Wallet
  readonly account: WalletAccount
  /** What the wallet calls the network of the request. It is named in every request (S14). */
  readonly chain: string
}

/** The wallets that let the site in, each with its accounts. A Solana wallet is on no network: each request names one. */
export function createConnections({
  portico,
  events,
  networks,
}: {
  readonly portico: Portico
  readonly events: AdapterEvents
  readonly networks: readonly Network[]
}) {
  const connections = new Map<string, Connection>()
  const asking = new Map<object, object>() // wallets, by attempt under way
  const askOnce = oneQuestion<Entry>()
  const reconnecting = new Map<string, AbortController>()
  let watchers = 0

  const shown = (connectorId: string) =>
    connectionsIn(connectionStore(portico).getState(), 'solana').connections.find(({ connector }) => connector.id === connectorId)

  /** The network of a connection: the first of those wished for that the account is for, else one of the site's, else whichever the account is for. */
  function networkFor({ chains }: WalletAccount, wishes: readonly (NetworkId | undefined)[]): NetworkId | undefined {
    const able = networks.filter(({ id }) => chains.includes(chainOf(id))).map(({ id }) => id)
    return (
      wishes.find((wish) => wish !== undefined && able.includes(wish)) ?? able[0] ?? chains.map(networkIdOf).find((id) => id !== undefined)
    )
  }

  const approved = ({ chains }: WalletAccount): readonly NetworkId[] => [
    ...new Set([
      ...networks.filter(({ id }) => chains.includes(chainOf(id))).map(({ id }) => id),
      ...chains.map(networkIdOf).filter((id) => id !== undefined),
    ]),
  ]

  const grantOf = ({ accounts, networkId }: Pick<Connection, 'accounts' | 'networkId'>): Grant => ({
    addresses: accounts.map(({ address }) => address),
    networkId,
    ...(accounts[0] && { approvedNetworkIds: approved(accounts[0]) }),
  })

  /** Writes a connection down. @throws WalletAnswerError where none of the accounts can be used */
  function admit(connectorId: string, wallet: Wallet, accounts: readonly WalletAccount[], wanted: NetworkId | undefined): Grant {
    const [first] = accounts
    const networkId =
      first && networkFor(first, [wanted, shown(connectorId)?.networkId, networkStore(portico).getState().byNamespace['solana']?.active.id])
    if (networkId === undefined) throw new WalletAnswerError({ method: 'standard:connect' })
    connections.get(connectorId)?.unfollow?.()
    const connection: Connection = { connectorId, wallet, accounts, networkId }
    connections.set(connectorId, connection)
    if (watchers > 0) follow(connection)
    return grantOf(connection)
  }

  function follow(connection: Connection) {
    connection.unfollow ??= connection.wallet.follow((accounts) => changed(connection, accounts))
  }

  /** The wallet shares other accounts now, or none any more. */
  function changed(connection: Connection, accounts: readonly WalletAccount[]) {
    const { connectorId } = connection
    if (connections.get(connectorId) !== connection) return
    const [first] = accounts
    const current = shown(connectorId)?.networkId ?? connection.networkId
    const networkId = first && networkFor(first, [current])
    if (networkId === undefined) {
      forget(connection)
      events.changed(connectorId, { addresses: [] })
      return
    }
    connection.accounts = accounts
    connection.networkId = networkId
    const { addresses, approvedNetworkIds } = grantOf(connection)
    events.changed(connectorId, {
      addresses,
      ...(approvedNetworkIds && { approvedNetworkIds }),
      ...(networkId !== current && { networkId }),
    })
  }

  function forget(connection: Connection) {
    connection.unfollow?.()
    connection.unfollow = undefined
    if (connections.get(connection.connectorId) === connection) connections.delete(connection.connectorId)
  }

  async function walletOf(connector: Connector): Promise<Wallet> {
    const { name } = connector
    // A loader may throw before it makes a promise.
    const load = async (): Promise<unknown> => connector.getProvider('solana')
    const provider = await load().catch((thrown: unknown) => {
      throw walletError(thrown, { wallet: name, method: 'connect' })
    })
    return openWallet(provider, name)
  }

  const isInUse = ({ handle }: Wallet) =>
    [...connections.values()].some(({ wallet }) => wallet.handle === handle) || [...asking.values()].includes(handle)

  /** Asks a wallet to let the site in, and to sign in by that where the site wants it and the wallet can. */
  async function enter(wallet: Wallet, { networkId, signIn }: ConnectRequest): Promise<Entry> {
    if (!signIn || !wallet.has('solana:signIn', 'signIn')) return { accounts: await wallet.connect() }
    const { connectSigned } = await loaded(import('./connectSigned.js'))
    const checkWanted = () => {
      if (![...asking.values()].includes(wallet.handle)) throw new ConnectionCancelledError()
    }
    return connectSigned({
      wallet,
      signIn,
      wanted: networkId ?? networkStore(portico).getState().byNamespace['solana']?.active.id,
      checkWanted,
    })
  }

  async function connect(request: ConnectRequest): Promise<Grant> {
    const { connector, networkId, signal } = request
    const wallet = await unlessAborted(walletOf(connector), signal)
    const attempt = {}
    asking.set(attempt, wallet.handle)
    const answer = askOnce(wallet.handle, () => enter(wallet, request))
    try {
      const { accounts, signedIn } = await unlessAborted(answer, signal)
      return { ...admit(connector.id, wallet, accounts, networkId), ...(signedIn && { signedIn }) }
    } catch (error) {
      // What the wallet lets in too late is taken back, unless it is wanted again by then.
      if (error instanceof ConnectionCancelledError)
        void answer.then(() => (isInUse(wallet) ? undefined : within(wallet.disconnect(), goodbyeTimeout))).catch(() => undefined)
      throw error
    } finally {
      asking.delete(attempt)
    }
  }

  async function reconnect({ connector, networkId, signal: outer }: ConnectRequest): Promise<Grant | undefined> {
    const abort = new AbortController()
    const stop = () => abort.abort()
    outer.addEventListener('abort', stop)
    if (outer.aborted) stop()
    reconnecting.get(connector.id)?.abort()
    reconnecting.set(connector.id, abort)
    try {
      const wallet = await within(walletOf(connector), reconnectTimeout)
      if (!wallet || abort.signal.aborted) return undefined
      const accounts = await within(wallet.connect({ silent: true }), reconnectTimeout)
      if (!accounts?.length || abort.signal.aborted) return undefined
      return admit(connector.id, wallet, accounts, networkId)
    } catch {
      return undefined
    } finally {
      outer.removeEventListener('abort', stop)
      if (reconnecting.get(connector.id) === abort) reconnecting.delete(connector.id)
    }
  }

  /** Ends a connection here at once; the wallet is told, and need not answer. */
  async function disconnect({ connectorId }: { readonly connectorId: string }): Promise<void> {
    reconnecting.get(connectorId)?.abort()
    const connection = connections.get(connectorId)
    if (!connection) return
    forget(connection)
    if (!isInUse(connection.wallet)) await within(connection.wallet.disconnect(), goodbyeTimeout)
  }

  function find(connectorId: string): Connection {
    const connection = connections.get(connectorId)
    if (!connection) throw new ConnectorNotConnectedError()
    return connection
  }

  async function switchNetwork({ connectorId, network }: { readonly connectorId: string; readonly network: Network }): Promise<void> {
    const connection = find(connectorId)
    const chain = chainOf(network.id)
    if (!connection.accounts[0]?.chains.includes(chain)) throw new SwitchNotSupportedError({ wallet: connection.wallet.name })
    connection.networkId = network.id
  }

  /**
   * The account of a request, as it is at the moment of asking (R3): still shared by its wallet, for the network of the
   * request, and not meant for another network by now (S14).
   * @throws ConnectorNotConnectedError, ChainMismatchError, and WalletRequestError 4100 for an account that the wallet does not share
   */
  function use({ connectorId, address, networkId }: AccountTarget): Usable {
    const { wallet, accounts } = find(connectorId)
    const current = shown(connectorId)?.networkId
    if (current !== undefined && current !== networkId) throw new ChainMismatchError({ wanted: networkId, actual: current })
    const account = accounts.find((one) => one.address === address)
    const shared = wallet.accounts()
    if (!account || (shared && !shared.some((one) => one.address === address))) {
      throw new WalletRequestError({ code: 4100, message: `The wallet does not let this site use ${address}.` })
    }
    const chain = chainOf(networkId)
    if (!account.chains.includes(chain)) throw new ChainMismatchError({ wanted: networkId, actual: account.chains.join(', ') })
    // The wallet may have made new objects of its accounts since.
    const handle = shared?.find((one) => one.address === address)?.handle ?? account.handle
    return { wallet, account: { ...account, handle }, chain }
  }

  /** Follows the wallets' events, and catches up with what happened before, until the returned function is called. */
  function watch(): () => void {
    watchers += 1
    if (watchers === 1) {
      for (const connection of [...connections.values()]) {
        follow(connection)
        const accounts = connection.wallet.accounts()
        if (accounts && !isSameList(accounts, connection.accounts)) changed(connection, accounts)
      }
    }
    let over = false
    return () => {
      if (over) return
      over = true
      watchers -= 1
      if (watchers > 0) return
      for (const connection of connections.values()) {
        connection.unfollow?.()
        connection.unfollow = undefined
      }
    }
  }

  return { connect, reconnect, disconnect, switchNetwork, use, watch }
}

const isSameList = (one: readonly WalletAccount[], other: readonly WalletAccount[]) =>
  one.length === other.length &&
  one.every(({ address, chains }, at) => address === other[at]?.address && chains.join() === other[at]?.chains.join())

export type Connections = ReturnType<typeof createConnections>
