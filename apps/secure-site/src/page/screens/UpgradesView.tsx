import { useCallback, useEffect, useState } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Columns } from '@portico/ui/columns'
import { shield } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Medal } from '@portico/ui/medal'
import { fill } from '../i18n/index.js'
import type { AccountControl, NetworkUpgrade, Returned } from './control.js'
import { CameBack, NetworkRow, NetworkTile } from './NetworkRow.js'
import { Failure, Shell, useAct, useWords } from './parts.js'
import { UpgradeTerms } from './UpgradeScreen.js'

interface UpgradesProps {
  readonly control: Pick<AccountControl, 'upgrades' | 'setUpgrade'>
  readonly returned?: Returned | undefined
  readonly onBack: () => void
}

/** The plain account on each network: upgraded (EIP-7702), or as it was; and the consent to change that. */
export function UpgradesView({ control, returned, onBack }: UpgradesProps) {
  const t = useWords()
  const [networks, setNetworks] = useState<readonly NetworkUpgrade[]>()
  const [chosen, setChosen] = useState<NetworkUpgrade>()
  const { busy, error, act } = useAct()
  const read = useCallback(async () => setNetworks(await control.upgrades()), [control])
  useEffect(() => void act('read', read), [act, read])

  if (chosen) {
    const { id, name, state } = chosen
    const upgraded = state === 'upgraded'
    const words = t.control
    return (
      <Shell
        title={words.upgradeRow}
        onBack={() => setChosen(undefined)}
        foot={
          <Actions>
            <Button onClick={() => setChosen(undefined)}>{t.button.cancel}</Button>
            <Button
              variant={upgraded ? 'danger' : 'primary'}
              data-role="upgrade"
              busy={busy === 'set'}
              onClick={() => void act('set', () => control.setUpgrade(id, !upgraded))}
            >
              {upgraded ? words.takeBack : words.upgrade}
            </Button>
          </Actions>
        }
      >
        <Medal glyph={shield} tone={upgraded ? 'bad' : 'accent'} />
        <h2 className="po-title">{fill(upgraded ? words.takeBackOn : words.upgradeOn, { network: name })}</h2>
        {upgraded ? <p className="po-text">{words.takeBackWhy}</p> : <UpgradeTerms foreign={state === 'foreign'} />}
        {error && <Failure>{error}</Failure>}
      </Shell>
    )
  }
  const said = { upgraded: t.control.upgraded, ready: t.control.ready, foreign: t.control.foreignHere } as const
  return (
    <Shell title={t.control.upgradeRow} onBack={onBack}>
      <p className="po-text">{t.control.upgradeWhy}</p>
      <CameBack returned={returned} />
      {!networks && !error && <Columns />}
      <List>
        {networks?.map((network) => {
          const { id, name, state } = network
          if (state === 'unsupported' || state === 'silent') return <NetworkRow key={id} name={name} sub={t.control[state]} />
          return (
            <ListItem key={id} lead={<NetworkTile />} sub={said[state]} chevron onClick={() => setChosen(network)}>
              {name}
            </ListItem>
          )
        })}
      </List>
      {error && <Failure>{error}</Failure>}
    </Shell>
  )
}
