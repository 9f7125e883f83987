import type { WalletSecurity } from '@portico/core/embedded'
import { useCallback, useEffect, useState } from 'react'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { check, desktop, eye, file, key, lock, sign, user } from '@portico/ui/glyphs'
import { Fact, Facts } from '@portico/ui/key-value'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import type { IdentityKind } from '@portico/vault-wire'
import { fill } from '../i18n/index.js'
import type { VaultIdentities } from '../keys/index.js'
import type { Signs, UnlockStep } from '../types.js'
import type { Returned } from './control.js'
import { ControlRows, ControlView } from './ControlRows.js'
import { BrowsersView } from './BrowsersView.js'
import { KnownBrowser, type KnownWindow } from './KnownBrowser.js'
import { LoginsView } from './LoginsView.js'
import { NewCode } from './NewCode.js'
import { NewPassphrase } from './NewPassphrase.js'
import { PasskeysView } from './PasskeysView.js'
import { Address, Failure, Shell, useAct, useWords } from './parts.js'
import { EndOnChain, PermissionsView } from './PermissionsView.js'
import { RecoverScreen } from './RecoverScreen.js'
import { accountNames, ShowAccount } from './ShowAccount.js'
import type { ChainEnding, GrantedToSite, Safety } from './stage.js'
import { ExportView } from './ExportView.js'
import { siteName } from './text.js'

type Place =
  | { readonly at: 'start' }
  | { readonly at: 'recover'; readonly step: Exclude<UnlockStep, { kind: 'none' }>; readonly then: () => void }
  | { readonly at: 'code'; readonly code: string; readonly confirm: (typed: string) => Promise<void> }
  | { readonly at: 'passphrase' }
  | { readonly at: 'export' }
  | { readonly at: 'passkeys' }
  | { readonly at: 'browsers' }
  | { readonly at: 'logins' }
  | { readonly at: 'permissions' }
  | { readonly at: 'ending'; readonly granted: GrantedToSite; readonly ending: ChainEnding }
  | { readonly at: 'known'; readonly known: KnownWindow }
  | { readonly at: 'account'; readonly kind: IdentityKind }
  | { readonly at: 'control'; readonly to: Returned['to'] }

/** How long, in milliseconds, the screen waits to hear which accounts can open the wallet, or log in. It goes without their rows after that. */
const identitiesMs = 3000

