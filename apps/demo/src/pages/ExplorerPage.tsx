import { formatAmount, isNetworkId, type NetworkId } from '@portico/core'
import { useEffect } from 'react'
import { MinedFacts } from '../cards/MinedFacts.js'
import { loadChain } from '../chain/load.js'
import { Card } from '../ui/Card.js'
import { Facts, Mono } from '../ui/Facts.js'
import { PageIntro } from '../ui/Frame.js'
import { nodes, search } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'

/** `?chain=1&at=/address/0x…` or `?chain=1&at=/tx/0x…`: the form in which block explorers are linked to. */
function readTarget(): { readonly networkId: NetworkId; readonly kind: string; readonly id: string } | undefined {
  const query = new URLSearchParams(location.search)
  const networkId = `eip155:${query.get('chain') ?? ''}`
  const [, kind, id] = /^\/(address|tx)\/(0x[0-9a-fA-F]+)$/.exec(query.get('at') ?? '') ?? []
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
  const reading = useTask(async (of: { networkId: NetworkId; address: string }) => (await loadChain()).readAddress(of))
  const { run } = reading
  useEffect(() => void run({ networkId, address }), [run, networkId, address])
  return (
    <Card level={2} glyph={nodes} title="On the chain" lead={networkId}>
      {reading.status === 'error' && <Failure error={reading.error} />}
      {(reading.status === 'idle' || reading.status === 'pending') && <Outcome kind="pending">Reading the chain</Outcome>}
      {reading.status === 'success' && (
        <Facts
          of={[
            ['Kind', reading.data.isContract ? 'Contract' : 'Account'],
            ['Balance', `${reading.data.balance} ETH`],
            ...reading.data.holdings.map(({ token, units }) => [token.symbol, formatAmount(units, token.decimals, 'en')] as const),
            ['Transactions', String(reading.data.nonce)],
            ['As of block', String(reading.data.block)],
          ]}
        />
      )}
    </Card>
  )
}
