import { isNetworkId, type NetworkId } from '@portico/core'
import { useEffect } from 'react'
import { MinedFacts } from '../cards/MinedFacts.js'
import { familyCodeOf } from '../chain/load.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { PageIntro } from '../ui/Frame.js'
import { nodes, search } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'

/** `#eip155:1/address/0x…` or `#eip155:1/tx/0x…`: the form in which block explorers are linked to, behind the network's id. */
function readTarget(): { readonly networkId: NetworkId; readonly kind: string; readonly id: string } | undefined {
  const [, networkId, kind, id] = /^#([^/]+)\/(address|tx)\/([0-9a-zA-Z]+)$/.exec(location.hash) ?? []
  return kind && id && isNetworkId(networkId) ? { networkId, kind, id } : undefined
}

export function Explorer() {
  const target = readTarget()
  if (!target) return <PageIntro title="Nothing to look up">Open this page from an account or a transaction.</PageIntro>
  const { networkId, kind, id } = target
  return (
    <>
      <PageIntro title={kind === 'address' ? 'Address' : 'Transaction'}>
        <Mono>{id}</Mono>
      </PageIntro>
      {kind === 'address' ? (
        <AddressCard networkId={networkId} address={id} />
      ) : (
        <Card level={2} glyph={search} title="On the chain" lead={networkId}>
          <MinedFacts hash={id} networkId={networkId} />
        </Card>
      )}
    </>
  )
}

function AddressCard({ networkId, address }: { readonly networkId: NetworkId; readonly address: string }) {
  const reading = useTask(async (of: { networkId: NetworkId; address: string }) => (await familyCodeOf(of.networkId)).readAddressFacts(of))
  const { run } = reading
  useEffect(() => void run({ networkId, address }), [run, networkId, address])
  return (
    <Card level={2} glyph={nodes} title="On the chain" lead={networkId}>
      {reading.status === 'error' && <Failure error={reading.error} />}
      {(reading.status === 'idle' || reading.status === 'pending') && <Outcome kind="pending">Reading the chain</Outcome>}
      {reading.status === 'success' && <Facts of={reading.data} />}
    </Card>
  )
}
