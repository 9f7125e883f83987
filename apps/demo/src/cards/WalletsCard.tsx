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
import { Button, IconButton } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { plus, power, wallet as walletGlyph } from '../ui/glyphs.js'
import { Failure } from '../ui/Outcome.js'
import { WalletPicture } from '../ui/WalletPicture.js'

/** The wallets on this device, the connected ones and those used before: one row for each chain family that a wallet speaks. */
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
  const rows = connectors.flatMap((row) =>
    row.namespaces.map((namespace) => ({ row, namespace, connector: row.members?.[namespace] ?? row })),
  )

  /** Paired wallets are listed once they are connected: the way to pair is in the modal, and on the phone's card. */
  const isListed = ({ connector, namespace }: { connector: Connector; namespace: Namespace }) =>
    connector.link === undefined ||
    connectionsIn(state, namespace).connections.some((connection) => connection.connector.id === connector.id)

  const use = (namespace: Namespace, connectorId: string) => {
    activate.mutate({ namespace, connectorId })
    setNamespace(namespace)
  }

  const walletRow = ({ row, namespace, connector }: { row: Connector; namespace: Namespace; connector: Connector }) => {
    const { id } = connector
    const { connections } = connectionsIn(state, namespace)
    const at = connections.findIndex((connection) => connection.connector.id === id)
    const connection = connections[at]
    const { name, icon } = connection?.connector ?? connector
    const isActive = at === 0 && namespace === activeNamespace
    const attempt = currentAttempt(state, namespace)
    const isAsked = attempt?.status === 'waiting' && attempt.connector.id === id
    // A wallet of one family needs no more than its name.
    const called = row.namespaces.length > 1 ? `${name} on ${familyOf(namespace).name}` : name
    const family = namespaces.length > 1 ? familyOf(namespace).name : undefined
    const stands = connection
      ? shortAddress(connection.addresses[0])
      : recent.some((one) => one.id === id && (one.namespace ?? namespace) === namespace)
        ? 'Used before'
        : 'On this device'
    return (
      <li key={`${namespace}:${id}`} className="m-row" aria-current={isActive || undefined}>
        <WalletPicture name={name} icon={icon ?? row.icon} />
        <span className="m-row__text">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span dir={connection ? 'ltr' : undefined}>{family ? `${family} · ${stands}` : stands}</span>
        </span>
        {connection ? (
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
        )}
      </li>
    )
  }

  const listed = rows.filter(isListed)
  return (
    <Card glyph={walletGlyph} title="Wallets" lead="Several can be connected at once. One of them is in use.">
      {listed.length === 0 ? (
        <p className="m-say">No wallet was found on this device.</p>
      ) : (
        <ul className="m-rows">{listed.map(walletRow)}</ul>
      )}
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
