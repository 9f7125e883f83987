import { findNetwork, isNetworkId } from '@portico/core'
import { useCapabilities, usePortico, useSendCalls } from '@portico/react-ui'
import { addresses } from '@portico/sandbox/contracts'
import { useState } from 'react'
import { loadChain } from '../chain/load.js'
import { usdc } from '../chain/tokens.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts } from '../ui/Facts.js'
import { layers } from '../ui/glyphs.js'
import { Failure } from '../ui/Outcome.js'
import { familyOf } from '../chain/families.js'
import { BatchOutcome, useBatchOutcome } from './BatchOutcome.js'
import { useHolder } from './useHolder.js'

/** EIP-5792: what the wallet can do, and several calls handed to it as one; a wallet that knows no batches is asked one by one. */
export function BatchCard() {
  const portico = usePortico()
  const { address, networkId } = useHolder()
  const capabilities = useCapabilities()
  const [atomicRequired, setAtomicRequired] = useState(false)
  const [isFeeInToken, setFeeInToken] = useState(false)
  const request = useSendCalls()
  const outcome = useBatchOutcome(request)
  const ask = async () => {
    const { mintCall, transferCall } = await loadChain()
    const calls = [
      mintCall({ token: usdc, to: address, amount: '50' }),
      transferCall({ token: usdc, to: familyOf('eip155').reserve, amount: '20' }),
    ]
    request.mutate({ calls, networkId, ...(atomicRequired && { atomicRequired }), ...(isFeeInToken && { feeToken: addresses.usdc }) })
  }
  const abilities = Object.entries(capabilities.data ?? {}).flatMap(([id, able]) => {
    const network = isNetworkId(id) ? findNetwork(portico, id) : undefined
    return network ? [[network.name, describe(able)] as const] : []
  })
  return (
    <Card glyph={layers} title="Batch" lead="Several calls in one request, where the wallet can. One after the other where it cannot.">
      <div className="m-split">
        <p className="m-say">This batch claims 50 USDC for you and passes 20 of them to the reserve.</p>
        <div className="m-pair">
          <Button busy={capabilities.isPending} onClick={() => capabilities.mutate({})}>
            Ask what it can do
          </Button>
          <Button tone="primary" busy={outcome.isBusy} onClick={() => void ask()}>
            Send batch
          </Button>
        </div>
      </div>
      <label className="m-check">
        <input type="checkbox" checked={atomicRequired} onChange={({ target }) => setAtomicRequired(target.checked)} /> All or nothing
      </label>
      <label className="m-check">
        <input type="checkbox" checked={isFeeInToken} onChange={({ target }) => setFeeInToken(target.checked)} /> Network fee in USDC, where
        somebody takes it
      </label>
      {capabilities.isError && <Failure error={capabilities.error} />}
      {capabilities.status === 'success' && <Facts label="What the wallet can do" of={abilities} />}
      <BatchOutcome request={request} outcome={outcome} done="Both calls are on the chain." />
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
