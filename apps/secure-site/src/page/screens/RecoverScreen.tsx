import { useEffect, useRef, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { key, mail as letter } from '@portico/ui/glyphs'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import { accountNames, ShowAccount } from './ShowAccount.js'
import { type FactorKind, FactorField, OtherFactors, factorsOf } from './factors.js'
import { Failure, Shell, useAct, useWords } from './parts.js'
import type { IdentityKind } from '@portico/vault-wire'
import { fill } from '../i18n/index.js'
import type { Recovery } from './stage.js'

export interface RecoverScreenProps {
  readonly recovery: Recovery
  /** It is a step of the wallet's safety, to which its way back leads; else the request that waits is rejected. */
  readonly within?: boolean
}

/** Brings the wallet's parts together in a browser that has none: by a mailed link, a passkey, the recovery code or the passphrase. */
export function RecoverScreen({ recovery, within = false }: RecoverScreenProps) {
  const t = useWords()
  const [match, setMatch] = useState<string>()
  const [mailing, setMailing] = useState(false)
  const held = recovery.step.kind === 'factor' ? factorsOf(recovery.step) : []
  const [factor, setFactor] = useState<FactorKind | undefined>(held[0])
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState<IdentityKind>()
  const ended = useRef<AbortController>(undefined)
  const { busy, error, until, act } = useAct()
  useEffect(() => () => ended.current?.abort(), [])

  const waitForMail = async (ask: typeof recovery.byMail | typeof recovery.resumeByMail) => {
    ended.current?.abort()
    const { signal } = (ended.current = new AbortController())
    setMatch(undefined)
    setMailing(true)
    try {
      // What was not waited for is not done.
      if ((await ask({ onMatch: setMatch, signal })) !== false) recovery.onDone()
    } finally {
      if (!signal.aborted) setMailing(false)
    }
  }
  const mail = () => act('mail', () => waitForMail(recovery.byMail))
  const mayWait = recovery.step.kind === 'vault' && recovery.step.mail
  // A page before this one may have had the mail sent.
  const resume = useRef(() => act('resume', () => waitForMail(recovery.resumeByMail)))
  useEffect(() => void (mayWait && resume.current()), [mayWait])
  const turnAway = () => {
    ended.current?.abort()
    if (mailing) void recovery.endByMail().catch(() => {})
    recovery.onReject()
  }
  const leave = within ? { onBack: turnAway } : { onClose: turnAway }
  const prove = () =>
    act('factor', async (signal) => {
      if (factor === 'recoveryCode') await recovery.byCode(typed)
      else if (factor === 'passphrase') await recovery.byPassphrase(typed)
      else await recovery.byPasskey({ signal })
      recovery.onDone()
    })

  if (mailing && match !== undefined) {
    return (
      <Shell
        title={t.title.recover}
        origin={recovery.origin}
        {...leave}
        middle
        foot={<Button onClick={turnAway}>{t.button.cancel}</Button>}
      >
        <Medal glyph={letter} tone="accent" />
        <h2 className="po-title">{t.recover.mailSent}</h2>
        <p className="po-text">{t.recover.mailMatch}</p>
        <p className="po-figure" data-role="match" role="status">
          {match}
        </p>
        <p className="po-meta">{t.recover.mailWait}</p>
        <Columns />
      </Shell>
    )
  }
  if (account) {
    return (
      <ShowAccount
        title={t.title.recover}
        origin={recovery.origin}
        kind={account}
        run={recovery.byIdentity}
        onDone={recovery.onDone}
        onBack={() => setAccount(undefined)}
      />
    )
  }
  const { step } = recovery
  const isTyped = factor === 'recoveryCode' || factor === 'passphrase'
  const nothing = step.kind === 'vault' && !step.mail && step.identities.length === 0
  // The first way is the button; the others are rows.
  const [first, ...others] = step.kind === 'vault' ? [...(step.mail ? (['mail'] as const) : []), ...step.identities] : []
  const labelOf = (kind: IdentityKind) => fill(t.account.use, { name: accountNames[kind] })
  return (
    <Shell
      title={t.title.recover}
      origin={recovery.origin}
      {...leave}
      foot={
        <Actions>
          <Button data-role="reject" onClick={turnAway}>
            {t.button.cancel}
          </Button>
          {first === 'mail' ? (
            <Button variant="primary" busy={busy === 'mail'} onClick={() => void mail()}>
              {t.recover.mail}
            </Button>
          ) : first ? (
            <Button variant="primary" onClick={() => setAccount(first)}>
              {labelOf(first)}
            </Button>
          ) : nothing ? null : (
            <Button variant="primary" busy={busy === 'factor'} disabled={isTyped && typed.trim() === ''} onClick={() => void prove()}>
              {isTyped ? t.button.goOn : t.recover.passkey}
            </Button>
          )}
        </Actions>
      }
    >
      <Medal glyph={key} tone="accent" />
      <h2 className="po-title">{t.recover.title}</h2>
      <p className="po-text">{t.recover.why}</p>
      <p className="po-text">
        {nothing ? t.recover.elsewhere : first === 'mail' ? t.recover.mailHint : first ? t.recover.accountHint : t.recover.factorWhy}
      </p>
      {factor && <FactorField key={factor} kind={factor} value={typed} onChange={setTyped} error={busy ? undefined : error} />}
      {error && !isTyped && <Failure until={until}>{error}</Failure>}
      {others.length > 0 && (
        <List>
          {others.map(
            (kind) =>
              kind !== 'mail' && (
                <ListItem key={kind} lead={<GlyphTile glyph={socialGlyphs[kind]} />} chevron onClick={() => setAccount(kind)}>
                  {labelOf(kind)}
                </ListItem>
              ),
          )}
        </List>
      )}
      <OtherFactors
        held={held}
        kind={factor}
        onChoose={(kind) => {
          setFactor(kind)
          setTyped('')
        }}
      />
    </Shell>
  )
}
