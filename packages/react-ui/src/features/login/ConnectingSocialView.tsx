'use client'
import { continueSocialInPage, retryLogin, type LoginState, type SocialProvider } from '@portico/core/embedded'
import { useState } from 'react'
import { Button, ButtonLink } from '@portico/ui/button'
import { arrowUpRight, ban } from '@portico/ui/glyphs'
import { useT } from '../../i18n/useT.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { useSite } from '../../hooks/useSite.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { startSocial } from './start.js'
import { LoginOutcome, Scene, useLoginState } from './LoginOutcome.js'
import { socialNames } from './socialNames.js'

type SocialState = Extract<LoginState, { status: 'social' }>

/** Waits for the window of the account that was chosen. Where the browser opens none, the visitor does, or goes on in this tab. */
export default function ConnectingSocialView({ params: { provider } }: { readonly params: { readonly provider: SocialProvider } }) {
  const portico = usePortico()
  const t = useT()
  const login = useLoginState()
  const kept = useKeptFocus(login.status === 'social' ? login.step : login.status)
  const name = socialNames[provider]
  return (
    <ViewFrame title={name} lead="back" offline={t('connect.offline')}>
      <div ref={kept}>
        {login.status === 'social' && login.provider === provider ? (
          <Social key={login.step} login={login} name={name} />
        ) : login.status === 'connecting' || login.status === 'failed' ? (
          <LoginOutcome login={login} method={provider} />
        ) : (
          // Opened from outside, for example by `openModal`: a window opens in a press alone.
          <Scene method={provider} state="idle" title={t('login.with', { provider: name })} text={t('social.window')}>
            <div className="po-mt5">
              <Button variant="primary" after={arrowUpRight} onClick={() => startSocial(portico, provider)}>
                {t('social.open', { provider: name })}
              </Button>
            </div>
          </Scene>
        )}
      </div>
    </ViewFrame>
  )
}

function Social({ login: { provider, step, uri, match }, name }: { readonly login: SocialState; readonly name: string }) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const [opened, setOpened] = useState(false)
  const again = () => retryLogin(portico)

  if (step === 'closed') {
    return (
      <Scene method={provider} state="fail" title={t('social.closed.title', { provider: name })} text={t('social.closed.text')}>
        <div className="po-mt5">
          <Button variant="primary" after={arrowUpRight} onClick={again}>
            {t('social.again', { provider: name })}
          </Button>
        </div>
      </Scene>
    )
  }
  const says = (
    <>
      {match && (
        <p className="po-meta po-center po-mt5">
          {t('social.match')}{' '}
          <b className="po-strong po-num">
            <bdi dir="ltr">{match}</bdi>
          </b>
        </p>
      )}
      <p className={`po-caption po-center ${match ? 'po-mt2' : 'po-mt5'}`}>{t('social.password', { site: site.name })}</p>
    </>
  )
  if (step === 'blocked') {
    const link = { after: arrowUpRight, variant: opened ? 'secondary' : 'primary' } as const
    const words = opened ? t('social.again', { provider: name }) : t('social.open', { provider: name })
    return (
      <Scene
        method={provider}
        state={opened ? 'wait' : 'idle'}
        glyph={ban}
        title={opened ? t('social.waiting.title', { provider: name }) : t('social.blocked.title')}
        text={opened ? t('social.waiting.text') : t('social.blocked.text')}
      >
        <div className="po-mt5 po-col po-g2">
          {uri === undefined ? (
            <Button variant="primary" busy>
              {words}
            </Button>
          ) : (
            <ButtonLink {...link} href={uri} onClick={() => setOpened(true)}>
              {words}
            </ButtonLink>
          )}
          <Button variant="ghost" disabled={uri === undefined} onClick={() => void continueSocialInPage(portico)}>
            {t('social.here')}
          </Button>
        </div>
        {opened && says}
      </Scene>
    )
  }
  const [title, text] =
    step === 'opening'
      ? [t('social.opening', { provider: name }), t('farcaster.soon')]
      : [t('social.waiting.title', { provider: name }), t('social.waiting.text')]
  return (
    <Scene method={provider} state="wait" title={title} text={text}>
      {says}
    </Scene>
  )
}
