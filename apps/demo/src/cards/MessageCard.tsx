import { useSignMessage } from '@portico/react-ui'
import { useState } from 'react'
import { loadChain } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Facts, Mono } from '../ui/Facts.js'
import { TextArea } from '../ui/Field.js'
import { sign } from '../ui/glyphs.js'
import { AnswerIn, Failure } from '../ui/Outcome.js'
import { useTask } from '../ui/useTask.js'
import { useHolder } from './useHolder.js'
import { Verdict } from './Verdict.js'

/** A text, signed by the wallet and verified here. */
export function MessageCard() {
  const { address, wallet } = useHolder()
  const [message, setMessage] = useState('I keep the keys of the Meridian treasury.')
  const request = useSignMessage()
  const verdict = useTask(async (signed: { message: string; signature: string }) => (await loadChain()).verifyText({ address, ...signed }))

  const ask = () => {
    verdict.reset()
    void request.mutateAsync({ message }).then(
      (signature) => verdict.run({ message, signature }),
      () => undefined, // shown from `request`
    )
  }
  return (
    <Card glyph={sign} title="Sign a message" lead="Your wallet signs a text. This page checks the signature itself.">
      <form
        className="m-form"
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <TextArea label="Message" value={message} onChange={({ target }) => setMessage(target.value)} />
        <Button type="submit" tone="primary" busy={request.status === 'pending'} disabled={message === ''}>
          {request.status === 'pending' ? `Answer in ${wallet}` : 'Sign message'}
        </Button>
      </form>
      {request.status === 'pending' && <AnswerIn wallet={wallet} />}
      {request.status === 'error' && <Failure error={request.error} />}
      {request.status === 'success' && (
        <>
          <Facts of={[['Signature', <SignatureText key="signature" signature={request.data} />]]} />
          <Verdict task={verdict} address={address} />
        </>
      )}
    </Card>
  )
}

export const SignatureText = ({ signature }: { readonly signature: string }) => (
  <>
    <Mono>{signature}</Mono>
    <CopyButton text={signature} what="the signature" />
  </>
)
