import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import type { LoginWay } from '../../server/social/api.js'
import { fill } from '../i18n/index.js'
import { loginGlyph } from './loginGlyph.js'
import { Shell, useAct, useWords } from './parts.js'
import type { Safety } from './stage.js'

/** What logs in to the account, and the end of one that somebody has added or that is not used any more. The last one stays. */
export function LoginsView({ safety, onBack }: { readonly safety: Pick<Safety, 'logins' | 'removeLogin'>; readonly onBack: () => void }) {
  const t = useWords()
  const [known, setKnown] = useState<readonly LoginWay[]>()
  const [ending, setEnding] = useState<LoginWay>()
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setKnown(await safety.logins()), [safety])
  useEffect(() => void act('read', read), [act, read])

  if (ending) {
    const { id, name } = ending
    return (
      <Shell
        title={t.logins.title}
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
                  await safety.removeLogin(id)
                  setEnding(undefined)
                  setSaid(fill(t.browsers.removed, { name }))
                  await read()
                })
              }
            >
              {t.browsers.remove}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={loginGlyph(name)} tone="bad" />
        <h2 className="po-title">{fill(t.browsers.removeTitle, { name })}</h2>
        <p className="po-text">{t.logins.removeWhy}</p>
        {error && <Note tone="bad">{error}</Note>}
      </Shell>
    )
  }
  const date = (seconds: number) =>
    new Date(seconds * 1000).toLocaleDateString(document.documentElement.lang || undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <Shell title={t.logins.title} onBack={onBack}>
      <p className="po-text">{t.logins.why}</p>
      {said && (
        <Note tone="ok" role="status">
          {said}
        </Note>
      )}
      {!known && !error && <Columns />}
      <List>
        {known?.map((way) => {
          const { id, name, addedAt } = way
          const sub = addedAt === null ? undefined : fill(t.logins.added, { date: date(addedAt) })
          return known.length === 1 ? (
            <div key={id} className="po-row">
              <GlyphTile glyph={loginGlyph(name)} />
              <span className="po-row__m">
                <span className="po-row__t">{name}</span>
                {sub && <span className="po-row__s">{sub}</span>}
              </span>
            </div>
          ) : (
            <ListItem key={id} lead={<GlyphTile glyph={loginGlyph(name)} />} {...(sub && { sub })} chevron onClick={() => setEnding(way)}>
              {name}
              <span className="po-sr"> {t.browsers.remove}</span>
            </ListItem>
          )
        })}
      </List>
      {error && <Note tone="bad">{error}</Note>}
    </Shell>
  )
}
