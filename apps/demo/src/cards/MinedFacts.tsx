import type { NetworkId } from '@portico/core'
import { useEffect } from 'react'
import { loadChain } from '../chain/load.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Facts, Mono } from '../ui/Facts.js'
import { Outcome } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { feeText } from './ether.js'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat('en')

/** A mined transaction, read back from the chain: block, gas, fee. */
export function MinedFacts({ hash, networkId }: { readonly hash: string; readonly networkId: NetworkId }) {
  const reading = useTask(async (of: { hash: string; networkId: NetworkId }) => (await loadChain()).readTransaction(of))
  const { run } = reading
  useEffect(() => void run({ hash, networkId }), [run, hash, networkId])

  if (reading.status === 'error') return <Outcome kind="note">The chain did not tell more about it.</Outcome>
  if (reading.status !== 'success') return <Outcome kind="pending">Reading it back from the chain</Outcome>
  const { blockNumber, minedAt, gasUsed, gasPrice, fee, nonce } = reading.data
  return (
    <Facts
      label="From the chain"
      of={[
        ['Hash', <HashText key="hash" hash={hash} />],
        ['Block', whole.format(blockNumber)],
        ['Time', time.format(minedAt)],
        ['Gas', `${whole.format(gasUsed)} at ${gasPrice.slice(0, 6)} gwei`],
        ['Fee', feeText(fee)],
        ['Nonce', String(nonce)],
      ]}
    />
  )
}

export const HashText = ({ hash }: { readonly hash: string }) => (
  <>
    <Mono>{hash}</Mono>
    <CopyButton text={hash} what="the hash" />
  </>
)
