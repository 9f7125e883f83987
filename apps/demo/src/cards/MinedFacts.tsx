import type { NetworkId } from '@portico/core'
import { useEffect } from 'react'
import { familyCodeOf } from '../chain/load.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Facts, Mono } from '../ui/Facts.js'
import { Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'

/** A mined transaction, read back from the chain by the page itself. */
export function MinedFacts({ hash, networkId }: { readonly hash: string; readonly networkId: NetworkId }) {
  const reading = useTask(async (of: { hash: string; networkId: NetworkId }) => (await familyCodeOf(of.networkId)).readTransactionFacts(of))
  const { run } = reading
  useEffect(() => void run({ hash, networkId }), [run, hash, networkId])

  if (reading.status === 'error') return <Outcome kind="note">The chain did not tell more about it.</Outcome>
  if (reading.status !== 'success') return <Outcome kind="pending">Reading it back from the chain</Outcome>
  return <Facts label="From the chain" of={[['Hash', <HashText key="hash" hash={hash} />], ...reading.data]} />
}

export const HashText = ({ hash }: { readonly hash: string }) => (
  <>
    <Mono>{hash}</Mono>
    <CopyButton text={hash} what="the hash" />
  </>
)
