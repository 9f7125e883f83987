import { ConnectionCancelledError, ConnectorNotConnectedError, type Connector } from '@portico/core'
import { oneQuestion, unlessAborted, within, type AdapterEvents, type ConnectRequest, type Grant } from '@portico/core/kit'
import type { BitcoinOptions } from '../options.js'
import { grantOf, readAnswer, type WalletState } from './accounts.js'
import { chainOf, type Chain } from './chains.js'
import type { Driver } from './drivers/driver.js'
import { driverOf } from './drivers/index.js'
import { answer, isUnsupported } from './errors.js'

/** How long a wallet may take to say, without a prompt, whether it still lets the site in, in milliseconds. */
const lookTimeout = 10_000
/** How long a wallet may take to hear that it is not needed any more. The connection is over for the site before that. */
const goodbyeTimeout = 3_000

/** A wallet that lets the site in. */
export interface Connection {
  readonly connector: Connector
  readonly driver: Driver
  state: WalletState
  /** Stops listening to the wallet. */
  stop?: (() => void) | undefined
  isLooking: boolean
  lookAgain: boolean
}

/** What a look without a prompt can find: a state, that the site is not let in, or that the wallet cannot say. */
export type Sight = WalletState | 'gone' | 'unknown'

export interface ConnectionsParameters {
  readonly events: AdapterEvents
  readonly options: BitcoinOptions
}

export type Connections = ReturnType<typeof createConnections>

