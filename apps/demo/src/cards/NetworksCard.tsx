import type { Network } from '@portico/core'
import { selectNetwork } from '@portico/core/kit'
import { useAccount, useModal, useNetwork, useNetworks, usePortico, useSwitchNetwork } from '@portico/react-ui'
import { familyOf } from '../chain/families.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { nodes } from '../ui/glyphs.js'
import { NetworkArt } from '../ui/NetworkArt.js'
import { Failure, Outcome } from '../ui/Outcome.js'

/** The networks, changed by a call instead of through the modal. Those of another chain family may need a wallet first: the modal asks. */
export function NetworksCard() {
  const portico = usePortico()
  const networks = useNetworks()
  const { namespace } = useAccount()
  const { network: active, unsupported, switching } = useNetwork()
  const request = useSwitchNetwork()
  const { open } = useModal()
  const waitsFor = switching?.status === 'waiting' ? switching.target.id : undefined
  const choose = ({ id, namespace: where }: Network) => {
    if (where === namespace) request.mutate({ networkId: id })
    else selectNetwork(portico, { networkId: id })
  }
  return (
    <Card glyph={nodes} title="Networks" lead="Change the network from the page. A connected wallet is asked first.">
      <ul className="m-rows">
        {networks.map((network) => {
          const { id, name } = network
          const isActive = id === active?.id && !unsupported
          return (
            <li key={id} className="m-row" aria-current={isActive || undefined}>
              <NetworkArt id={id} />
              <span className="m-row__text">
                <strong>{name}</strong>
                <span>{familyOf(network.namespace).name}</span>
              </span>
              {isActive ? (
                <span className="m-state is-ok">In use</span>
              ) : (
                <Button size="sm" busy={waitsFor === id} onClick={() => choose(network)} aria-label={`Switch to ${name}`}>
                  {waitsFor === id ? 'Waiting' : 'Switch'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {unsupported && (
        <Outcome kind="bad">
          Your wallet is on <bdi dir="ltr">{unsupported}</bdi>, which is not one of Meridian's networks.{' '}
          <button type="button" className="m-link" onClick={() => open({ view: 'Networks' })}>
            Choose one
          </button>
        </Outcome>
      )}
      {request.status === 'error' && request.variables.networkId !== active?.id && <Failure error={request.error} />}
    </Card>
  )
}
