'use client'
import { loginMethods } from '@portico/core/embedded'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { Link } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { useViewOptions } from '../../modal/ViewOptionsContext.js'
import { usePortico } from '../../PorticoProvider.js'
import { startSocial, warmUpLogin } from './start.js'
import { socialNames } from './socialNames.js'

/** Every account that one can log in with. */
export default function ConnectSocialsView() {
  const portico = usePortico()
  const t = useT()
  const { terms, privacy } = useViewOptions()
  const { socials } = loginMethods(portico)
  const legal = (terms || privacy) && (
    <p className="po-caption po-legal">
      {t('login.legal')} {terms && <Link href={terms}>{t('connect.terms')}</Link>}
      {terms && privacy && ` ${t('connect.and')} `}
      {privacy && <Link href={privacy}>{t('connect.privacy')}</Link>}
    </p>
  )
  return (
    <ViewFrame title={t('login.more')} lead="back" offline={t('connect.offline')} foot={legal}>
      <List label={t('login.socials')}>
        {socials.map((name) => (
          <ListItem
            key={name}
            lead={<GlyphTile glyph={socialGlyphs[name]} />}
            chevron
            onPointerEnter={() => warmUpLogin(portico)}
            onFocus={() => warmUpLogin(portico)}
            onClick={() => startSocial(portico, name)}
          >
            {socialNames[name]}
          </ListItem>
        ))}
      </List>
    </ViewFrame>
  )
}
