import type { WalletSecurity } from '@portico/core/embedded'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { check, copy as copyGlyph, desktop, download, eye, file, key, user } from '@portico/ui/glyphs'
import { Fact, Facts } from '@portico/ui/key-value'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import type { IdentityKind } from '@portico/vault-wire'
import { fill } from '../i18n/index.js'
import type { VaultIdentities } from '../keys/index.js'
import type { UnlockStep } from '../types.js'
import { BrowsersView } from './BrowsersView.js'
import { Address, LabelledField, Shell, useAct, useWords } from './parts.js'
import { RecoverScreen } from './RecoverScreen.js'
import { accountNames, ShowAccount } from './ShowAccount.js'
import type { Safety } from './stage.js'
import { ExportView } from './ExportView.js'
import { siteName } from './text.js'

type Place =
  | { readonly at: 'start' }
  | { readonly at: 'recover'; readonly step: Exclude<UnlockStep, { kind: 'none' }>; readonly then: () => void }
  | { readonly at: 'code'; readonly code: string; readonly confirm: (typed: string) => Promise<void> }
  | { readonly at: 'export' }
  | { readonly at: 'browsers' }
  | { readonly at: 'account'; readonly kind: IdentityKind }

/** How safe the wallet is, in honest words, and what makes it safer. */
export function SecurityScreen({ safety }: { readonly safety: Safety }) {
  const t = useWords()
  const [known, setKnown] = useState<WalletSecurity>()
  const [place, setPlace] = useState<Place>({ at: 'start' })
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const start = () => setPlace({ at: 'start' })

  const [accounts, setAccounts] = useState<VaultIdentities>()
  const read = useCallback(async () => {
    const next = await safety.security()
    setKnown(next)
    // Where only the owner's factors open the wallet no account does.
    setAccounts(next.mode === 'user' ? undefined : await safety.identities().catch(() => undefined))
  }, [safety])
  useEffect(() => void act('read', read), [act, read])

  /** Does something that needs this browser's share, and gets one first where it has none. */
  const unlocked = (name: string, work: () => Promise<void>) =>
    act(name, async () => {
      setSaid(undefined)
      const step = await safety.unlockStep()
      if (step.kind === 'none') return work()
      setPlace({ at: 'recover', step, then: () => void act(name, work) })
    })

  if (place.at === 'recover') {
    const { step, then } = place
    return (
      <RecoverScreen
        within
        recovery={{
          ...safety.recovery,
          step,
          onReject: start,
          onDone() {
            start()
            void read().catch(() => {})
            then()
          },
        }}
      />
    )
  }
  if (place.at === 'code') {
    return (
      <NewCode
        code={place.code}
        about={fill(t.security.codeFile, { address: safety.address, site: siteName(safety.recovery.origin) })}
        onBack={start}
        onConfirm={async (typed) => {
          await place.confirm(typed)
          start()
          setSaid(t.security.codeDone)
          await read()
        }}
      />
    )
  }
  if (place.at === 'export') return <ExportView safety={safety} onBack={start} />
  if (place.at === 'browsers') return <BrowsersView safety={safety} onBack={start} />
  if (place.at === 'account') {
    const done = () => {
      start()
      setSaid(fill(t.protect.accountDone, { name: accountNames[place.kind] }))
      void act('read', read)
    }
    return <ShowAccount title={t.title.security} kind={place.kind} run={safety.addIdentity} onDone={done} onBack={start} />
  }

  const mode = known && t.security.mode[known.mode]
  return (
    <Shell title={t.title.security} onClose={safety.onClose}>
      {!known && !error && <Columns />}
      {known && mode && (
        <>
          {known.recoverable === false ? (
            <Note tone="warn" title={t.protect.only}>
              {t.protect.why}
            </Note>
          ) : (
            <Note tone={known.mode === 'user' ? 'ok' : undefined} title={mode[0]}>
              {mode[1]}
            </Note>
          )}
          <Facts lined>
            {safety.email && <Fact term={t.security.who}>{safety.email}</Fact>}
            <Fact term={t.who.account} tall>
              <Address>{safety.address}</Address>
            </Fact>
            <Fact term={t.security.passkeys}>{known.passkeys || t.security.no}</Fact>
            <Fact term={t.security.code}>{known.recoveryCode ? t.security.yes : t.security.no}</Fact>
          </Facts>
          <p className={`po-meta ${known.device ? 'po-ok' : 'po-warn'}`}>{known.device ? t.security.device : t.security.noDevice}</p>
          {said && (
            <Note tone="ok" role="status">
              {said}
            </Note>
          )}
          <List>
            <ListItem
              lead={<GlyphTile glyph={key} />}
              chevron={busy !== 'passkey'}
              busy={busy === 'passkey'}
              onClick={() =>
                void unlocked('passkey', async () => {
                  await safety.addPasskey()
                  setSaid(t.security.passkeyDone)
                  await read()
                })
              }
            >
              {t.security.addPasskey}
            </ListItem>
            <ListItem
              lead={<GlyphTile glyph={file} />}
              chevron={busy !== 'code'}
              busy={busy === 'code'}
              onClick={() =>
                void unlocked('code', async () => {
                  const { code, confirm } = await safety.createRecoveryCode()
                  setPlace({ at: 'code', code, confirm })
                })
              }
            >
              {known.recoveryCode ? t.security.newCode : t.security.makeCode}
            </ListItem>
            {accounts?.offered.map((kind) => (
              <ListItem
                key={kind}
                lead={<GlyphTile glyph={user} />}
                {...(accounts.known.some((each) => each.kind === kind) && { sub: t.security.yes })}
                chevron={busy !== kind}
                busy={busy === kind}
                onClick={() => void unlocked(kind, async () => setPlace({ at: 'account', kind }))}
              >
                {fill(t.protect.account, { name: accountNames[kind] })}
              </ListItem>
            ))}
            <ListItem
              lead={<GlyphTile glyph={desktop} />}
              chevron={busy !== 'browsers'}
              busy={busy === 'browsers'}
              onClick={() => void unlocked('browsers', async () => setPlace({ at: 'browsers' }))}
            >
              {t.browsers.title}
            </ListItem>
            <ListItem
              lead={<GlyphTile glyph={eye} />}
              chevron={busy !== 'export'}
              busy={busy === 'export'}
              onClick={() => void unlocked('export', async () => setPlace({ at: 'export' }))}
            >
              {t.security.export}
            </ListItem>
          </List>
        </>
      )}
      {error && <Note tone="bad">{error}</Note>}
    </Shell>
  )
}

