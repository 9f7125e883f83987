import { activeConnection, ConnectionCancelledError, connectionStore, WalletAnswerError, type Connector, type Portico } from '@portico/core'
import { oneQuestion, pause, unlessAborted, within, type ConnectRequest, type Grant } from '@portico/core/kit'
import type { Config, Connector as WagmiConnector } from '@wagmi/core'
import type { Address } from 'viem'
import type { Visit } from '../evm.js'
import { isReal } from '../listen/followConfig.js'
import type { Directory } from '../listen/directory.js'
import { walletError } from './errors.js'
import { asProvider, networkIdOf, parseAccounts, parseChainId } from './provider.js'
import { walletConnector, type Heard } from './walletConnector.js'

/** How long wagmi may take over its own reconnecting before Portico asks the wallet itself, in milliseconds. */
const settleTimeout = 5_000
/** How long a wallet may take to say, without a prompt, whether it still lets the site in. */
const reconnectTimeout = 10_000
/** How long a connector may take to say goodbye. The connection is over for the site before that. */
const goodbyeTimeout = 3_000

export interface ConnectionsParameters {
  readonly portico: Portico
  readonly config: Config
  readonly visit: Visit
  readonly directory: Directory
  /** The config is the host's own. */
  readonly joined: boolean
}

/**
 * Connections as entries of a wagmi config.
 *
 * The state changes are those of wagmi's own `connect`, `reconnect` and `disconnect` actions, which cannot be used as they
 * are: they leave no way to turn away from a wallet that does not answer, record what it says unread, and `reconnect`
 * forgets the connections that it was not asked about. The one that makes a connection the current one has another name in
 * each release line of wagmi, so that it is written out as well.
 */
