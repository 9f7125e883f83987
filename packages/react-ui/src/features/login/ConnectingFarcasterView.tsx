'use client'
import { LoginExpiredError, retryLogin, startFarcasterLogin } from '@portico/core/embedded'
import { currentDevice } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@portico/ui/button'
import { arrowUpRight, refresh } from '@portico/ui/glyphs'
import { Qr } from '@portico/ui/qr'
import { useT } from '../../i18n/useT.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { CopyLink } from '../../wallets/CopyLink.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { LoginOutcome, MethodTile, Scene, useLoginState } from './LoginOutcome.js'

/** Logs in with Farcaster: by a code for the phone, or on the phone itself by its app. */
export default function ConnectingFarcasterView() {
  const portico = usePortico()
  const t = useT()
  const login = useLoginState()
  const kept = useKeptFocus(login.status)
  // Opened from outside, for example by `openModal`: nobody has begun yet.
  useEffect(() => {
    if (login.status === 'idle') startFarcasterLogin(portico).catch(() => undefined)
    // On the way in alone: a login that ends later is not begun again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [portico])
  return (
    <ViewFrame title="Farcaster" lead="back" offline={t('connect.offline')}>
      <div ref={kept}>
        {login.status === 'farcaster' ? (
          <Farcaster url={login.url} />
        ) : login.status === 'failed' && login.error instanceof LoginExpiredError && !currentDevice().mobile ? (
          <Code
            text={t('wc.expired')}
            over={
              <Button variant="primary" size="md" full={false} icon={refresh} onClick={() => retryLogin(portico)}>
                {t('wc.new')}
              </Button>
            }
          />
        ) : (
          <LoginOutcome
            login={login.status === 'connecting' || login.status === 'failed' ? login : { status: 'idle' }}
            method="farcaster"
          />
        )}
      </div>
    </ViewFrame>
  )
}

function Farcaster({ url }: { readonly url: string | undefined }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  if (url === undefined) return <Scene method="farcaster" state="wait" title={t('farcaster.preparing')} text={t('farcaster.soon')} />
  if (currentDevice().mobile) {
    const words = opened ? t('social.again', { provider: 'Farcaster' }) : t('social.open', { provider: 'Farcaster' })
    return (
      <Scene method="farcaster" state="wait" title={t('farcaster.phone.title')} text={t('farcaster.phone.text')}>
        <div className="po-mt5 po-col po-g2">
          <ButtonLink variant="primary" after={arrowUpRight} href={url} onClick={() => setOpened(true)}>
            {words}
          </ButtonLink>
          <CopyLink uri={url} variant="ghost" />
        </div>
      </Scene>
    )
  }
  return <Code text={t('farcaster.scan')} uri={url} />
}

interface CodeProps {
  /** Undefined once the code no longer works. */
  readonly uri?: string
  readonly over?: ReactNode
  /** What to do with it, or what became of it. */
  readonly text: string
}

function Code({ uri, over, text }: CodeProps) {
  const t = useT()
  return (
    <>
      <Qr text={uri} label={t('farcaster.code')} over={over}>
        <MethodTile method="farcaster" />
      </Qr>
      <p className="po-text po-center po-mt4" role="status">
        {text}
      </p>
      <div className="po-mt3">
        <CopyLink uri={uri} size="md" />
      </div>
    </>
  )
}
