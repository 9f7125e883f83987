import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Glyph } from './glyphs.js'
import { Icon } from './Icon.js'

interface CardProps {
  readonly glyph: Glyph
  readonly title: string
  /** One sentence on what can be done here. */
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** One capability: a region named by its title. */
export function Card({ glyph, title, lead, children }: CardProps) {
  const id = useId()
  return (
    <section className="m-card" aria-labelledby={id}>
      <header className="m-card__head">
        <span className="m-niche">
          <Icon glyph={glyph} />
        </span>
        <div>
          <h3 id={id} className="m-card__title">
            {title}
          </h3>
          <p className="m-card__lead">{lead}</p>
        </div>
      </header>
      <div className="m-card__body">{children}</div>
    </section>
  )
}
