import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { desktop } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import type { WalletBrowser } from '../keys/index.js'
import { fill } from '../i18n/index.js'
import { Shell, useAct, useWords } from './parts.js'
import type { Safety } from './stage.js'

/** Browsers that can sign, and the end of one that was lost: it counts at once, also for copies of what it has kept. */
export function BrowsersView({
  safety,
  onBack,
}: {
  readonly safety: Pick<Safety, 'browsers' | 'removeBrowser'>
  readonly onBack: () => void
}) {
  const t = useWords()
  const [known, setKnown] = useState<readonly WalletBrowser[]>()
  const [ending, setEnding] = useState<WalletBrowser>()
  const [said, setSaid] = useState<string>()
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setKnown(await safety.browsers()), [safety])
  useEffect(() => void act('read', read), [act, read])

  const nameOf = ({ name }: WalletBrowser) => name ?? t.browsers.unknown
  if (ending) {
    return (
      <Shell
        title={t.browsers.title}
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
                  await safety.removeBrowser(ending.id)
                  setEnding(undefined)
                  setSaid(fill(t.browsers.removed, { name: nameOf(ending) }))
                  await read()
                })
              }
            >
              {t.browsers.remove}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={desktop} tone="bad" />
        <h2 className="po-title">{fill(t.browsers.removeTitle, { name: nameOf(ending) })}</h2>
        <p className="po-text">{t.browsers.removeWhy}</p>
        {error && <Note tone="bad">{error}</Note>}
      </Shell>
    )
  }
  const date = (time: number) =>
    new Date(time).toLocaleDateString(document.documentElement.lang || undefined, { dateStyle: 'medium', timeZone: 'UTC' })
  const sorted = known?.toSorted((one, other) => Number(other.here) - Number(one.here) || other.usedAt - one.usedAt)
  return (
    <Shell title={t.browsers.title} onBack={onBack}>
      <p className="po-text">{t.browsers.why}</p>
      {said && (
        <Note tone="ok" role="status">
          {said}
        </Note>
      )}
      {!sorted && !error && <Columns />}
      {sorted?.length === 0 && <p className="po-meta">{t.browsers.none}</p>}
      <List>
        {sorted?.map((browser) =>
          browser.here ? (
            <div key={browser.id} className="po-row">
              <GlyphTile glyph={desktop} />
              <span className="po-row__m">
                <span className="po-row__t">{nameOf(browser)}</span>
                <span className="po-row__s">{t.browsers.here}</span>
              </span>
            </div>
          ) : (
            <ListItem
              key={browser.id}
              lead={<GlyphTile glyph={desktop} />}
              sub={fill(t.browsers.used, { date: date(browser.usedAt) })}
              chevron
              onClick={() => setEnding(browser)}
            >
              {nameOf(browser)}
              <span className="po-sr"> {t.browsers.remove}</span>
            </ListItem>
          ),
        )}
      </List>
      {error && <Note tone="bad">{error}</Note>}
    </Shell>
  )
}
