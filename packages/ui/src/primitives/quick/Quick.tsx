import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from '../../icons/Icon.js'
import type { Glyph } from '../../icons/glyphs.js'

export interface QuickProps {
  /** Names the group. */
  label: string
  /** {@link QuickButton} and nothing else: two to four. */
  children: ReactNode
}

/** What can be done at once, side by side. */
export const Quick = ({ label, children }: QuickProps) => (
  <div className="po-quick" role="group" aria-label={label}>
    {children}
  </div>
)

export interface QuickButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  glyph: Glyph
}

/** One of them: a glyph over its name. */
export const QuickButton = ({ glyph, children, ...rest }: QuickButtonProps) => (
  <button type="button" {...rest}>
    <Icon glyph={glyph} />
    {children}
  </button>
)
