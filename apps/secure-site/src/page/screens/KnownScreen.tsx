import { useEffect, useRef, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { desktop, user } from '@portico/ui/glyphs'
import { Fact, Facts } from '@portico/ui/key-value'
import { LinkButton } from '@portico/ui/link'
import { Medal } from '@portico/ui/medal'
import { watchRequest } from '../guard/watch.js'
import { fill } from '../i18n/index.js'
import { KnownBrowser } from './KnownBrowser.js'
import { Shell, useWords } from './parts.js'
import type { Screen } from './stage.js'
import { siteName } from './text.js'

type KnownProps = Omit<Extract<Screen, { kind: 'known' }>, 'kind'>

/**
 * In the window that knows the browser: whether the site may go on with the account. The press counts as one on Approve does, once this was
 * seen for a moment (S10): nobody is to press it who meant something else.
 */
export function KnownScreen({ origin, remember, account, onContinue, onReject, onForget }: KnownProps) {
  const t = useWords()
  const root = useRef<HTMLElement>(null)
  const press = useRef<HTMLButtonElement>(null)
  const [status, setStatus] = useState<'unseen' | 'arming' | 'armed'>('unseen')
  const latest = useRef(onContinue)
  useEffect(() => {
    latest.current = onContinue
  })
  useEffect(() => {
    if (!root.current || !press.current) return
    const guard = watchRequest({
      root: root.current,
      approve: press.current,
      by: 'geometry',
      onChange: setStatus,
      onApprove: () => latest.current(),
    })
    return () => guard.stop()
  }, [])
  const site = siteName(origin)
  return (
    <Shell
      title={t.title.ended}
      origin={origin}
      pageRef={root}
      asks
      middle
      foot={
        <Actions>
          <Button data-role="reject" onClick={onReject}>
            {t.button.cancel}
          </Button>
          <Button ref={press} variant="primary" data-role="continue" data-arming={status} aria-disabled={status !== 'armed'}>
            {remember ? t.known.remember : t.button.goOn}
          </Button>
        </Actions>
      }
    >
      <Medal glyph={user} tone="accent" />
      <h2 className="po-title">{remember ? t.known.rememberTitle : fill(t.known.title, { site })}</h2>
      <p className="po-text">{remember ? t.known.rememberWhy : fill(t.known.why, { site })}</p>
      {account !== undefined && (
        <Facts lined>
          <Fact term={t.who.account} tall>
            <bdi className="po-mailto">{account}</bdi>
          </Fact>
        </Facts>
      )}
      {onForget && (
        <p className="po-meta po-center">
          {t.known.notYou} <LinkButton onClick={onForget}>{t.known.forget}</LinkButton>
        </p>
      )}
    </Shell>
  )
}

type ToWindowProps = Omit<Extract<Screen, { kind: 'toWindow' }>, 'kind'>

/** In the frame: the way to that window. */
export function ToWindowScreen({ origin, known, onDone, onCancel }: ToWindowProps) {
  const t = useWords()
  return (
    <Shell title={t.known.go} origin={origin} onClose={onCancel} middle>
      <Medal glyph={desktop} tone="accent" />
      <h2 className="po-title">{t.known.go}</h2>
      <p className="po-text">{t.known.goWhy}</p>
      <KnownBrowser main known={known} label={t.known.open} onDone={onDone} />
    </Shell>
  )
}
