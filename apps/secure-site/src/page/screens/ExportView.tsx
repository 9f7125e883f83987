import { useCallback, useEffect, useRef, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { eye } from '@portico/ui/glyphs'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { digitsOf } from '@portico/ui/otp'
import { fill } from '../i18n/index.js'
import { outcomeOf } from './codeOutcome.js'
import { WindowLink } from './ContinueScreen.js'
import { momentOf } from './figures.js'
import { type FactorKind, FactorField, OtherFactors, factorsOf } from './factors.js'
import { Failure, LabelledField, Shell, useAct, useLanguage, useWords } from './parts.js'
import type { ExportState, Safety } from './stage.js'

/** The way to the words: the waiting time, the code or factor, and then a window of their own, never this frame. */
export function ExportView({ safety, onBack }: { readonly safety: Safety; readonly onBack: () => void }) {
  const t = useWords()
  const locale = useLanguage()
  const [state, setState] = useState<ExportState>()
  const [mailed, setMailed] = useState(false)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<FactorKind>()
  const [url, setUrl] = useState<string>()
  const { busy, error, until, act } = useAct()
  const start = useCallback(async () => {
    const begun = await safety.startExport()
    setState(begun)
    setMailed(begun.step === 'code' && begun.mailed === true)
  }, [safety])
  useEffect(() => void act('start', start), [act, start])

  const held = state?.step === 'factor' && url === undefined ? factorsOf(state) : []
  const factor = chosen ?? held[0]
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState<string>()
  const latest = useRef(0)
  const show = (given: Parameters<Safety['exportWords']>[0]) =>
    act('show', async (signal) => {
      setRefused(undefined)
      const prepared = await safety.exportWords({ ...given, signal }).catch((error: unknown) => {
        const outcome = outcomeOf(error, t, locale)
        if (given.code === undefined || outcome.kind === 'unchecked') throw error
        setTyped('')
        setRefused(outcome.text)
        // None counts any more: the way to another one comes back.
        if (outcome.kind === 'over') setMailed(false)
      })
      if (!prepared) return
      const mine = (latest.current += 1)
      setTyped('')
      setShown(false)
      setUrl(prepared.url)
      // An address is for one look: whoever wants another one shows again that it is them.
      void prepared.shown.then((isShown) => {
        if (mine !== latest.current) return
        setUrl(undefined)
        setMailed(false)
        setShown(isShown)
      })
    })
  const time = state?.step === 'wait' ? momentOf(state.notBefore, locale) : ''

  return (
    <Shell
      title={t.security.export}
      onBack={onBack}
      foot={url === undefined ? foot() : <WindowLink url={url} label={t.security.openWords} onOpen={() => {}} />}
    >
      <Medal glyph={eye} tone="accent" />
      <h2 className="po-title">{t.security.export}</h2>
      <p className="po-text">{t.security.exportWhy}</p>
      {!state && !error && <Columns />}
      {state?.step === 'wait' && <Note tone="warn">{fill(t.security.exportWait, { time })}</Note>}
      {state && (url !== undefined || shown) && (
        <Note tone="ok" role="status">
          {t.security.exportReady}
        </Note>
      )}
      {state?.step === 'code' && mailed && url === undefined && (
        <LabelledField
          dir="ltr"
          label={t.security.exportCode}
          hint={t.security.exportMailed}
          value={typed}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={busy ? undefined : refused}
          onChange={(text) => setTyped(digitsOf(text).slice(0, 6))}
        />
      )}
      {state?.step === 'code' && !mailed && refused && <Failure>{refused}</Failure>}
      {state?.step === 'factor' && url === undefined && <p className="po-text">{t.security.exportFactor}</p>}
      {held.length > 0 && factor && <FactorField key={factor} kind={factor} value={typed} onChange={setTyped} />}
      {error && <Failure until={until}>{error}</Failure>}
      <OtherFactors
        held={held}
        kind={factor}
        onChoose={(kind) => {
          setChosen(kind)
          setTyped('')
        }}
      />
    </Shell>
  )

  function foot() {
    const mail = () =>
      void act('mail', async () => {
        setRefused(undefined)
        await safety.mailExportCode()
        setMailed(true)
      })
    if (state?.step === 'code' && !mailed) {
      return (
        <Button variant="primary" busy={busy === 'mail'} onClick={mail}>
          {t.security.exportMail}
        </Button>
      )
    }
    if (state?.step === 'code') {
      const goOn = (
        <Button variant="primary" busy={busy === 'show'} disabled={typed.length !== 6} onClick={() => void show({ code: typed })}>
          {t.button.goOn}
        </Button>
      )
      // The mail that an earlier page asked for may not be at hand any more.
      return state.mailed ? (
        <Actions>
          <Button busy={busy === 'mail'} onClick={mail}>
            {t.security.exportMail}
          </Button>
          {goOn}
        </Actions>
      ) : (
        goOn
      )
    }
    if (state?.step === 'factor') {
      const isTyped = factor === 'recoveryCode' || factor === 'passphrase'
      return (
        <Button
          variant="primary"
          busy={busy === 'show'}
          disabled={isTyped && typed.trim() === ''}
          onClick={() => void show(isTyped ? { [factor]: typed } : {})}
        >
          {isTyped ? t.button.goOn : t.recover.passkey}
        </Button>
      )
    }
    return undefined
  }
}
