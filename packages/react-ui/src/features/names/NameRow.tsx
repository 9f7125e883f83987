'use client'
import { pushView } from '@portico/core/kit'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { at } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'

/** The way to the account's name, to one that was handed over to it, or to claiming one; nothing for an account that can have none. */
export function NameRow({ account: { namespace } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { isOffered, names, handedOver } = useNames()
  if (!isOffered || namespace !== 'eip155') return null
  const name = names?.[0]?.name
  const given = name === undefined ? handedOver?.[0]?.name : undefined
  const open = () => {
    if (given !== undefined) return pushView(portico, { view: 'AcceptAccountName', params: { name: given } })
    pushView(portico, { view: name ? 'AccountName' : 'RegisterAccountName' })
  }
  return (
    <ListItem
      lead={<GlyphTile glyph={at} />}
      sub={name ? <bdi dir="ltr">{name}</bdi> : given ? t('name.handed', { name: given }) : names && t('name.none')}
      chevron
      onClick={open}
    >
      {t('name.title')}
    </ListItem>
  )
}
