'use client'
import { embeddedConnector, type WalletSecurity } from '@portico/core/embedded'
import { pushView } from '@portico/core/kit'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { shield } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { ListItem } from '@portico/ui/list-item'
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
  if (user?.security?.recoverable === false) return t('safety.only')
  return user?.security && labels[user.security.mode]
}

/** How safe the wallet is, in one quiet line that is always there and leads to more. */
export function SafetyLine({ account: { wallet } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const label = useSafetyLabel()
  const { user } = useEmbeddedState(embeddedConnector(portico)?.embedded)
  const unprotected = user?.security?.recoverable === false
  if (wallet?.kind !== 'embedded') return null
  const open = () => pushView(portico, { view: 'WalletSecurity' })
  const warmUp = () => void prefetchView(portico, 'WalletSecurity')
  if (unprotected) {
    return (
      <div className="po-mt2">
        <ListItem
          lead={<GlyphTile glyph={shield} tone="warn" />}
          sub={t('safety.onlyWhy')}
          wrapSub
          chevron
          onPointerEnter={warmUp}
          onFocus={warmUp}
          onClick={open}
        >
          {label}
        </ListItem>
      </div>
    )
  }
  return (
    <div className="po-mt2">
      <button type="button" className="po-quiet po-meta po-tap" onPointerEnter={warmUp} onFocus={warmUp} onClick={open}>
        <Icon glyph={shield} size={16} />
        <span>
          {label && <span className="po-sr">{t('safety.title')}: </span>}
          {label ?? t('safety.title')}
        </span>
      </button>
    </div>
  )
}
