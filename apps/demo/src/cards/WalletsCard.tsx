import { connectionStore, currentAttempt, connectionsIn, shortAddress, type Connector, type Namespace } from '@portico/core'
import {
  useAccount,
  useConnect,
  useConnectors,
  useDisconnect,
  useDisconnectAll,
  useModal,
  useNamespace,
  usePortico,
  usePorticoStore,
  useRecentWallets,
  useSwitchConnection,
} from '@portico/react-ui'
import { familyOf } from '../chain/families.js'
import { Button, Columns, IconButton } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { mail, plus, power, wallet as walletGlyph } from '../ui/glyphs.js'
import { Icon } from '../ui/Icon.js'
import { Failure } from '../ui/Outcome.js'
import { WalletPicture } from '../ui/WalletPicture.js'

/** The wallets on this device, the connected ones and those used before: each in one row, with the chain families that it speaks. */
export function WalletsCard() {
  const portico = usePortico()
  const connectors = useConnectors()
  const state = usePorticoStore(connectionStore, (connections) => connections)
  const { namespace: activeNamespace } = useAccount()
  const recent = useRecentWallets()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const disconnectAll = useDisconnectAll()
  const activate = useSwitchConnection()
  const { open } = useModal()
  const { setNamespace } = useNamespace()
  const failed = [connect, disconnect, disconnectAll, activate].find(({ isError }) => isError)

  const namespaces = [...portico.adapters.keys()]
  const connected = namespaces.filter((namespace) => connectionsIn(state, namespace).connections.length > 0)
  const count = connected.reduce((sum, namespace) => sum + connectionsIn(state, namespace).connections.length, 0)
  /** Paired wallets are listed once they are connected: the way to pair is in the modal, and on the phone's card. */
  const isListed = (connector: Connector, namespace: Namespace) =>
    connector.link === undefined ||
    connectionsIn(state, namespace).connections.some((connection) => connection.connector.id === connector.id)

  const use = (namespace: Namespace, connectorId: string) => {
    activate.mutate({ namespace, connectorId })
    setNamespace(namespace)
  }

  /** What stands of a wallet in one of its chain families. */
  const sideOf = (row: Connector, namespace: Namespace) => {
    const connector = row.members?.[namespace] ?? row
    const { connections } = connectionsIn(state, namespace)
    const at = connections.findIndex((connection) => connection.connector.id === connector.id)
    const attempt = currentAttempt(state, namespace)
    const family = familyOf(namespace).name
    const { name } = connections[at]?.connector ?? connector
    return {
      namespace,
      connector,
      family,
      connection: connections[at],
      isActive: at === 0 && namespace === activeNamespace,
      isAsked: attempt?.status === 'waiting' && attempt.connector.id === connector.id,
      wasUsed: recent.some((one) => one.id === connector.id && (one.namespace ?? namespace) === namespace),
      // A wallet of one family needs no more than its name.
      called: row.namespaces.length > 1 ? `${name} on ${family}` : name,
    }
  }
  type Side = ReturnType<typeof sideOf>

  const ways = ({ namespace, connector: { id }, connection, isActive, isAsked, called }: Side) =>
    connection ? (
      <>
        {isActive ? (
          <span className="m-state is-ok">In use</span>
        ) : (
          <Button size="sm" onClick={() => use(namespace, id)} aria-label={`Use ${called}`}>
            Use
          </Button>
        )}
        <IconButton glyph={power} label={`Disconnect ${called}`} onClick={() => disconnect.mutate({ namespace, connectorId: id })} />
      </>
    ) : (
      <Button size="sm" busy={isAsked} onClick={() => connect.mutate({ connectorId: id, namespace })} aria-label={`Connect ${called}`}>
        {isAsked ? 'Waiting' : 'Connect'}
      </Button>
    )

  const chip = ({ family }: Side) => <span className="m-chip">{family}</span>
  const shortly = ({ connection }: Side) => connection && <bdi dir="ltr">{shortAddress(connection.addresses[0])}</bdi>

  const walletRow = (row: Connector) => {
    const sides = row.namespaces.filter((namespace) => isListed(row.members?.[namespace] ?? row, namespace)).map((one) => sideOf(row, one))
    const [first] = sides
    if (!first) return null
    const { name, icon } = sides.find(({ connection }) => connection)?.connection?.connector ?? row
    const connectedSides = sides.filter(({ connection }) => connection)
    const others = sides.filter(({ connection }) => !connection)
    const here = row.kind === 'embedded' ? 'No extension needed' : 'On this device'
    const says = sides.some(({ wasUsed }) => wasUsed) ? 'Used before' : here
    return (
      <li key={row.id} className="m-wallet" aria-current={sides.some(({ isActive }) => isActive) || undefined}>
        <div className="m-row">
          <WalletPicture name={name} icon={icon ?? row.icon} glyph={row.kind === 'embedded' ? mail : undefined} />
          <span className="m-row__text">
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span>
              {namespaces.length > 1 && sides.length === 1 && chip(first)}
              {sides.length === 1 ? (shortly(first) ?? says) : connectedSides.length === 0 && says}
            </span>
          </span>
          {sides.length === 1 && ways(first)}
        </div>
        {sides.length > 1 &&
          connectedSides.map((side) => (
            <div key={side.namespace} className="m-wallet__side">
              <span className="m-row__text">
                <span>
                  {chip(side)}
                  {shortly(side)}
                </span>
              </span>
              {ways(side)}
            </div>
          ))}
        {sides.length > 1 && others.length > 0 && (
          <div className="m-wallet__more">
            {others.map((side) => (
              <button
                key={side.namespace}
                type="button"
                className="m-chip"
                aria-label={`Connect ${side.called}`}
                aria-busy={side.isAsked || undefined}
                onClick={() => !side.isAsked && connect.mutate({ connectorId: side.connector.id, namespace: side.namespace })}
              >
                {side.isAsked ? <Columns /> : <Icon glyph={plus} size={16} />}
                {side.family}
              </button>
            ))}
          </div>
        )}
      </li>
    )
  }

  const listed = connectors.map(walletRow).filter((row) => row !== null)
  return (
    <Card glyph={walletGlyph} title="Wallets" lead="Several can be connected at once. One of them is in use.">
      {listed.length === 0 ? <p className="m-say">No wallet was found on this device.</p> : <ul className="m-rows">{listed}</ul>}
      <div className="m-pair">
        {count > 0 && (
          <Button glyph={plus} onClick={() => open({ view: 'Connect' })}>
            Add a wallet
          </Button>
        )}
        {count > 1 && (
          <Button tone="ghost" busy={disconnectAll.isPending} onClick={() => disconnectAll.mutate({})}>
            Disconnect all
          </Button>
        )}
        {connected.length > 1 &&
          connected.map((namespace) => (
            <Button key={namespace} tone="ghost" onClick={() => disconnectAll.mutate({ namespace })}>
              Disconnect {familyOf(namespace).name}
            </Button>
          ))}
      </div>
      {failed && <Failure error={failed.error} />}
    </Card>
  )
}
