import { signMessageWithProtocol, type MessageProtocol, type SignedMessage } from '@portico/core'
import { usePortico } from '@portico/react-ui'
import { useState } from 'react'
import { loadFamily } from '../chain/load.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { CopyButton } from '../ui/CopyButton.js'
import { Facts, Mono } from '../ui/Facts.js'
import { TextArea } from '../ui/Field.js'
import { sign } from '../ui/glyphs.js'
import { AnswerIn, Failure, Outcome } from '../ui/Outcome.js'
import { Segmented } from '../ui/Segmented.js'
import { useTask } from '../ui/useTask.js'
import { useHolder } from './useHolder.js'
import { Verdict } from './Verdict.js'

const protocolNames: Readonly<Record<MessageProtocol, string>> = { ecdsa: 'ECDSA', bip322: 'BIP-322' }

/** A text, signed by the wallet and verified here. */
export function MessageCard() {
  const portico = usePortico()
  const { address, wallet, namespace } = useHolder()
  const [message, setMessage] = useState('I keep the keys of the Meridian treasury.')
  const [protocol, setProtocol] = useState<MessageProtocol | 'any'>('any')
  const verdict = useTask(async (signed: SignedMessage & { message: string }) =>
    (await loadFamily(namespace)).verifyText({ address, ...signed }),
  )
  const request = useTask(async (text: string) => {
    const asked = protocol
    const signed = await signMessageWithProtocol(portico, { message: text, namespace, ...(protocol !== 'any' && { protocol }) })
    void verdict.run({ ...signed, message: text })
    return { ...signed, differs: asked !== 'any' && signed.protocol !== undefined && signed.protocol !== asked }
  })

  const ask = () => {
    verdict.reset()
    void request.run(message)
  }
  const isWaiting = request.status === 'pending'
  return (
    <Card glyph={sign} title="Sign a message" lead="Your wallet signs a text. This page checks the signature itself.">
      <form
        className="m-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWaiting) ask()
        }}
      >
        <TextArea label="Message" value={message} onChange={({ target }) => setMessage(target.value)} />
        {namespace === 'bip122' && (
          <Segmented
            label="How it is signed"
            options={[
              { value: 'any', label: 'As it fits' },
              { value: 'ecdsa', label: protocolNames.ecdsa },
              { value: 'bip322', label: protocolNames.bip322 },
            ]}
            value={protocol}
            onChange={setProtocol}
          />
        )}
        <Button type="submit" tone="primary" busy={isWaiting} disabled={message === ''}>
          {isWaiting ? `Answer in ${wallet}` : 'Sign message'}
        </Button>
      </form>
      {isWaiting && <AnswerIn wallet={wallet} />}
      {request.status === 'error' && <Failure error={request.error} />}
      {request.status === 'success' && (
        <>
          <Facts
            of={[
              ['Signature', <SignatureText key="signature" signature={request.data.signature} />],
              ['Protocol', request.data.protocol ? protocolNames[request.data.protocol] : null],
            ]}
          />
          {request.data.differs && <Outcome kind="note">{wallet} cannot be told how to sign, and chose by itself.</Outcome>}
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
