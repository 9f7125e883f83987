import type { ReactNode } from 'react'
import type { Glyph } from '../ui/glyphs.js'
import { Icon } from '../ui/Icon.js'

export interface Offer {
  readonly glyph: Glyph
  readonly title: string
  readonly says: ReactNode
  /** A view of the modal, or a page. */
  readonly go: (() => void) | string
}

/** What there is to do, each a press away. */
export function Offers({ offers }: { readonly offers: readonly Offer[] }) {
  return (
    <ul className="m-offers">
      {offers.map(({ glyph, title, says, go }) => {
        const content = (
          <>
            <span className="m-niche">
              <Icon glyph={glyph} />
            </span>
            <span>
              <strong>{title}</strong>
              <span>{says}</span>
            </span>
          </>
        )
        return (
          <li key={title}>
            {typeof go === 'string' ? (
              <a href={go}>{content}</a>
            ) : (
              <button type="button" onClick={go}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