/** Connections by connector id. A wallet is listened to only while it is connected and the adapter is watched. */
export function createConnections({ events, options: { networks, ordinals = false } }: ConnectionsParameters) {
  const chains = networks.map(({ id }) => chainOf(id))
  const connections = new Map<string, Connection>()
  const asking = new Map<object, string>() // attempts under way, and the connector they ask
  const askOnce = oneQuestion<WalletState>()
  const reconnecting = new Map<string, AbortController>()
  let watchers = 0

  /** @throws ConnectorNotConnectedError */
  function find(connectorId: string): Connection {
    const connection = connections.get(connectorId)
    if (!connection) throw new ConnectorNotConnectedError()
    return connection
  }

  const isAlive = (connection: Connection) => connections.get(connection.connector.id) === connection

  async function openDriver({ name, getProvider }: Connector): Promise<Driver> {
    return driverOf(await answer(name, 'connect', () => getProvider('bip122')))
  }

  /** Looks at a wallet without any prompt. */
  async function look(driver: Driver, expected?: Chain): Promise<Sight> {
    if (!driver.look) return 'unknown'
    try {
      const seen = await driver.look(expected)
      return seen
        ? await readAnswer(seen, { expected: expected ? [expected, ...chains] : chains, ordinals, method: 'getAccounts' })
        : 'gone'
    } catch (thrown) {
      if (isUnsupported(thrown)) return 'unknown'
      throw thrown
    }
  }

  function listen(connection: Connection) {
    const { driver, connector } = connection
    if (connection.stop || watchers === 0) return
    let isOver = false
    let unlisten: (() => void) | undefined
    try {
      unlisten = driver.listen?.(
        () => isOver || lookLater(connection),
        () => isOver || end(connection),
      )
    } catch (error) {
      console.warn(`Portico: '${connector.name}' cannot be listened to`, error) // it works without events, too
    }
    connection.stop = () => {
      isOver = true
      connection.stop = undefined
      try {
        unlisten?.()
      } catch {
        // A wallet that cannot be unheard is ignored from now on.
      }
    }
  }

  /** Whatever an event says, the wallet is asked: once for all the events that come meanwhile. */
  function lookLater(connection: Connection) {
    connection.lookAgain = true
    if (connection.isLooking) return
    connection.isLooking = true
    void (async () => {
      while (connection.lookAgain) {
        connection.lookAgain = false
        const sight = await within(look(connection.driver), lookTimeout)
        if (!isAlive(connection) || watchers === 0) break
        if (sight === 'gone') end(connection)
        else if (sight && sight !== 'unknown') report(connection, sight)
      }
      connection.isLooking = false
    })()
  }

  function report(connection: Connection, state: WalletState) {
    const [before, now] = [grantOf(connection.state), grantOf(state)]
    connection.state = state
    const isMoved = before.networkId !== now.networkId
    const isOther = JSON.stringify(before.accounts) !== JSON.stringify(now.accounts)
    const { addresses, accounts, networkId } = now
    if (isMoved || isOther)
      events.changed(connection.connector.id, {
        ...(isOther && { addresses, ...(accounts && { accounts }) }),
        ...(isMoved && { networkId }),
      })
  }

  /** Over from the wallet's side. */
  function end(connection: Connection) {
    if (!remove(connection)) return
    events.disconnected(connection.connector.id)
  }

  function remove(connection: Connection): boolean {
    if (!isAlive(connection)) return false
    connection.stop?.()
    return connections.delete(connection.connector.id)
  }

  function admit(connector: Connector, driver: Driver, state: WalletState): Grant {
    connections.get(connector.id)?.stop?.()
    const connection: Connection = { connector, driver, state, isLooking: false, lookAgain: false }
    connections.set(connector.id, connection)
    listen(connection)
    return grantOf(state)
  }

  /** Takes back what a wallet has let in too late. */
  async function undo({ id }: Connector, driver: Driver) {
    if (connections.has(id) || [...asking.values()].includes(id)) return
    await within(Promise.resolve(driver.leave?.()), goodbyeTimeout)
  }

  /** Asks a wallet to let the site in, on the chain that is wished for where the wallet goes there. */
  async function enter({ name }: Connector, driver: Driver, wanted?: Chain): Promise<WalletState> {
    const state = await readAnswer(await answer(name, 'connect', () => driver.connect(wanted)), {
      expected: wanted ? [wanted, ...chains] : chains,
      ordinals,
      method: 'connect',
    })
    if (!wanted || state.networkId === wanted.id || !driver.switchChain) return state
    // Being let in stands, whether or not the wallet also changes its network.
    const moved = await driver
      .switchChain(wanted)
      .then(() => look(driver, wanted))
      .catch(() => undefined)
    return moved && typeof moved === 'object' ? moved : state
  }

  async function connect({ connector, networkId, signal }: ConnectRequest): Promise<Grant> {
    const attempt = {}
    asking.set(attempt, connector.id)
    try {
      const driver = await unlessAborted(openDriver(connector), signal)
      const answered = askOnce(connector.id, () => enter(connector, driver, networkId && chainOf(networkId)))
      try {
        return admit(connector, driver, await unlessAborted(answered, signal))
      } catch (error) {
        if (error instanceof ConnectionCancelledError) void answered.then(() => undo(connector, driver)).catch(() => undefined)
        throw error
      }
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
      const driver = await within(openDriver(connector), lookTimeout)
      if (!driver || abort.signal.aborted) return undefined
      const sight = await within(look(driver, networkId && chainOf(networkId)), lookTimeout)
      if (!sight || typeof sight === 'string' || abort.signal.aborted) return undefined
      return admit(connector, driver, sight)
    } finally {
      outer.removeEventListener('abort', stop)
      if (reconnecting.get(connector.id) === abort) reconnecting.delete(connector.id)
    }
  }

  /** Ends a connection here at once; the wallet is told, and need not answer. */
  async function disconnect({ connectorId }: { connectorId: string }): Promise<void> {
    reconnecting.get(connectorId)?.abort()
    const connection = connections.get(connectorId)
    if (!connection) return
    remove(connection)
    await within(Promise.resolve(connection.driver.leave?.()), goodbyeTimeout)
  }

  /** Listens to the wallets, and catches up with what happened before. */
  function watch(): () => void {
    watchers += 1
    for (const connection of connections.values()) {
      listen(connection)
      lookLater(connection)
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      watchers -= 1
      if (watchers === 0) for (const connection of connections.values()) connection.stop?.()
    }
  }

  return { find, isAlive, look, report, end, connect, reconnect, disconnect, watch }
}
