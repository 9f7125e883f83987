'use client'
import { pushView } from '@portico/core/kit'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { sign } from '@portico/ui/glyphs'
import { ListItem } from '@portico/ui/list-item'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import type { AccountPartProps } from '../feature.js'
import { usePermissions } from './usePermissions.js'

/** The way to what the site was allowed; nothing where that is nothing. */
export function PermissionsRow({ account: { address } }: AccountPartProps) {
  const portico = usePortico()
  const t = useT()
  const { length } = usePermissions(address)
  if (length === 0) return null
  return (
    <ListItem
      lead={<GlyphTile glyph={sign} />}
      sub={t('permissions.count', { count: length })}
      chevron
      onClick={() => pushView(portico, { view: 'Permissions' })}
    >
      {t('permissions.title')}
    </ListItem>
  )
}
