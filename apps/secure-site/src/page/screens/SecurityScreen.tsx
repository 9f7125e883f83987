import type { WalletSecurity } from '@portico/core/embedded'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { eye, file, user } from '@portico/ui/glyphs'
import { Fact, Facts } from '@portico/ui/key-value'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import type { UnlockStep } from '../types.js'
import { Address, LabelledField, Shell, useAct, useWords } from './parts.js'
import { RecoverScreen } from './RecoverScreen.js'
import type { Safety } from './stage.js'
import { ExportView } from './ExportView.js'

type Place =
  | { readonly at: 'start' }
  | { readonly at: 'recover'; readonly step: Exclude<UnlockStep, { kind: 'none' }>; readonly then: () => void }
  | { readonly at: 'code'; readonly code: string; readonly confirm: (typed: string) => Promise<void> }
  | { readonly at: 'export' }

/** How safe the wallet is, in honest words, and what makes it safer. */
export function SecurityScreen({ safety }: { readonly safety: Safety }) {
  const t = useWords()
  const [known, setKnown] = useState<WalletSecurity>()
  const [place, setPlace] = useState<Place>({ at: 'start' })
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const start = () => setPlace({ at: 'start' })

  const read = useCallback(async () => setKnown(await safety.security()), [safety])
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

  const mode = known && t.security.mode[known.mode]
  return (
    <Shell title={t.title.security} onClose={safety.onClose}>
      {!known && !error && <Columns />}
      {known && mode && (
        <>
          <Note tone={known.mode === 'user' ? 'ok' : undefined} title={mode[0]}>
            {mode[1]}
          </Note>
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
              lead={<GlyphTile glyph={user} />}
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

/** Shows a new recovery code once, and asks for it, so that it was written down. */
function NewCode({
  code,
  onBack,
  onConfirm,
}: {
  readonly code: string
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
