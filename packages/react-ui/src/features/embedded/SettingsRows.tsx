'use client'
import { embeddedConnector } from '@portico/core/embedded'
import { pushView } from '@portico/core/kit'
import type { ReactNode } from 'react'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { bolt, mail, shield, user as userGlyph, type Glyph } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'
import { useSafetyLabel } from './SafetyLine.js'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'

/** What belongs to a wallet of Portico's own: who is logged in, how safe it is, and what kind of account it is. */
export function SettingsRows({ account: { wallet, type, user: remembered } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { user } = useEmbeddedState(embeddedConnector(portico)?.embedded)
  const safety = useSafetyLabel()
  if (wallet?.kind !== 'embedded') return null
  const email = user?.email ?? remembered?.email // known from the last visit, until the frame has told
  const kind = type === 'smartAccount' ? t('settings.smart') : t('settings.standard')
  const canChoose = (user?.accounts.length ?? 0) > 1
  const isElsewhere = (user?.smartAccountNetworks?.length ?? 0) > 0 // on other networks, not on this one
  return (
    <>
      {email ? (
        <ListItem
          lead={<GlyphTile glyph={mail} />}
          sub={<bdi dir="ltr">{safeText(email)}</bdi>}
          chevron
          onClick={() => pushView(portico, { view: 'UpdateEmailWallet' })}
        >
          {t('settings.email')}
        </ListItem>
      ) : (
        user?.userName && <Fact glyph={userGlyph} title={t('settings.login')} text={<bdi>{safeText(user.userName)}</bdi>} />
      )}
      <ListItem
        lead={<GlyphTile glyph={shield} />}
        sub={safety}
        wrapSub
        chevron
        onClick={() => pushView(portico, { view: 'WalletSecurity' })}
      >
        {t('safety.title')}
      </ListItem>
      {canChoose ? (
        <ListItem lead={<GlyphTile glyph={bolt} />} sub={kind} chevron onClick={() => pushView(portico, { view: 'AccountType' })}>
          {t('settings.type')}
        </ListItem>
      ) : (
        <Fact glyph={bolt} title={t('settings.type')} text={isElsewhere ? t('type.none') : kind} />
      )}
    </>
  )
}

/** A row that says something and leads nowhere: there is nothing to choose. */
const Fact = ({ glyph, title, text }: { readonly glyph: Glyph; readonly title: string; readonly text: ReactNode }) => (
  <div className="po-row">
    <GlyphTile glyph={glyph} />
    <span className="po-row__m">
      <span className="po-row__t">{title}</span>
      <span className="po-row__s">{text}</span>
    </span>
  </div>
)
