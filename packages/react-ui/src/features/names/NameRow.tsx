'use client'
import { pushView } from '@portico/core/kit'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { at } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'

/** The way to the account's name, or to claiming one; nothing for an account that can have none. */
export function NameRow({ account: { namespace } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { isOffered, names } = useNames()
  if (!isOffered || namespace !== 'eip155') return null
  const name = names?.[0]?.name
  return (
    <ListItem
      lead={<GlyphTile glyph={at} />}
      sub={name ? <bdi dir="ltr">{name}</bdi> : names && t('name.none')}
      chevron
      onClick={() => pushView(portico, { view: name ? 'AccountName' : 'RegisterAccountName' })}
    >
      {t('name.title')}
    </ListItem>
  )
}
