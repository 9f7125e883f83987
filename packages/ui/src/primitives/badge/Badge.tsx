import type { ReactNode } from 'react'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'

export interface BadgeProps {
  /** A green dot before the word. */
  tone?: 'ok' | undefined
  icon?: Glyph | undefined
  children: ReactNode
}

/** Status words at the end of a row: plain text, so that six rows stay quiet. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <span className={cls('po-badge', tone && `is-${tone}`)}>
    {icon && <Icon glyph={icon} size={16} />}
    {children}
  </span>
)
