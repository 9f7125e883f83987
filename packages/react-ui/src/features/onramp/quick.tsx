import { parseAccountId } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { canBuy } from '@portico/core/onramp'
import { card } from '@portico/ui/glyphs'
import { QuickButton } from '@portico/ui/quick'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountQuick } from '../feature.js'

/** The way here from the account, where something can be bought for it. */
export const quick: AccountQuick = {
  id: 'onramp',
  Button: function BuyButton() {
    const portico = usePortico()
    const t = useT()
    return (
      <QuickButton glyph={card} onClick={() => pushView(portico, { view: 'OnRampProviders' })}>
        {t('onramp.buy')}
      </QuickButton>
    )
  },
  isFor: (portico, { accountId }) => canBuy(portico, parseAccountId(accountId).networkId),
}
