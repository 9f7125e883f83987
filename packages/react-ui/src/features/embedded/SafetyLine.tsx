'use client'
import { embeddedConnector, type WalletSecurity } from '@portico/core/embedded'
import { pushView } from '@portico/core/kit'
import { shield } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { useT } from '../../i18n/useT.js'
import { prefetchView } from '../../modal/registry.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'

/** Who could lose the wallet, and who must be trusted with it: in plain words, and never flattered. */
export function useSafetyLabel(): string | undefined {
  const t = useT()
  const { user } = useEmbeddedState(embeddedConnector(usePortico())?.embedded)
  const labels: Readonly<Record<WalletSecurity['mode'], string>> = {
    assisted: t('safety.assisted'),
    progressive: t('safety.assisted'), // until a factor is added, which makes it `user`
    user: t('safety.user'),
  }
  return user?.security && labels[user.security.mode]
}

/** How safe the wallet is, in one quiet line that is always there and leads to more. */
export function SafetyLine({ account: { wallet } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const label = useSafetyLabel()
  if (wallet?.kind !== 'embedded') return null
  const warmUp = () => void prefetchView(portico, 'WalletSecurity')
  return (
    <div className="po-mt2">
      <button
        type="button"
        className="po-quiet po-meta po-tap"
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={() => pushView(portico, { view: 'WalletSecurity' })}
      >
        <Icon glyph={shield} size={16} />
        <span>
          {label && <span className="po-sr">{t('safety.title')}: </span>}
          {label ?? t('safety.title')}
        </span>
      </button>
    </div>
  )
}
