import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { Medal } from '@portico/ui/medal'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import { fill } from '../i18n/index.js'
import type { IdentityKind } from '@portico/vault-wire'
import { WindowLink } from './ContinueScreen.js'
import { Failure, sayError, Shell, useLanguage, useWords } from './parts.js'

const Qr = lazy(async () => ({ default: (await import('@portico/ui/qr')).Qr }))

/** Names are the same in every language. */
export const accountNames: Readonly<Record<IdentityKind, string>> = { google: 'Google', apple: 'Apple', farcaster: 'Farcaster' }

export interface ShowAccountProps {
  readonly title: string
  readonly origin?: string | undefined
  readonly kind: IdentityKind
  /** Asks the vault, and resolves once it was shown the account. */
  readonly run: (options: {
    readonly kind: IdentityKind
    readonly onOpen: (asked: { readonly url: string; readonly match: string }) => void
    readonly signal: AbortSignal
  }) => Promise<void>
  readonly onDone: () => void
  readonly onBack: () => void
}

/** The owner shows the vault an account elsewhere: in a window of the vault's own, or with the phone that Farcaster is on. */
export function ShowAccount({ title, origin, kind, run, onDone, onBack }: ShowAccountProps) {
  const t = useWords()
  const [asked, setAsked] = useState<{ readonly url: string; readonly match: string }>()
  const [error, setError] = useState<string>()
  const [tries, setTries] = useState(0)
  const locale = useLanguage()
  const latest = useRef({ run, onDone, t, locale })
  useEffect(() => {
    latest.current = { run, onDone, t, locale }
  })
  useEffect(() => {
    const stop = new AbortController()
    latest.current.run({ kind, onOpen: (next) => stop.signal.aborted || setAsked(next), signal: stop.signal }).then(
      () => stop.signal.aborted || latest.current.onDone(),
      (thrown: unknown) => stop.signal.aborted || setError(sayError(thrown, latest.current.t, latest.current.locale)),
    )
    return () => stop.abort()
  }, [kind, tries])

  const again = () => {
    setError(undefined)
    setAsked(undefined)
    setTries((count) => count + 1)
  }
  const name = accountNames[kind]
  const phone = kind === 'farcaster'
  const foot = error ? (
    <Button variant="primary" onClick={again}>
      {t.account.again}
    </Button>
  ) : (
    <WindowLink url={asked?.url} label={fill(t.account.open, { name })} onOpen={() => {}} />
  )
  return (
    <Shell title={title} origin={origin} onBack={onBack} middle foot={foot}>
      {!phone && <Medal glyph={socialGlyphs[kind]} tone="accent" />}
      <h2 className="po-title">{fill(t.account.title, { name })}</h2>
      <p className="po-text">{fill(phone ? t.account.scan : t.account.why, { name })}</p>
      {phone && !error && (
        <Suspense fallback={<Columns />}>
          <Qr text={asked?.url} random label={t.account.qr}>
            <GlyphTile glyph={socialGlyphs[kind]} />
          </Qr>
        </Suspense>
      )}
      {!phone && asked && (
        <>
          <p className="po-figure" data-role="match" role="status">
            {asked.match}
          </p>
          <p className="po-meta">{t.recover.mailWait}</p>
        </>
      )}
      {error && <Failure>{error}</Failure>}
      {!error && <Columns />}
    </Shell>
  )
}
