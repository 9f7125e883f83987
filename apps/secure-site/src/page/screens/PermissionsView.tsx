import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { check, shield, sign } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { fill } from '../i18n/index.js'
import { momentOf } from './figures.js'
import { Failure, Shell, useAct, useLanguage, useWords } from './parts.js'
import { Effects, Fee } from './RequestBody.js'
import type { ChainEnding, GrantedToSite, SitePermissions } from './stage.js'
import { siteName } from './text.js'

type Place = { readonly at: 'list' } | { readonly at: 'one' | 'stopped'; readonly granted: GrantedToSite }

/** What sites may do by themselves, and an end of each: it counts at once, and can be put on the chain as well. */
export function PermissionsView({
  permissions,
  onBack,
  onEnd,
  ending,
  endingError,
}: {
  readonly permissions: Pick<SitePermissions, 'list' | 'stop'>
  readonly onBack: () => void
  /** The visitor wants it ended on the chain as well. */
  readonly onEnd: (granted: GrantedToSite) => void
  /** That is being prepared. */
  readonly ending: boolean
  readonly endingError: string | undefined
}) {
  const t = useWords()
  const locale = useLanguage()
  const [known, setKnown] = useState<readonly GrantedToSite[]>()
  const [place, setPlace] = useState<Place>({ at: 'list' })
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setKnown(await permissions.list()), [permissions])
  useEffect(() => void act('read', read), [act, read])
  const back = () => setPlace({ at: 'list' })

  if (place.at === 'one') {
    const { granted } = place
    return (
      <Shell
        title={t.grants.title}
        origin={granted.origin}
        onBack={back}
        foot={
          <Actions>
            <Button onClick={back}>{t.button.cancel}</Button>
            <Button
              variant="danger"
              data-role="stop"
              busy={busy === 'stop'}
              onClick={() =>
                void act('stop', async () => {
                  await permissions.stop(granted.id)
                  setPlace({ at: 'stopped', granted })
                  await read()
                })
              }
            >
              {t.grants.stop}
            </Button>
          </Actions>
        }
      >
        <Effects effects={granted.effects} />
        {error && <Failure>{error}</Failure>}
      </Shell>
    )
  }
  if (place.at === 'stopped') {
    const { granted } = place
    return (
      <Shell
        title={t.grants.title}
        onBack={back}
        middle
        foot={
          <Actions>
            <Button busy={ending} onClick={() => onEnd(granted)}>
              {fill(t.grants.chain, { network: granted.networkName })}
            </Button>
            <Button variant="primary" onClick={back}>
              {t.button.done}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={check} tone="ok" />
        <h2 className="po-title">{fill(t.grants.stopped, { site: siteName(granted.origin) })}</h2>
        <p className="po-text">{t.grants.chainWhy}</p>
        {endingError && <Failure>{endingError}</Failure>}
      </Shell>
    )
  }
  if (known?.length === 0) {
    return (
      <Shell title={t.grants.title} onBack={onBack} middle>
        <Medal glyph={shield} />
        <h2 className="po-title">{t.grants.none}</h2>
        <p className="po-text">{t.grants.noneWhy}</p>
        {error && <Failure>{error}</Failure>}
      </Shell>
    )
  }
  return (
    <Shell title={t.grants.title} onBack={onBack}>
      {known && <p className="po-text">{t.grants.why}</p>}
      {!known && !error && <Columns />}
      <List>
        {known?.map((granted) => (
          <ListItem
            key={granted.id}
            lead={<GlyphTile glyph={sign} />}
            sub={fill(t.grants.until, { time: momentOf(granted.expiry * 1000, locale), network: granted.networkName })}
            chevron
            onClick={() => setPlace({ at: 'one', granted })}
          >
            {siteName(granted.origin)}
          </ListItem>
        ))}
      </List>
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}

/** The transaction that ends a permission on the chain: what it costs, and a press. */
export function EndOnChain({
  granted,
  ending,
  onBack,
  onDone,
}: {
  readonly granted: GrantedToSite
  readonly ending: ChainEnding
  readonly onBack: () => void
  readonly onDone: () => void
}) {
  const t = useWords()
  const { busy, error, act } = useAct()
  const send = () =>
    void act('send', async () => {
      await ending.send()
      onDone()
    })
  return (
    <Shell
      title={t.grants.title}
      origin={granted.origin}
      onBack={onBack}
      foot={
        <Actions>
          <Button onClick={onBack}>{t.button.cancel}</Button>
          <Button variant="danger" data-role="end" busy={busy === 'send'} onClick={send}>
            {fill(t.grants.chain, { network: granted.networkName })}
          </Button>
        </Actions>
      }
    >
      <p className="po-text">{t.grants.chainWhy}</p>
      <Fee fee={ending.fee} sponsored={ending.sponsored} />
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
