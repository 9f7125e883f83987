import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { key } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import type { WalletPasskey } from '../keys/index.js'
import { fill } from '../i18n/index.js'
import { Shell, useAct, useWords } from './parts.js'
import type { Safety } from './stage.js'

/** Passkeys that open the wallet, and the end of one that was lost. The last factor stays: nothing would bring the wallet back. */
export function PasskeysView({
  safety,
  onBack,
}: {
  readonly safety: Pick<Safety, 'passkeys' | 'removePasskey'>
  readonly onBack: () => void
}) {
  const t = useWords()
  const [known, setKnown] = useState<readonly WalletPasskey[]>()
  const [ending, setEnding] = useState<WalletPasskey>()
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setKnown(await safety.passkeys()), [safety])
  useEffect(() => void act('read', read), [act, read])

  const nameOf = ({ here }: WalletPasskey) => (here ? t.passkeys.here : t.passkeys.other)
  const addedOf = ({ addedAt, browser }: WalletPasskey, time?: 'short') => {
    if (addedAt === undefined) return undefined
    const date = new Date(addedAt).toLocaleString(document.documentElement.lang || undefined, { dateStyle: 'medium', timeStyle: time })
    return fill(browser === undefined ? t.passkeys.added : t.passkeys.addedIn, { date, browser: browser ?? '' })
  }
  /** With the time of day where the date does not tell it from another one. */
  const subOf = (passkey: WalletPasskey) => {
    const sub = addedOf(passkey)
    const isAlone = known?.every((other) => other === passkey || nameOf(other) !== nameOf(passkey) || addedOf(other) !== sub)
    return isAlone ? sub : addedOf(passkey, 'short')
  }
  if (ending) {
    const sub = subOf(ending)
    return (
      <Shell
        title={t.passkeys.title}
        onBack={() => setEnding(undefined)}
        middle
        foot={
          <Actions>
            <Button onClick={() => setEnding(undefined)}>{t.button.cancel}</Button>
            <Button
              variant="danger"
              data-role="remove"
              busy={busy === 'remove'}
              onClick={() =>
                void act('remove', async () => {
                  await safety.removePasskey(ending.id)
                  setEnding(undefined)
                  setSaid(t.passkeys.removed)
                  await read()
                })
              }
            >
              {t.browsers.remove}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={key} tone="bad" />
        <h2 className="po-title">{t.passkeys.removeTitle}</h2>
        <p className="po-meta">{[nameOf(ending), sub].filter(Boolean).join(' · ')}</p>
        <p className="po-text">{t.passkeys.removeWhy}</p>
        {error && <Note tone="bad">{error}</Note>}
      </Shell>
    )
  }
  const sorted = known?.toSorted((one, other) => Number(other.here) - Number(one.here) || (other.addedAt ?? 0) - (one.addedAt ?? 0))
  return (
    <Shell title={t.passkeys.title} onBack={onBack}>
      <p className="po-text">{t.passkeys.why}</p>
      {said && (
        <Note tone="ok" role="status">
          {said}
        </Note>
      )}
      {!sorted && !error && <Columns />}
      <List>
        {sorted?.map((passkey) => {
          const sub = subOf(passkey)
          return passkey.removable ? (
            <ListItem
              key={passkey.id}
              lead={<GlyphTile glyph={key} />}
              {...(sub !== undefined && { sub })}
              chevron
              onClick={() => {
                setSaid(undefined)
                setEnding(passkey)
              }}
            >
              {nameOf(passkey)}
              <span className="po-sr"> {t.browsers.remove}</span>
            </ListItem>
          ) : (
            <div key={passkey.id} className="po-row">
              <GlyphTile glyph={key} />
              <span className="po-row__m">
                <span className="po-row__t">{nameOf(passkey)}</span>
                {sub !== undefined && <span className="po-row__s">{sub}</span>}
              </span>
            </div>
          )
        })}
      </List>
      {sorted?.some(({ removable }) => !removable) && <p className="po-meta">{t.error.last_passkey}</p>}
      {error && <Note tone="bad">{error}</Note>}
    </Shell>
  )
}
