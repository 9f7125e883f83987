import { useId, useRef, useState } from 'react'
import { Columns } from '@portico/ui/columns'
import { mail } from '@portico/ui/glyphs'
import { Help } from '@portico/ui/help'
import { Hero } from '@portico/ui/hero'
import { LinkButton } from '@portico/ui/link'
import { Medal } from '@portico/ui/medal'
import { Otp } from '@portico/ui/otp'
import { StepBar } from '@portico/ui/step-bar'
import { fill } from '../i18n/index.js'
import { KnownBrowser } from './KnownBrowser.js'
import { type Outcome, outcomeOf, said } from './codeOutcome.js'
import { sayError, Shell, useLanguage, useSecondsLeft, useWords } from './parts.js'
import { siteName } from './text.js'
import type { CodeEntry } from './stage.js'

/** Of the change of an address, the page of the site has the first step. */
const steps = { primary: 2, secondary: 3 } as const
const allSteps = 3

/** Of a code. */
const digits = 6

/** Takes the six digits that were mailed, and sends them off at the sixth. They stay in this origin: the site around it has no part in it. */
export function CodeScreen({ entry }: { readonly entry: CodeEntry }) {
  const t = useWords()
  const locale = useLanguage()
  const { mailed, origin, signIn } = entry
  const { step } = mailed
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState<'checking' | 'resending'>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isResent, setResent] = useState(false)
  /** When the service takes another ask, where this page asked too early: as `performance.now()` counts. */
  const [earliest, setEarliest] = useState(0)

  const begin = (next: 'checking' | 'resending') => {
    setBusy(next)
    setOutcome(undefined)
    setResent(false)
  }
  const check = async (otp: string) => {
    begin('checking')
    try {
      await entry.submit(otp)
    } catch (error) {
      const failed = outcomeOf(error, t, locale)
      setOutcome(failed)
      if (failed.kind !== 'unchecked') setCode('')
      field.current?.focus()
    } finally {
      setBusy(undefined)
    }
  }
  const resend = async () => {
    begin('resending')
    try {
      await entry.resend()
      setCode('')
      setResent(true)
    } catch (error) {
      setOutcome({ kind: 'unchecked', text: sayError(error, t, locale) })
      const retryAfter = said(error, 'retryAfter')
      if (said(error, 'reason') === 'cooldown' && typeof retryAfter === 'number') setEarliest(performance.now() + retryAfter * 1000)
    } finally {
      setBusy(undefined)
      field.current?.focus()
    }
  }

  const [title = '', hero = ''] = t.code[step]
  return (
    <Shell title={title} origin={origin} onClose={entry.onCancel}>
      {step !== 'login' && (
        <StepBar step={steps[step]} of={allSteps} label={fill(t.code.step, { n: String(steps[step]), of: String(allSteps) })} />
      )}
      <Hero lead={step === 'login' && <Medal glyph={mail} tone="accent" />} title={hero}>
        {t.code.sent}
        <bdi className="po-strong po-mailto" dir="ltr">
          {mailed.sentTo}
        </bdi>
      </Hero>
      {signIn && (
        <p className="po-caption po-center po-signs-in">
          {t.code.signIn} <span className="po-dom">{siteName(origin)}</span>
          {signIn.statement !== undefined && <q dir="ltr">{signIn.statement}</q>}
        </p>
      )}
      <div>
        <Otp
          ref={field}
          label={t.code.label}
          value={code}
          bad={outcome?.kind === 'wrong'}
          busy={busy !== undefined}
          data-autofocus
          {...(outcome && { 'aria-describedby': id })}
          onChange={setCode}
          onComplete={(otp) => void check(otp)}
        />
        {outcome && (
          <Help id={id} tone={outcome.kind === 'over' ? 'warn' : 'bad'} role="alert">
            {outcome.text}
          </Help>
        )}
      </div>
      <div className="po-checking" role="status">
        {busy === 'checking' ? (
          <>
            <Columns />
            <span className="po-meta">{t.code.checking}</span>
          </>
        ) : (
          isResent && <span className="po-meta">{t.code.resent}</span>
        )}
      </div>
      {outcome?.kind === 'unchecked' && code.length === digits && busy === undefined && (
        <div className="po-meta po-center">
          <LinkButton onClick={() => void check(code)}>{t.account.again}</LinkButton>
        </div>
      )}
      <Resend at={Math.max(mailed.resendAt, earliest)} busy={busy} onPress={() => void resend()} />
      {entry.known && <KnownBrowser known={entry.known} label={t.known.instead} onDone={entry.onKnown} />}
      <p className="po-caption po-center">{t.code.only}</p>
    </Shell>
  )
}

/** The way to another mail, and how long until then. The seconds are shown, and not read out each time. */
function Resend({
  at,
  busy,
  onPress,
}: {
  readonly at: number
  readonly busy: 'checking' | 'resending' | undefined
  readonly onPress: () => void
}) {
  const t = useWords()
  const seconds = useSecondsLeft(at)
  return (
    <div className="po-meta po-center">
      {t.code.missing}{' '}
      {busy === 'resending' ? (
        <span role="status">{t.code.resending}</span>
      ) : seconds > 0 ? (
        <span className="po-num">{fill(t.code.wait, { n: String(seconds) })}</span>
      ) : (
        <LinkButton aria-disabled={busy !== undefined} onClick={() => busy === undefined && onPress()}>
          {t.code.resend}
        </LinkButton>
      )}
    </div>
  )
}
