'use client'
import { UserRejectedError } from '@portico/core'
import { embeddedStore, LoginExpiredError, retryLogin, type LoginMethod, type LoginState } from '@portico/core/embedded'
import { resetView } from '@portico/core/kit'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '@portico/ui/button'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { mail, refresh } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { SiteTile } from '@portico/ui/site-tile'
import { SocialArt } from '@portico/ui/social-art'
import { Span } from '@portico/ui/span'
import { Tile } from '@portico/ui/tile'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { isConnected } from '../../modal/isConnected.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { socialNames } from './socialNames.js'
import { useLoginErrorText } from '../../mail-code/useLoginErrorText.js'

/**
 * The login that is under way, or none. One that is over is what it was for as long as its view is still drawn: while that goes away,
 * and while a visitor who has logged in is asked for more before they are let through.
 */
export function useLoginState(): LoginState {
  const portico = usePortico()
  const login = usePorticoStore(embeddedStore, (state) => state.login)
  const isOnScreen = useOnScreen()
  const [last, setLast] = useState(login)
  if (login.status === 'idle' && (!isOnScreen() || (last.status === 'connecting' && isConnected(portico)))) return last
  if (login !== last) setLast(login)
  return login
}

/** The picture of a way to log in, 56 px. */
export const MethodTile = ({ method }: { readonly method: LoginMethod }) =>
  method === 'email' ? (
    <GlyphTile glyph={mail} size={56} tone="accent" />
  ) : (
    <Tile name={socialNames[method]} size={56}>
      <SocialArt name={method} />
    </Tile>
  )

export interface SceneProps {
  readonly method: LoginMethod
  readonly state: 'wait' | 'ok' | 'fail' | 'idle'
  readonly glyph?: Parameters<typeof Span>[0]['glyph']
  readonly title: string
  readonly text: ReactNode
  /** Under the text. */
  readonly children?: ReactNode
}

/** The site and the way to log in under one arch, and what happens between them. */
export function Scene({ method, state, glyph, title, text, children }: SceneProps) {
  const site = useSite()
  return (
    <>
      <div className="po-mt2">
        <Span from={<SiteTile {...site} />} to={<MethodTile method={method} />} state={state} glyph={glyph} />
      </div>
      <div className="po-mt4" role={state === 'fail' ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {children}
    </>
  )
}

/** How a login ended: logged in, not at all, or given up elsewhere. With a way on from each. */
export function LoginOutcome({
  login,
  method,
}: {
  readonly login: Extract<LoginState, { status: 'connecting' | 'failed' | 'idle' }>
  readonly method: LoginMethod
}) {
  const portico = usePortico()
  const t = useT()
  const errorText = useLoginErrorText()
  if (login.status === 'connecting') return <Scene method={method} state="ok" title={t('login.in')} text={t('login.opening')} />
  const again = () => {
    if (login.status === 'failed') return retryLogin(portico)
    wayTo(portico, 'Connect', resetView)?.()
  }
  const provider = method === 'email' ? '' : socialNames[method]
  const [title, text] =
    login.status === 'idle'
      ? [t('login.none.title'), t('login.none.text')]
      : login.error instanceof UserRejectedError
        ? [t('login.declined'), t('login.late.text')]
        : login.error instanceof LoginExpiredError
          ? [t('login.late.title'), t('login.late.text')]
          : [
              isDeclined(login.error) ? t('login.declined') : method === 'email' ? t('login.failed') : t('social.failed', { provider }),
              errorText(login.error),
            ]
  return (
    <Scene method={method} state={login.status === 'idle' ? 'idle' : 'fail'} title={title} text={text}>
      <div className="po-mt5">
        <Button variant="primary" icon={refresh} onClick={again}>
          {login.status === 'idle' ? t('login.start') : t('common.again')}
        </Button>
      </div>
    </Scene>
  )
}

/** The visitor turned away at the provider, or in the mail: nothing has failed. */
const isDeclined = (error: Error) => {
  const reason: unknown = Reflect.get(error, 'reason')
  return reason === 'social_cancelled' || reason === 'declined'
}
