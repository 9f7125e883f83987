import type { ReactNode } from 'react'
import { offline } from '../../icons/glyphs.js'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'

export interface BannerProps {
  /** A warning by default. */
  tone?: 'bad' | undefined
  icon?: Glyph | undefined
  /** A link that helps. */
  action?: ReactNode
  children: ReactNode
}

/** A lasting condition of the whole modal: "You’re offline". Stands in a `po-bannerbox`, a live region between header and body. */
export const Banner = ({ tone, icon = offline, action, children }: BannerProps) => (
  <div className={cls('po-banner', tone && `is-${tone}`)}>
    <Icon glyph={icon} />
    <span>{children}</span>
    {action}
  </div>
)
