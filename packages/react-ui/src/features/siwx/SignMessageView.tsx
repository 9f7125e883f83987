'use client'
import { connectionsIn, connectionStore, type ConnectorInfo } from '@portico/core'
import { cancelSignIn, confirmSignIn, SignInClockError, siwxStore, SmartAccountSignInError, type SignInQuestion } from '@portico/core/siwx'
import { useState } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Actions, Button } from '@portico/ui/button'
import { sign } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { LinkButton } from '@portico/ui/link'
import { SiteTile } from '@portico/ui/site-tile'
import { Span } from '@portico/ui/span'
import { useSite } from '../../hooks/useSite.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useT } from '../../i18n/useT.js'
import { useHeld } from '../../modal/useHeld.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { MessageText } from './MessageText.js'
import { SignInFacts } from './SignInFacts.js'

/** Asks the visitor to sign the site's text. What it shows of the text is read from the text itself. */
export default function SignMessageView() {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const walletName = useWalletName()
  const asked = usePorticoStore(siwxStore, (state) => state.question)
  const question = useHeld(asked, asked === undefined) // one that is over is drawn until its view is gone
  const wallet = usePorticoStore(connectionStore, (state) => walletOf(connectionsIn(state, question?.signer.namespace), question))
  const [isReading, setReading] = useState(false)
  const openWallet = useOpenWallet(wallet, question?.signer.namespace, t('siwx.open', { wallet: walletName(wallet) }))
  const required = question?.required ?? false
  const shown = question && 'shown' in question ? question.shown : undefined
  const names = { site: site.name, wallet: walletName(wallet) }
  // Another site's text: whoever signs it signs in there.
  const isForeign = shown?.message !== undefined && shown.message.domain !== (shown.host ?? location.host)
  const state = stateOf(question, isForeign)
  const [title, text] = {
    loading: [t('siwx.loading.title'), t('siwx.loading.text', names)],
    ready: [t('siwx.ready.title'), required ? t('siwx.ready.required', names) : t('siwx.ready.text', names)],
    signing: [t('siwx.signing.title', names), t('siwx.signing.text')],
    verifying: [t('siwx.verifying.title'), t('siwx.verifying.text', names)],
    declined: [t('error.SignatureDeclinedError'), required ? t('siwx.declined.required', names) : t('siwx.declined.text')],
    smart: [t('siwx.smart.title'), t('siwx.smart.text')],
    clock: [t('siwx.clock.title'), t('siwx.clock.text')],
    unavailable: [t('siwx.unavailable.title'), t('siwx.unavailable.text', names)],
    foreign: [t('siwx.foreign.title'), t('siwx.foreign.text')],
  }[state]
  const cancel = () => cancelSignIn(portico)
  const confirm = () => {
    setReading(false)
    void confirmSignIn(portico)
  }

  if (isReading && shown && !isForeign && (state === 'ready' || state === 'declined')) {
    return (
      <MessageText shown={shown} onBack={() => setReading(false)} closable={!required}>
        <Actions>
          <Button onClick={cancel}>{t('siwx.cancel')}</Button>
          <Button variant="primary" onClick={confirm}>
            {t('siwx.sign')}
          </Button>
        </Actions>
      </MessageText>
    )
  }

  const isBad = state === 'declined' || state === 'smart' || state === 'clock' || state === 'unavailable' || state === 'foreign'
  const opens = state === 'signing' ? openWallet : undefined
  const busy = { loading: t('siwx.loading.title'), signing: t('siwx.signing.busy', names), verifying: t('siwx.verifying.title') } as const
  const again = { ready: t('siwx.sign'), unavailable: t('common.again') } as const
  return (
    <ViewFrame
      title={t('siwx.title')}
      closable={!required}
      foot={
        state === 'foreign' ? (
          <Button variant="primary" onClick={cancel}>
            {t('siwx.foreign.leave')}
          </Button>
        ) : (
          <div className="po-col po-g2">
            {opens}
            <Actions>
              <Button onClick={cancel}>{t('siwx.cancel')}</Button>
              {state === 'loading' || state === 'signing' || state === 'verifying' ? (
                <Button variant={opens ? 'secondary' : 'primary'} busy>
                  {busy[state]}
                </Button>
              ) : (
                <Button variant="primary" onClick={confirm}>
                  {state === 'ready' || state === 'unavailable' ? again[state] : t('siwx.again')}
                </Button>
              )}
            </Actions>
          </div>
        )
      }
    >
      <div className="po-mt2">
        <Span
          from={<SiteTile name={site.name} icon={site.icon} />}
          to={<Avatar address={question?.signer.address ?? ''} size={56} />}
          state={isBad ? 'fail' : state === 'ready' ? 'idle' : 'wait'}
          glyph={sign}
        />
      </div>
      <div className="po-mt4" role={isBad ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {shown?.message && <SignInFacts shown={shown} isForeign={isForeign} />}
      {shown && (state === 'ready' || state === 'declined') && (
        <div className="po-mt2 po-center po-meta">
          <LinkButton onClick={() => setReading(true)}>{t('siwx.read')}</LinkButton>
        </div>
      )}
    </ViewFrame>
  )
}

function stateOf(question: SignInQuestion | undefined, isForeign: boolean) {
  if (isForeign) return 'foreign'
  if (question?.status === 'declined') {
    if (question.error instanceof SmartAccountSignInError) return 'smart'
    if (question.error instanceof SignInClockError) return 'clock'
  }
  return question?.status ?? 'loading'
}

/** The wallet that is to sign. */
function walletOf({ connections }: ReturnType<typeof connectionsIn>, question: SignInQuestion | undefined): ConnectorInfo | undefined {
  return (connections.find(({ connector }) => connector.id === question?.signer.connectorId) ?? connections[0])?.connector
}