/** How safe the wallet is, in honest words, and what makes it safer. */
export function SecurityScreen({ safety, returned }: { readonly safety: Safety; readonly returned?: Returned | undefined }) {
  const t = useWords()
  const [known, setKnown] = useState<WalletSecurity>()
  const [signs, setSigns] = useState<Signs>('no')
  const [place, setPlace] = useState<Place>(returned ? { at: 'control', to: returned.to } : { at: 'start' })
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const start = () => setPlace({ at: 'start' })

  const [accounts, setAccounts] = useState<VaultIdentities>()
  const [hasLogins, setHasLogins] = useState(false)
  const read = useCallback(async () => {
    // All at once: a row that came later would have another one under the pointer that is about to press.
    const soon = new Promise<undefined>((resolve) => setTimeout(resolve, identitiesMs))
    const [next, here, identities, logins] = await Promise.all([
      safety.security(),
      safety.signs(),
      Promise.race([safety.identities().catch(() => undefined), soon]),
      Promise.race([safety.logins().catch(() => undefined), soon]),
    ])
    setKnown(next)
    setSigns(here)
    // Of one alone nothing can be removed.
    setHasLogins((logins?.length ?? 0) > 1)
    // Where only the owner's factors open the wallet no account does.
    setAccounts(next.mode === 'user' ? undefined : identities)
  }, [safety])
  useEffect(() => void act('read', read), [act, read])

  /** Does something that needs this browser's share, and gets one first where it has none. */
  const unlocked = (name: string, work: (signal: AbortSignal) => Promise<void>) =>
    act(name, async (signal) => {
      setSaid(undefined)
      const step = await safety.unlockStep()
      if (step.kind === 'none') return work(signal)
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
  if (place.at === 'passphrase') {
    const done = async (sentence: string) => {
      start()
      setSaid(sentence)
      await read()
    }
    return (
      <NewPassphrase
        onBack={start}
        onAdd={async (typed) => {
          await safety.addPassphrase(typed)
          await done(t.passphrase.done)
        }}
        {...(known?.passphrase && {
          onRemove: async () => {
            await safety.removePassphrase()
            await done(t.passphrase.removed)
          },
        })}
      />
    )
  }
  if (place.at === 'export') return <ExportView safety={safety} onBack={start} />
  if (place.at === 'control' && safety.control)
    return <ControlView to={place.to} control={safety.control} returned={returned} onBack={start} />
  if (place.at === 'passkeys') {
    const back = () => {
      start()
      void act('read', read)
    }
    return <PasskeysView safety={safety} onBack={back} />
  }
  if (place.at === 'browsers') return <BrowsersView safety={safety} onBack={start} />
  if (place.at === 'logins') return <LoginsView safety={safety} onBack={start} />
  const { permissions } = safety
  if (place.at === 'permissions' && permissions) {
    return (
      <PermissionsView
        permissions={permissions}
        onBack={start}
        ending={busy === 'ending'}
        endingError={error}
        onEnd={(granted) =>
          void unlocked('ending', async () => setPlace({ at: 'ending', granted, ending: await permissions.prepareEnding(granted) }))
        }
      />
    )
  }
  if (place.at === 'ending') {
    const { granted, ending } = place
    const done = () => {
      start()
      setSaid(t.grants.chainDone)
    }
    return <EndOnChain granted={granted} ending={ending} onBack={() => setPlace({ at: 'permissions' })} onDone={done} />
  }
  if (place.at === 'known') {
    const done = () => {
      start()
      setSaid(t.known.remembered)
    }
    return (
      <Shell title={t.known.rememberTitle} onBack={start}>
        <Medal glyph={desktop} tone="accent" />
        <p className="po-text">{t.known.rememberWhy}</p>
        <KnownBrowser main known={place.known} label={t.known.open} onDone={done} />
      </Shell>
    )
  }
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
            {safety.email && (
              <Fact term={t.security.who} tall={safety.email.length > 24}>
                {safety.email}
              </Fact>
            )}
            <Fact term={t.who.account} tall>
              <Address>{safety.address}</Address>
            </Fact>
            <Fact term={t.security.passkeys}>{known.passkeys || t.security.no}</Fact>
            <Fact term={t.security.code}>{known.recoveryCode ? t.security.yes : t.security.no}</Fact>
            <Fact term={t.passphrase.title}>{known.passphrase ? t.security.yes : t.security.no}</Fact>
          </Facts>
          <p className={`po-meta ${signs === 'no' ? 'po-warn' : 'po-ok'}`}>{t.security.signs[signs]}</p>
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
                void unlocked('passkey', async (signal) => {
                  await safety.addPasskey({ signal })
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
              lead={<GlyphTile glyph={lock} />}
              chevron={busy !== 'passphrase'}
              busy={busy === 'passphrase'}
              onClick={() => void unlocked('passphrase', async () => setPlace({ at: 'passphrase' }))}
            >
              {known.passphrase ? t.passphrase.change : t.passphrase.add}
            </ListItem>
            {accounts?.offered.map((kind) => (
              <ListItem
                key={kind}
                lead={<GlyphTile glyph={socialGlyphs[kind]} />}
                {...(accounts.known.some((each) => each.kind === kind) && { sub: t.security.yes })}
                chevron={busy !== kind}
                busy={busy === kind}
                onClick={() => void unlocked(kind, async () => setPlace({ at: 'account', kind }))}
              >
                {fill(t.protect.account, { name: accountNames[kind] })}
              </ListItem>
            ))}
            {known.passkeys > 0 && (
              <ListItem
                lead={<GlyphTile glyph={key} />}
                chevron={busy !== 'passkeys'}
                busy={busy === 'passkeys'}
                onClick={() => void unlocked('passkeys', async () => setPlace({ at: 'passkeys' }))}
              >
                {t.passkeys.title}
              </ListItem>
            )}
            <ListItem
              lead={<GlyphTile glyph={desktop} />}
              chevron={busy !== 'browsers'}
              busy={busy === 'browsers'}
              onClick={() => void unlocked('browsers', async () => setPlace({ at: 'browsers' }))}
            >
              {t.browsers.title}
            </ListItem>
            {hasLogins && (
              <ListItem
                lead={<GlyphTile glyph={user} />}
                chevron={busy !== 'logins'}
                busy={busy === 'logins'}
                onClick={() => void unlocked('logins', async () => setPlace({ at: 'logins' }))}
              >
                {t.logins.title}
              </ListItem>
            )}
            {permissions && (
              <ListItem lead={<GlyphTile glyph={sign} />} chevron onClick={() => setPlace({ at: 'permissions' })}>
                {t.grants.title}
              </ListItem>
            )}
            <ListItem
              lead={<GlyphTile glyph={check} />}
              chevron={busy !== 'known'}
              busy={busy === 'known'}
              onClick={() => void unlocked('known', async () => setPlace({ at: 'known', known: safety.known() }))}
            >
              {t.known.row}
            </ListItem>
            {safety.control && <ControlRows busy={busy} onOpen={(to) => void unlocked(to, async () => setPlace({ at: 'control', to }))} />}
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
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
