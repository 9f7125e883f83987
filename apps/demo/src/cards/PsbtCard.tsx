import { parseAmount, signPsbt } from '@portico/core'
import { useBalance, usePortico } from '@portico/react-ui'
import { Fragment, useState } from 'react'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Facts, Mono } from '../ui/Facts.js'
import { code } from '../ui/glyphs.js'
import { AnswerIn, Failure, Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'
import { MinedFacts } from './MinedFacts.js'
import { useHolder } from './useHolder.js'

const amount = '0.0002'

/** A transaction that the page builds itself: the wallet signs the inputs that are named, and no other. */
export function PsbtCard() {
  const portico = usePortico()
  const { address, wallet, family, networkId, publicKey } = useHolder()
  const { refresh } = useBalance()
  const [then, setThen] = useState<'keep' | 'send'>('keep')
  const work = useTask(async () => {
    const { createPsbt, signedInputs } = await import('../chain/bitcoin.js')
    const payment = { from: address, to: family.reserve, amount: parseAmount(amount, family.decimals), ...(publicKey && { publicKey }) }
    const { psbt, inputs } = await createPsbt(payment)
    const named = inputs.map((index) => ({ index, address }))
    const signed = await signPsbt(portico, { psbt, inputs: named, broadcast: then === 'send', networkId })
    if (signed.hash) await refresh()
    return { ...signed, inputs, signed: signedInputs(signed.psbt) }
  })
  const isWaiting = work.status === 'pending'
  return (
    <Card glyph={code} title="Sign a PSBT" lead={`A transaction of the page's own (BIP-174): ${amount} BTC to the reserve.`}>
      <Segmented
        label="And then"
        options={[
          { value: 'keep', label: 'Only sign' },
          { value: 'send', label: 'Sign and send' },
        ]}
        value={then}
        onChange={setThen}
      />
      <Button tone="primary" busy={isWaiting} onClick={() => void work.run()}>
        {isWaiting ? `Answer in ${wallet}` : 'Sign PSBT'}
      </Button>
      {isWaiting && <AnswerIn wallet={wallet} />}
      {work.status === 'error' && <Failure error={work.error} />}
      {work.status === 'success' && (
        <>
          <Outcome kind={work.data.signed.length === work.data.inputs.length ? 'ok' : 'bad'}>
            {work.data.hash ? 'Signed and sent.' : `Signed: ${work.data.signed.length} of ${work.data.inputs.length} inputs.`}
          </Outcome>
          <Facts
            of={[
              [
                'PSBT',
                <Fragment key="psbt">
                  <Mono>{work.data.psbt.slice(0, 64)}…</Mono>
                  <CopyButton text={work.data.psbt} what="the PSBT" />
                </Fragment>,
              ],
            ]}
          />
          {work.data.hash && <MinedFacts hash={work.data.hash} networkId={networkId} />}
        </>
      )}
    </Card>
  )
}
