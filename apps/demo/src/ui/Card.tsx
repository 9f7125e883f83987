import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Glyph } from './glyphs.js'
import { Icon } from './Icon.js'

interface CardProps {
  readonly glyph: Glyph
  readonly title: string
  /** One sentence on what can be done here. */
  readonly lead: ReactNode
  /** Level of the title: 3 below a section's title, 2 below the page's own. Default 3. */
  readonly level?: 2 | 3
  readonly children: ReactNode
}

/** One capability: a region named by its title. */
export function Card({ glyph, title, lead, level = 3, children }: CardProps) {
  const id = useId()
  const Title: 'h2' | 'h3' = `h${level}`
  return (
    <section className="m-card" aria-labelledby={id}>
      <header className="m-card__head">
        <span className="m-niche">
          <Icon glyph={glyph} />
        </span>
        <div>
          <Title id={id} className="m-card__title">
            {title}
          </Title>
          <p className="m-card__lead">{lead}</p>
        </div>
      </header>
      <div className="m-card__body">{children}</div>
    </section>
  )
}
