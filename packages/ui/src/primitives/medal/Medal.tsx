import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import type { Tone } from '../tone.js'

export interface MedalProps {
  glyph: Glyph
  tone?: Tone | undefined
}

/** An arch that holds one icon, for empty, error and first states. */
export const Medal = ({ glyph, tone }: MedalProps) => (
  <span className={cls('po-medal', tone && `is-${tone}`)}>
    <Icon glyph={glyph} size={24} />
  </span>
)
