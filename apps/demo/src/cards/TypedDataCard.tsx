import { useSignTypedData } from '@portico/react-ui'
import { useState } from 'react'
import { loadChain } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { Facts } from '../ui/Facts.js'
import { code } from '../ui/glyphs.js'
import { AnswerIn, Failure } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'
import { SignatureText } from './MessageCard.js'
import { meaningOf, typedDataOf, type TypedDataKind } from './typedData.js'
import { useHolder } from './useHolder.js'
import { Verdict } from './Verdict.js'

/** EIP-712: data with named fields, signed by the wallet and verified here. */
export function TypedDataCard() {
  const { address, networkId, wallet } = useHolder()
  const [kind, setKind] = useState<TypedDataKind>('note')
  const request = useSignTypedData()
  const work = useTask(async () => {
    const typedData = await typedDataOf({ kind, networkId, address })
    const signature = await request.mutateAsync({ typedData })
    const valid = await (await loadChain()).verifyData({ address, typedData, signature })
    return { typedData, signature, valid }
  })
  const choose = (next: TypedDataKind) => {
    setKind(next)
    request.reset()
    work.reset()
  }
  const isWaiting = work.status === 'pending'
  return (
    <Card glyph={code} title="Sign typed data" lead="Data with named fields, which a wallet can show and explain.">
      <Segmented
        label="What to sign"
        options={[
          { value: 'note', label: 'A note' },
          { value: 'permit', label: 'A permit' },
        ]}
        value={kind}
        onChange={choose}
      />
      <p className="m-say">{meaningOf[kind]}</p>
      <Button tone="primary" busy={isWaiting} onClick={() => void work.run()}>
        {isWaiting ? `Answer in ${wallet}` : 'Sign typed data'}
      </Button>
      {isWaiting && <AnswerIn wallet={wallet} />}
      {work.status === 'error' && <Failure error={work.error} />}
      {work.status === 'success' && (
        <>
          <pre className="m-code" dir="ltr" tabIndex={0} aria-label="What was signed">
            {JSON.stringify(work.data.typedData.message, undefined, 2)}
          </pre>
          <Facts of={[['Signature', <SignatureText key="signature" signature={work.data.signature} />]]} />
          <Verdict task={{ status: 'success', data: work.data.valid }} address={address} />
        </>
      )}
    </Card>
  )
}
