'use client'
import type { Account, WalletFeature } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { arrowDownLeft } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Quick, QuickButton } from '@portico/ui/quick'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountQuick } from '../feature.js'
import { useSuited } from './useSuited.js'

const usual: readonly WalletFeature[] = ['onramp', 'swaps', 'receive', 'send']

const receive: AccountQuick = {
  id: 'receive',
  Button: function ReceiveButton() {
    const portico = usePortico()
    const t = useT()
    return (
      <QuickButton glyph={arrowDownLeft} onClick={() => pushView(portico, { view: 'Receive' })}>
        {t('receive.title')}
      </QuickButton>
    )
  },
}

/** What is done with an account most: side by side, in the site's order. Receiving alone is a row, which has place for more words. */
export function QuickActions({ account }: { readonly account: Account }) {
  const portico = usePortico()
  const t = useT()
  const { entries } = useEntries('account.quick')
  const { parts: suited, pending } = useSuited([receive, ...entries], account)
  const order = [...(portico.options.walletFeaturesOrder ?? []), ...usual]
  const parts = [...suited].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
  return (
    <div className="po-mt4">
      {/* Others may join it: what stands below keeps its place. */}
      {parts.length > 1 || pending ? (
        <Quick label={t('account.quicks')}>
          {parts.map(({ id, Button }) => (
            <Button key={id} account={account} />
          ))}
        </Quick>
      ) : (
        <List>
          <ListItem
            lead={<GlyphTile glyph={arrowDownLeft} tone="accent" />}
            sub={t('receive.text')}
            chevron
            onClick={() => pushView(portico, { view: 'Receive' })}
          >
            {t('receive.title')}
          </ListItem>
        </List>
      )}
    </div>
  )
}
