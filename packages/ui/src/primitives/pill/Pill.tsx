import type { ReactNode } from 'react'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import type { Tone } from '../tone.js'

export interface PillProps {
  tone?: Tone | undefined
  icon?: Glyph | undefined
  children: ReactNode
}

/** A word on a ground, for what must be noticed: "Test", "Recommended". */
export const Pill = ({ tone, icon, children }: PillProps) => (
  <span className={cls('po-pill', tone && `is-${tone}`)}>
    {icon && <Icon glyph={icon} size={14} />}
    {children}
  </span>
)
