import { forwardRef } from 'react'
import type { ButtonHTMLAttributes } from 'react'
import { Icon } from '../../icons/Icon.js'
import type { Glyph } from '../../icons/glyphs.js'
import { cls } from '../cls.js'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  glyph: Glyph
  /** What it does, in words. */
  label: string
  /** On a plate. Its icon is 16 px. */
  filled?: boolean | undefined
  /** On a plate, as high as the compact field that it stands beside. */
  beside?: boolean | undefined
  /** px of the icon; the button is 32 px to see and 44 px to hit. */
  size?: number | undefined
}

/** A button that is an icon alone. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { glyph, label, filled, beside, size = filled ? 16 : 20, className, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      className={cls('po-ib', (filled || beside) && 'is-fill', beside && 'is-field', className)}
      aria-label={label}
      {...rest}
    >
      <Icon glyph={glyph} size={size} />
    </button>
  )
})
