import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { key } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { fill } from '../i18n/index.js'
import type { AccountControl, NetworkOwner, Returned } from './control.js'
import { CameBack, NetworkRow, NetworkTile } from './NetworkRow.js'
import { Failure, Shell, useAct, useLanguage, useWords } from './parts.js'

interface OwnerProps {
  readonly control: Pick<AccountControl, 'owners' | 'changeOwner' | 'changeAgain'>
  readonly returned?: Returned | undefined
  readonly onBack: () => void
}

/** Which key decides over the smart account on each network, and what is left to do where one is being changed. */
export function OwnerView({ control, returned, onBack }: OwnerProps) {
  const t = useWords()
  const locale = useLanguage()
  const [networks, setNetworks] = useState<readonly NetworkOwner[]>()
  const [chosen, setChosen] = useState<NetworkOwner>()
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setNetworks(await control.owners()), [control])
  useEffect(() => void act('read', read), [act, read])

  const words = t.control
  if (chosen) {
    const { id, name, state } = chosen
    return (
      <Shell
        title={words.ownerRow}
        onBack={() => setChosen(undefined)}
        middle
        foot={
          <Actions>
            <Button onClick={() => setChosen(undefined)}>{t.button.cancel}</Button>
            <Button
              variant="primary"
              data-role="changeOwner"
              busy={busy === 'change'}
              onClick={() => void act('change', () => control.changeOwner(id))}
            >
              {words.changeNow}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={key} tone="accent" />
        <h2 className="po-title">{fill(words.change, { network: name })}</h2>
        {state === 'absent' && <p className="po-text">{fill(words.setUpWhy, { network: name })}</p>}
        <p className="po-text">{fill(words.changeWhy, { network: name })}</p>
        {error && <Failure>{error}</Failure>}
      </Shell>
    )
  }
  const begun = networks?.some(({ state }) => state === 'changed') === true
  const left = networks?.filter(({ state }) => state === 'first' || state === 'older') ?? []
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(left.map(({ name }) => name))
  const said = { changed: words.changed, sent: words.onItsWay, other: words.other, silent: words.silent } as const
  return (
    <Shell title={words.ownerRow} onBack={onBack}>
      <p className="po-text">{words.ownerWhy}</p>
      <CameBack returned={returned} />
      {begun && left.length > 0 && <Note tone="warn">{fill(words.left, { networks: names })}</Note>}
      {begun && left.length === 0 && <Note tone="ok">{words.allDone}</Note>}
      {!networks && !error && <Columns />}
      <List>
        {networks?.map((network) => {
          const { id, name, state } = network
          if (state !== 'first' && state !== 'older' && state !== 'absent') return <NetworkRow key={id} name={name} sub={said[state]} />
          return (
            <ListItem key={id} lead={<NetworkTile />} sub={words[state]} chevron onClick={() => setChosen(network)}>
              {name}
            </ListItem>
          )
        })}
        {begun && left.length === 0 && (
          <ListItem
            lead={<NetworkTile />}
            busy={busy === 'again'}
            onClick={() =>
              void act('again', async () => {
                await control.changeAgain()
                await read()
              })
            }
          >
            {words.again}
          </ListItem>
        )}
      </List>
      {networks?.some(({ state }) => state === 'absent') && <p className="po-meta">{words.ownerAbsent}</p>}
      <Note tone="warn">{words.ownerWords}</Note>
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
