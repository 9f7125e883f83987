import { shortAddress } from '@portico/core'
import {
  useConnect, useConnectAttempt, useConnections, useConnectors, useDisconnect, useDisconnectAll, useModal, useRecentWallets, useSwitchConnection,
} from '@portico/react-ui'
import { Button, IconButton } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { plus, power, wallet as walletGlyph } from '../ui/glyphs.js'
import { Failure } from '../ui/Outcome.js'
import { WalletPicture } from '../ui/WalletPicture.js'

/** The wallets on this device, the connected ones and those used before. */
export function WalletsCard() {
  const connectors = useConnectors()
  const connections = useConnections()
  const attempt = useConnectAttempt()
  const recent = useRecentWallets()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const disconnectAll = useDisconnectAll()
  const activate = useSwitchConnection()
  const { open } = useModal()
  const failed = [connect, disconnect, disconnectAll, activate].find(({ isError }) => isError)

  return (
    <Card glyph={walletGlyph} title="Wallets" lead="Several can be connected at once. One of them is in use.">
      {connectors.length === 0 ? (
        <p className="m-say">No wallet was found on this device.</p>
      ) : (
        <ul className="m-rows">
          {connectors.map(({ id, name, icon }) => {
            const at = connections.findIndex(({ connector }) => connector.id === id)
            const connection = connections[at]
            const isAsked = attempt?.status === 'waiting' && attempt.connector.id === id
            return (
              <li key={id} className="m-row" aria-current={at === 0 || undefined}>
                <WalletPicture name={name} icon={icon} />
                <span className="m-row__text">
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <span dir={connection ? 'ltr' : undefined}>
                    {connection ? shortAddress(connection.addresses[0]) : recent.some((one) => one.id === id) ? 'Used before' : 'On this device'}
                  </span>
                </span>
                {connection ? (
                  <>
                    {at === 0 ? (
                      <span className="m-state is-ok">In use</span>
                    ) : (
                      <Button size="sm" onClick={() => activate.mutate({ connectorId: id })} aria-label={`Use ${name}`}>
                        Use
                      </Button>
                    )}
                    <IconButton glyph={power} label={`Disconnect ${name}`} onClick={() => disconnect.mutate({ connectorId: id })} />
                  </>
                ) : (
                  <Button size="sm" busy={isAsked} onClick={() => connect.mutate({ connectorId: id })} aria-label={`Connect ${name}`}>
                    {isAsked ? 'Waiting' : 'Connect'}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div className="m-pair">
        {connections.length > 0 && (
          <Button glyph={plus} onClick={() => open({ view: 'Connect' })}>
            Add a wallet
          </Button>
        )}
        {connections.length > 1 && (
          <Button tone="ghost" busy={disconnectAll.isPending} onClick={() => disconnectAll.mutate({})}>
            Disconnect all
          </Button>
        )}
      </div>
      {failed && <Failure error={failed.error} />}
    </Card>
  )
}
