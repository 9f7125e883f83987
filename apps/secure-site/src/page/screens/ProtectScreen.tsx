import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { file, key, lock, shield } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import type { IdentityKind } from '@portico/vault-wire'
import { fill } from '../i18n/index.js'
import { Failure, Shell, useAct, useWords } from './parts.js'
import { NewCode } from './NewCode.js'
import { NewPassphrase } from './NewPassphrase.js'
import { accountNames, ShowAccount } from './ShowAccount.js'
import type { Protection } from './stage.js'
import { siteName } from './text.js'

type Place =
  | { readonly at: 'start' }
  | { readonly at: 'code'; readonly code: string; readonly confirm: (typed: string) => Promise<void> }
  | { readonly at: 'passphrase' }
  | { readonly at: 'account'; readonly kind: IdentityKind }

/** Before a wallet is first used that only this browser opens: something to bring it back by, or a decision to go without. */
export function ProtectScreen({ protection }: { readonly protection: Protection }) {
  const t = useWords()
  const [place, setPlace] = useState<Place>({ at: 'start' })
  const { busy, error, act } = useAct()
  const { ways, origin, onDone, onLater, onReject } = protection
  const start = () => setPlace({ at: 'start' })

  if (place.at === 'code') {
    return (
      <NewCode
        code={place.code}
        about={fill(t.security.codeFile, { address: ways.address, site: siteName(origin) })}
        onBack={start}
        onConfirm={async (typed) => {
          await place.confirm(typed)
          onDone()
        }}
      />
    )
  }
  if (place.at === 'passphrase') {
    return (
      <NewPassphrase
        onBack={start}
        onAdd={async (typed) => {
          await ways.addPassphrase(typed)
          onDone()
        }}
      />
    )
  }
  if (place.at === 'account') {
    return <ShowAccount title={t.protect.title} origin={origin} kind={place.kind} run={ways.addIdentity} onDone={onDone} onBack={start} />
  }
  return (
    <Shell
      title={t.protect.title}
      origin={origin}
      onClose={onReject}
      foot={
        <Button data-role="later" busy={busy === 'later'} onClick={() => void act('later', async () => onLater())}>
          {t.protect.later}
        </Button>
      }
    >
      <Medal glyph={shield} tone="warn" />
      <h2 className="po-title">{t.protect.only}</h2>
      <p className="po-text">{t.protect.why}</p>
      <List>
        <ListItem
          lead={<GlyphTile glyph={key} />}
          chevron={busy !== 'passkey'}
          busy={busy === 'passkey'}
          onClick={() =>
            void act('passkey', async (signal) => {
              await ways.addPasskey({ signal })
              onDone()
            })
          }
        >
          {t.security.addPasskey}
        </ListItem>
        <ListItem
          lead={<GlyphTile glyph={file} />}
          chevron={busy !== 'code'}
          busy={busy === 'code'}
          onClick={() => void act('code', async () => setPlace({ at: 'code', ...(await ways.createRecoveryCode()) }))}
        >
          {t.security.makeCode}
        </ListItem>
        <ListItem lead={<GlyphTile glyph={lock} />} chevron onClick={() => setPlace({ at: 'passphrase' })}>
          {t.passphrase.add}
        </ListItem>
        {ways.identities.map((kind) => (
          <ListItem key={kind} lead={<GlyphTile glyph={socialGlyphs[kind]} />} chevron onClick={() => setPlace({ at: 'account', kind })}>
            {fill(t.protect.account, { name: accountNames[kind] })}
          </ListItem>
        ))}
      </List>
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
