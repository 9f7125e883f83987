import type { ReactNode } from 'react'
import type { Glyph } from '../../icons/glyphs.js'
import { Medal } from '../medal/Medal.js'
import type { Tone } from '../tone.js'

export interface EmptyProps {
  glyph: Glyph
  tone?: Tone | undefined
  /** What is so. */
  title: ReactNode
  /** What to do. */
  children?: ReactNode
  /** The next step: a button. */
  action?: ReactNode
}

/** Nothing here, or it did not work: what happened, and the next step. Never a dead end. */
export const Empty = ({ glyph, tone, title, children, action }: EmptyProps) => (
  <div className="po-empty">
    <Medal glyph={glyph} tone={tone} />
    <h2 className="po-label po-strong">{title}</h2>
    {children && <p className="po-text">{children}</p>}
    {action && <div className="po-mt4">{action}</div>}
  </div>
)
