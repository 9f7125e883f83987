import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import type { Tone } from '../tone.js'

export interface GlyphTileProps {
  glyph: Glyph
  tone?: Tone | undefined
  /** px of the tile. */
  size?: 32 | 40 | 56 | undefined
}

/** An icon where a row has its tile. */
export const GlyphTile = ({ glyph, tone, size }: GlyphTileProps) => (
  <span className={cls('po-glyph', tone && `is-${tone}`, size && size !== 40 && `is-${size}`)}>
    <Icon glyph={glyph} />
  </span>
)
