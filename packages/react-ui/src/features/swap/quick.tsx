import { parseAccountId } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { canSwap } from '@portico/core/swap'
import { swap } from '@portico/ui/glyphs'
import { QuickButton } from '@portico/ui/quick'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountQuick } from '../feature.js'

/** The way here from the account, where swaps are offered on its network. */
export const quick: AccountQuick = {
  id: 'swaps',
  Button: function SwapButton() {
    const portico = usePortico()
    const t = useT()
    return (
      <QuickButton glyph={swap} onClick={() => pushView(portico, { view: 'Swap' })}>
        {t('swap.title')}
      </QuickButton>
    )
  },
  isFor: (portico, { accountId }) => canSwap(portico, parseAccountId(accountId).networkId),
}
