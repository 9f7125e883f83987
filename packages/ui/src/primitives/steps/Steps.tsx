import type { ReactNode } from 'react'
import type { Glyph } from '../../icons/glyphs.js'
import { GlyphTile } from '../glyph-tile/GlyphTile.js'

export interface FactsProps {
  items: readonly { glyph: Glyph; title: string; text: ReactNode }[]
}

/** Three facts that explain a thing. */
export const Facts = ({ items }: FactsProps) => (
  <ul className="po-steps" role="list">
    {items.map(({ glyph, title, text }) => (
      <li key={title}>
        <GlyphTile glyph={glyph} />
        <div>
          <div className="po-label po-strong">{title}</div>
          <p className="po-text">{text}</p>
        </div>
      </li>
    ))}
  </ul>
)
