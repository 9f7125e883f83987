import { formatAmount, shortAddress } from '@portico/core'
import {
  useAccount,
  useBalance,
  useConnect,
  useConnectAttempt,
  useConnectors,
  useDisconnect,
  useNetwork,
  useNetworks,
  useSignMessage,
  useSwitchNetwork,
} from '@portico/react-ui'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { PageIntro, SiteFooter, SiteHeader } from '../ui/Frame.js'
import { nodes, sign, wallet as walletGlyph } from '../ui/glyphs.js'
import { NetworkArt } from '../ui/NetworkArt.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { WalletPicture } from '../ui/WalletPicture.js'

export function Headless() {
  const { status } = useAccount()
  return (
    <>
      <SiteHeader>
        <span className={`m-state${status === 'connected' ? ' is-ok' : ''}`}>
          {{ disconnected: 'Not connected', connecting: 'Connecting', connected: 'Connected' }[status]}
        </span>
      </SiteHeader>
      <main className="m-wrap m-main">
        <PageIntro title="Hooks alone">
          Everything on this page is Meridian's own: there is no modal here and none of Portico's style sheets, only its hooks.
        </PageIntro>
        <div className="m-grid">
          <div className="m-col">{status === 'connected' ? <Connected /> : <Choose />}</div>
          <div className="m-col">
            <Networks />
            {status === 'connected' && <Sign />}
          </div>
        </div>
      </main>
      <SiteFooter path="/headless.html" />
    </>
  )
}

function Choose() {
  const connectors = useConnectors()
  const attempt = useConnectAttempt()
  const { mutate, cancel } = useConnect()
  const waiting = attempt?.status === 'waiting' ? attempt.connector : undefined
  return (
    <Card level={2} glyph={walletGlyph} title="Choose a wallet" lead="Those found on this device, as they announce themselves.">
      {connectors.length === 0 ? (
        <p className="m-empty">No wallet was found on this device.</p>
      ) : (
        <ul className="m-rows">
          {connectors.map(({ id, name, icon }) => (
            <li key={id} className="m-row">
              <WalletPicture name={name} icon={icon} />
              <span className="m-row__text">
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              </span>
              <Button
                size="sm"
                tone="primary"
                busy={waiting?.id === id}
                onClick={() => mutate({ connectorId: id })}
                aria-label={`Connect ${name}`}
              >
                Connect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {waiting && (
        <>
          <Outcome kind="pending">Answer in {waiting.name}.</Outcome>
          <Button onClick={() => cancel()}>Cancel</Button>
        </>
      )}
      {attempt?.status === 'failed' && <Failure error={attempt.error} />}
    </Card>
  )
}

function Connected() {
  const { address, wallet, profileName } = useAccount()
  const { balance, status } = useBalance()
  const disconnect = useDisconnect()
  const amount = balance
    ? `${formatAmount(balance.units, balance.decimals, 'en')} ${balance.symbol}`
    : status === 'failed'
      ? 'Not available'
      : 'Reading'
  return (
    <Card
      level={2}
      glyph={walletGlyph}
      title={profileName ?? shortAddress(address ?? '')}
      lead={`Connected with ${wallet?.name ?? 'a wallet'}`}
    >
      <Facts
        of={[
          ['Address', <Mono key="address">{address}</Mono>],
          ['Balance', amount],
        ]}
      />
      <Button busy={disconnect.isPending} onClick={() => disconnect.mutate({})}>
        Disconnect
      </Button>
      {disconnect.isError && <Failure error={disconnect.error} />}
    </Card>
  )
}

function Networks() {
  const networks = useNetworks()
  const { network: active, unsupported, switching } = useNetwork()
  const { mutate, isError, error } = useSwitchNetwork()
  return (
    <Card
      level={2}
      glyph={nodes}
      title="Network"
      lead={unsupported ? `The wallet is on ${unsupported}, which is not the site's.` : 'The one in use, and the others.'}
    >
      <ul className="m-rows">
        {networks.map(({ id, name }) => {
          const isActive = id === active?.id && !unsupported
          const isWaiting = switching?.status === 'waiting' && switching.target.id === id
          return (
            <li key={id} className="m-row" aria-current={isActive || undefined}>
              <NetworkArt id={id} />
              <span className="m-row__text">
                <strong>{name}</strong>
              </span>
              {isActive ? (
                <span className="m-state is-ok">In use</span>
              ) : (
                <Button size="sm" busy={isWaiting} onClick={() => mutate({ networkId: id })} aria-label={`Switch to ${name}`}>
                  Switch
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {isError && <Failure error={error} />}
    </Card>
  )
}

function Sign() {
  const { mutate, isPending, isError, isSuccess, error, data } = useSignMessage()
  return (
    <Card level={2} glyph={sign} title="Sign" lead="A greeting, signed by the wallet.">
      <Button busy={isPending} onClick={() => mutate({ message: 'Hello from Meridian' })}>
        Sign a greeting
      </Button>
      {isError && <Failure error={error} />}
      {isSuccess && <Facts of={[['Signature', <Mono key="signature">{data}</Mono>]]} />}
    </Card>
  )
}
