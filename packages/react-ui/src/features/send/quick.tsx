import { loadAdapter, pushView } from '@portico/core/kit'
import { arrowUpRight } from '@portico/ui/glyphs'
import { QuickButton } from '@portico/ui/quick'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountQuick } from '../feature.js'

/** The way here from the account, where its chain family can send. */
export const quick: AccountQuick = {
  id: 'send',
  Button: function SendButton() {
    const portico = usePortico()
    const t = useT()
    return (
      <QuickButton glyph={arrowUpRight} onClick={() => pushView(portico, { view: 'WalletSend' })}>
        {t('send.title')}
      </QuickButton>
    )
  },
  isFor: async (portico, { namespace }) => (await loadAdapter(portico, namespace)).sendTransaction !== undefined,
}
