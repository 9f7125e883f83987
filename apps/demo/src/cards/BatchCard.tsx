import { connectorStore, findConnector, findNetwork, isNetworkId } from '@portico/core'
import { useAccount, useCapabilities, usePortico, usePorticoStore, useSendCalls } from '@portico/react-ui'
import { waitForCalls } from '../chain/callsStatus.js'
import { loadChain } from '../chain/load.js'
import { usdc } from '../chain/tokens.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts } from '../ui/Facts.js'
import { layers } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { HashText } from './MinedFacts.js'
import { familyOf } from '../chain/families.js'
import { useHolder } from './useHolder.js'

/** EIP-5792: what the wallet can do, and several calls handed to it as one. */
export function BatchCard() {
  const portico = usePortico()
  const { address, networkId } = useHolder()
  const { wallet } = useAccount()
  const connector = usePorticoStore(connectorStore, (state) => (wallet ? findConnector(state, wallet.id, 'eip155') : undefined))
  const capabilities = useCapabilities()
  const request = useSendCalls()
  const outcome = useTask(async (id: string) => {
    if (!connector) throw new Error('The wallet is gone.')
    return waitForCalls({ connector, id })
  })
  const ask = async () => {
    outcome.reset()
    const { mintCall, transferCall } = await loadChain()
    const calls = [
      mintCall({ token: usdc, to: address, amount: '50' }),
      transferCall({ token: usdc, to: familyOf('eip155').reserve, amount: '20' }),
    ]
    await request.mutateAsync({ calls, networkId }).then(outcome.run, () => undefined)
  }
  const abilities = Object.entries(capabilities.data ?? {}).flatMap(([id, able]) => {
    const network = isNetworkId(id) ? findNetwork(portico, id) : undefined
    return network ? [[network.name, describe(able)] as const] : []
  })
  return (
    <Card glyph={layers} title="Batch" lead="Several calls in one request, where the wallet can (EIP-5792).">
      <div className="m-split">
        <p className="m-say">This batch claims 50 USDC for you and passes 20 of them to the reserve.</p>
        <div className="m-pair">
          <Button busy={capabilities.isPending} onClick={() => capabilities.mutate({})}>
            Ask what it can do
          </Button>
          <Button tone="primary" busy={request.status === 'pending' || outcome.status === 'pending'} onClick={() => void ask()}>
            Send batch
          </Button>
        </div>
      </div>
      {capabilities.isError && <Failure error={capabilities.error} />}
      {capabilities.status === 'success' &&
        (abilities.length > 0 ? (
          <Facts label="What the wallet can do" of={abilities} />
        ) : (
          <Outcome kind="note">The wallet names nothing for these networks.</Outcome>
        ))}
      {request.status === 'pending' && <Outcome kind="pending">Answer in {wallet?.name}.</Outcome>}
      {request.status === 'error' && <Failure error={request.error} />}
      {outcome.status === 'pending' && <Outcome kind="pending">Taken. Waiting for the calls</Outcome>}
      {outcome.status === 'error' && <Failure error={outcome.error} />}
      {outcome.status === 'success' && (
        <>
          <Outcome kind={outcome.data.status < 300 ? 'ok' : 'bad'}>
            {outcome.data.status < 300 ? 'Both calls are on the chain.' : `The batch did not go through (${outcome.data.status}).`}
          </Outcome>
          <Facts of={outcome.data.hashes.map((hash, at) => [`Call ${at + 1}`, <HashText key={hash} hash={hash} />] as const)} />
        </>
      )}
    </Card>
  )
}

/** The capabilities of one network, each by its name and status. */
function describe(able: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(able).map(([name, facts]) => {
    const status = typeof facts === 'object' && facts !== null && 'status' in facts ? String(facts.status) : 'supported'
    return `${name}: ${status}`
  })
  return words.join(', ') || 'nothing named'
}
