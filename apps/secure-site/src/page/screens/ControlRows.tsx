import { GlyphTile } from '@portico/ui/glyph-tile'
import { key, shield } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import type { AccountControl, Returned } from './control.js'
import { OwnerView } from './OwnerView.js'
import { useWords } from './parts.js'
import { UpgradesView } from './UpgradesView.js'

interface RowsProps {
  readonly busy: string | undefined
  readonly onOpen: (view: Returned['to']) => void
}

/** Wallet safety's ways to what decides over the accounts. */
export function ControlRows({ busy, onOpen }: RowsProps) {
  const { control } = useWords()
  return (
    <>
      <ListItem
        lead={<GlyphTile glyph={shield} />}
        chevron={busy !== 'upgrades'}
        busy={busy === 'upgrades'}
        onClick={() => onOpen('upgrades')}
      >
        {control.upgradeRow}
      </ListItem>
      <ListItem lead={<GlyphTile glyph={key} />} chevron={busy !== 'owner'} busy={busy === 'owner'} onClick={() => onOpen('owner')}>
        {control.ownerRow}
      </ListItem>
    </>
  )
}

interface ViewProps {
  readonly to: Returned['to']
  readonly control: AccountControl
  readonly returned: Returned | undefined
  readonly onBack: () => void
}

/** One of the two views. */
export function ControlView({ to, returned, ...rest }: ViewProps) {
  const View = to === 'owner' ? OwnerView : UpgradesView
  return <View returned={returned?.to === to ? returned : undefined} {...rest} />
}
