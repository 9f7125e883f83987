import { chainIdOf } from '../config.js'
import { parseAccountId } from '@portico/core'
import {
  useAccount,
  useConnect as usePorticoConnect,
  useConnectors as usePorticoConnectors,
  useDisconnect as usePorticoDisconnect,
  useModal,
  useNetwork,
  useNetworks,
  useSwitchNetwork,
} from '@portico/react-ui'
import type { ReactNode } from 'react'
import { useChainId, useChains, useConnect, useConnection, useConnectors, useDisconnect, useSwitchChain } from 'wagmi'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { nodes, wallet } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'

interface Side {
  readonly status: string
  readonly address: string | undefined
  readonly chainId: number | undefined
  readonly wallet: string | undefined
}

function useWagmiSide(): Side {
  const { status, address, chainId, connector } = useConnection()
  const idle = useChainId()
  return { status, address, chainId: chainId ?? idle, wallet: connector?.name }
}

function usePorticoSide(): Side {
  const { status, address, accountId, wallet: info } = useAccount()
  const { network } = useNetwork()
  const networkId = accountId ? parseAccountId(accountId).networkId : network?.id
  return { status, address, chainId: networkId && chainIdOf(networkId), wallet: info?.name }
}

/** Whether both sides say the same. */
export function Agreement() {
  const one = useWagmiSide()
  const other = usePorticoSide()
  const agree =
    one.address === other.address &&
    (one.status === 'connected') === (other.status === 'connected') &&
    one.chainId === other.chainId &&
    one.wallet === other.wallet
  return <Outcome kind={agree ? 'ok' : 'bad'}>{agree ? 'Both sides agree' : 'The two sides differ'}</Outcome>
}

function SideFacts({ label, side }: { readonly label: string; readonly side: Side }) {
  return (
    <Facts
      label={label}
      of={[
        ['Status', side.status],
        ['Address', side.address ? <Mono key="address">{side.address}</Mono> : 'None'],
        ['Chain', side.chainId === undefined ? 'None' : String(side.chainId)],
        ['Wallet', side.wallet ?? 'None'],
      ]}
    />
  )
}

const Buttons = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="m-pair" role="group" aria-label={label}>
    {children}
  </div>
)

/** The site's own side: wagmi's hooks. */
export function WagmiSide() {
  const side = useWagmiSide()
  const connectors = useConnectors()
  const chains = useChains()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const switching = useSwitchChain()
  const failed = [connect, disconnect, switching].find(({ isError }) => isError)
  return (
    <Card level={2} glyph={nodes} title="wagmi" lead="Its hooks: useConnection, useConnect, useSwitchChain.">
      <SideFacts label="What wagmi says" side={side} />
      {side.status === 'connected' ? (
        <>
          <Buttons label="Switch with wagmi">
            {chains.map(({ id, name }) => (
              <Button
                key={id}
                size="sm"
                disabled={id === side.chainId}
                busy={switching.status === 'pending' && switching.variables.chainId === id}
                onClick={() => switching.mutate({ chainId: id })}
              >
                {name}
              </Button>
            ))}
          </Buttons>
          <Button onClick={() => disconnect.mutate({})}>Disconnect with wagmi</Button>
        </>
      ) : (
        <Buttons label="Connect with wagmi">
          {connectors.map((connector) => (
            <Button
              key={connector.uid}
              busy={connect.status === 'pending' && connect.variables.connector === connector}
              onClick={() => connect.mutate({ connector })}
            >
              Connect {connector.name}
            </Button>
          ))}
        </Buttons>
      )}
      {failed?.error && <Outcome kind="bad">{failed.error.message.split('\n')[0]}</Outcome>}
    </Card>
  )
}

/** Portico's side: its hooks, and its modal. */
export function PorticoSide() {
  const side = usePorticoSide()
  const connectors = usePorticoConnectors()
  const networks = useNetworks()
  const connect = usePorticoConnect()
  const disconnect = usePorticoDisconnect()
  const switching = useSwitchNetwork()
  const { open } = useModal()
  const failed = [connect, disconnect, switching].find(({ isError }) => isError)
  return (
    <Card level={2} glyph={wallet} title="Portico" lead="Its hooks: useAccount, useConnect, useSwitchNetwork.">
      <SideFacts label="What Portico says" side={side} />
      {side.status === 'connected' ? (
        <>
          <Buttons label="Switch with Portico">
            {networks.map(({ id, name }) => (
              <Button
                key={id}
                size="sm"
                disabled={chainIdOf(id) === side.chainId}
                busy={switching.status === 'pending' && switching.variables.networkId === id}
                onClick={() => switching.mutate({ networkId: id })}
              >
                {name}
              </Button>
            ))}
          </Buttons>
          <Button onClick={() => disconnect.mutate({})}>Disconnect with Portico</Button>
        </>
      ) : (
        <>
          <Buttons label="Connect with Portico">
            {connectors.map(({ id, name }) => (
              <Button
                key={id}
                busy={connect.status === 'pending' && connect.variables.connectorId === id}
                onClick={() => connect.mutate({ connectorId: id })}
              >
                Connect {name}
              </Button>
            ))}
          </Buttons>
          <Button tone="primary" onClick={() => open()}>
            Open the modal
          </Button>
        </>
      )}
      {failed && <Failure error={failed.error} />}
    </Card>
  )
}