export function createConnections({ portico, config, visit, directory, joined }: ConnectionsParameters) {
  const made = new WeakMap<object, Map<string, WagmiConnector>>()
  const asking = new Map<object, string>() // attempts under way, and the uid they ask
  const reconnecting = new Map<string, AbortController>()
  const askOnce = oneQuestion<Awaited<ReturnType<typeof enter>>>()

  /** The wagmi connector of an existing connection. */
  const find = (connectorId: string): WagmiConnector | undefined =>
    [...config.state.connections.values()].find(({ connector }) => isReal(connector) && directory.idOf(connector) === connectorId)
      ?.connector

  /** The wagmi connector for a way in: the host's, one that is in use already, or one of our own around the provider. */
  async function connectorFor(connector: Connector): Promise<WagmiConnector> {
    const host = directory.hostOf(connector)
    if (host) return host
    const { id, name, icon } = connector
    const found = await connector.getProvider('eip155').catch((thrown: unknown) => {
      throw walletError(thrown, 'getProvider')
    })
    const provider = asProvider(found)
    const mine = made.get(provider) ?? new Map<string, WagmiConnector>()
    const setUp = mine.get(id) ?? config._internal.connectors.setup(walletConnector({ id, name, icon, provider }))
    made.set(provider, mine.set(id, setUp))
    return setUp
  }

  /** Asks a connector to let the site in, and reads its answer. */
  async function enter(connector: WagmiConnector, parameters: { chainId?: number; isReconnecting?: boolean }) {
    const method = parameters.isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
    const answer = await connector.connect(parameters).catch((thrown: unknown) => {
      throw walletError(thrown, method)
    })
    const [first, ...others] = parseAccounts(answer?.accounts, method)
    if (!first) throw new WalletAnswerError({ method })
    const accounts: readonly [Address, ...Address[]] = [first, ...others]
    return { accounts, chainId: parseChainId(answer.chainId, 'eth_chainId') }
  }

  /** Writes a connection into wagmi's state. */
  function admit(
    connector: WagmiConnector,
    connectorId: string,
    { accounts, chainId }: Awaited<ReturnType<typeof enter>>,
    activate: boolean,
  ): Grant {
    const { emitter, uid } = connector
    const { change, connect, disconnect } = config._internal.events
    emitter.off('connect', connect)
    emitter.off('change', change)
    emitter.off('disconnect', disconnect)
    emitter.on('change', change)
    emitter.on('disconnect', disconnect)
    directory.bind(connector, connectorId)
    quietly(() => {
      config.setState((state) => {
        const connections = new Map(state.connections).set(uid, { accounts, chainId, connector })
        const current = activate || !state.current || !state.connections.has(state.current) ? uid : state.current
        return { ...state, connections, current, status: 'connected' }
      })
    })
    if (activate) noteRecent(connector)
    return { addresses: accounts, networkId: networkIdOf(chainId) }
  }

  /** So that wagmi's own reconnecting begins with this one. */
  function noteRecent({ id }: WagmiConnector) {
    if (joined) void Promise.resolve(config.storage?.setItem('recentConnectorId', id)).catch(() => undefined)
  }

  /** Takes a connection out of wagmi's state. The one in use stays so, unless it is the one that ends. */
  function leave({ emitter, uid }: WagmiConnector) {
    const { change, connect, disconnect } = config._internal.events
    emitter.off('change', change)
    emitter.off('disconnect', disconnect)
    emitter.off('connect', connect)
    emitter.on('connect', connect)
    config.setState((state) => {
      const connections = new Map(state.connections)
      connections.delete(uid)
      const [next = null] = connections.keys()
      const current = state.current === uid ? next : state.current
      return { ...state, connections, current, status: connections.size > 0 ? state.status : 'disconnected' }
    })
  }

  /** Has wallets listened to, or not any more: a portico that is not on the page leaves nothing with them. */
  function hear(isHeard: boolean) {
    for (const { connector } of config.state.connections.values()) (connector as Partial<Heard>).hear?.(isHeard)
  }

  const quietly = (change: () => void) => (visit.follower ? visit.follower.quietly(change) : change())

  /** After an attempt, wagmi is as connected as its connections. */
  function settle() {
    if (asking.size > 0 || config.state.status !== 'connecting') return
    config.setState((state) => ({ ...state, status: state.current && state.connections.has(state.current) ? 'connected' : 'disconnected' }))
  }

  /** Takes back what a connector has, or will have, let in too late. */
  async function undo(connector: WagmiConnector) {
    if (config.state.connections.has(connector.uid) || [...asking.values()].includes(connector.uid)) return
    await within(connector.disconnect(), goodbyeTimeout)
  }

  async function connect({ connector: wayIn, networkId, signal }: ConnectRequest): Promise<Grant> {
    const connector = await unlessAborted(connectorFor(wayIn), signal)
    const attempt = {}
    asking.set(attempt, connector.uid)
    config.setState((state) => ({ ...state, status: 'connecting' }))
    const chainId = networkId && Number(networkId.slice('eip155:'.length))
    const answer = askOnce(connector.uid, () => enter(connector, chainId ? { chainId } : {}))
    try {
      const grant = await unlessAborted(answer, signal)
      return admit(connector, wayIn.id, grant, true)
    } catch (error) {
      if (error instanceof ConnectionCancelledError) void answer.then(() => undo(connector)).catch(() => undefined)
      throw error
    } finally {
      asking.delete(attempt)
      settle()
    }
  }

  /** Lets wagmi finish what it does by itself when the page starts. */
  async function untilSettled(signal: AbortSignal) {
    const isBusy = () => asking.size === 0 && (config.state.status === 'reconnecting' || config.state.status === 'connecting')
    const end = Date.now() + settleTimeout
    while (joined && isBusy() && Date.now() < end && !signal.aborted) await pause(25, signal)
  }

  async function reconnect({ connector: wayIn, signal: outer }: ConnectRequest): Promise<Grant | undefined> {
    const abort = new AbortController()
    const stop = () => abort.abort()
    outer.addEventListener('abort', stop)
    if (outer.aborted) stop()
    reconnecting.get(wayIn.id)?.abort()
    reconnecting.set(wayIn.id, abort)
    const isOver = () => abort.signal.aborted
    try {
      await untilSettled(abort.signal)
      const connector = await within(connectorFor(wayIn), reconnectTimeout)
      if (!connector || isOver()) return undefined
      const existing = config.state.connections.get(connector.uid)
      if (existing && isReal(existing.connector)) {
        // Reported under another id already: one wallet must not be two connections.
        if ((directory.idOf(connector) ?? wayIn.id) !== wayIn.id) return undefined
        directory.bind(connector, wayIn.id)
        return {
          addresses: parseAccounts(existing.accounts, 'eth_accounts'),
          networkId: networkIdOf(parseChainId(existing.chainId, 'eth_chainId')),
        }
      }
      if (!(await within(connector.isAuthorized(), reconnectTimeout)) || isOver()) return undefined
      const answer = enter(connector, { isReconnecting: true })
      const grant = await within(answer, reconnectTimeout)
      if (!grant || isOver()) return undefined
      const isActive = activeConnection(connectionStore(portico).getState(), 'eip155')?.connector.id === wayIn.id
      return admit(connector, wayIn.id, grant, isActive)
    } finally {
      outer.removeEventListener('abort', stop)
      if (reconnecting.get(wayIn.id) === abort) reconnecting.delete(wayIn.id)
    }
  }

  /** Ends a connection here at once; the wallet is told, and need not answer. */
  async function disconnect({ connectorId }: { connectorId: string }): Promise<void> {
    reconnecting.get(connectorId)?.abort()
    const connector = find(connectorId)
    if (!connector) return
    leave(connector)
    await within(connector.disconnect(), goodbyeTimeout)
  }

  async function activate({ connectorId }: { connectorId: string }): Promise<void> {
    const connector = find(connectorId)
    if (!connector || config.state.current === connector.uid) return
    noteRecent(connector)
    config.setState((state) => ({ ...state, current: connector.uid }))
  }

  return { find, connect, reconnect, disconnect, activate, hear }
}