/** The ways to take a code along: to the clipboard, as a file, on paper. */
function KeepCode({ code, about }: { readonly code: string; readonly about: string }) {
  const t = useWords()
  const [copied, setCopied] = useState(false)
  const { error, act } = useAct()
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${about}\n\n${code}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'recovery-code.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  const copy = () =>
    act('copy', async () => {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    })
  return (
    <>
      <div className="po-keep">
        <Button size="sm" variant="soft" full={false} icon={copied ? check : copyGlyph} onClick={() => void copy()}>
          {copied ? t.security.copied : t.security.copy}
        </Button>
        <Button size="sm" variant="soft" full={false} icon={download} onClick={save}>
          {t.security.save}
        </Button>
        <Button size="sm" variant="soft" full={false} icon={file} onClick={() => print()}>
          {t.security.print}
        </Button>
      </div>
      <span className="po-sr" role="status">
        {copied && t.security.copied}
      </span>
      {error && <Note tone="bad">{error}</Note>}
    </>
  )
}

/** Shows a new recovery code once, and asks for it, so that it was written down. */
export function NewCode({
  code,
  about,
  onBack,
  onConfirm,
}: {
  readonly code: string
  /** Whose code it is, in a sentence. */
  readonly about: string
  readonly onBack: () => void
  readonly onConfirm: (typed: string) => Promise<void>
}) {
  const t = useWords()
  const [typing, setTyping] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, error, act } = useAct()
  if (!typing) {
    return (
      <Shell
        title={t.security.code}
        onBack={onBack}
        foot={
          <Button variant="primary" onClick={() => setTyping(true)}>
            {t.button.goOn}
          </Button>
        }
      >
        <Medal glyph={file} tone="accent" />
        <h2 className="po-title">{t.security.codeTitle}</h2>
        <p className="po-text">{t.security.codeWhy}</p>
        <Card className="po-code" data-role="recovery-code">
          {code}
        </Card>
        <KeepCode code={code} about={about} />
      </Shell>
    )
  }
  return (
    <Shell
      title={t.security.code}
      onBack={() => setTyping(false)}
      foot={
        <Button
          variant="primary"
          busy={busy !== undefined}
          disabled={typed.trim() === ''}
          onClick={() => void act('confirm', () => onConfirm(typed))}
        >
          {t.button.done}
        </Button>
      }
    >
      <LabelledField label={t.security.codeConfirm} hint={t.recover.codeHint} value={typed} onChange={setTyped} error={error} />
    </Shell>
  )
}
