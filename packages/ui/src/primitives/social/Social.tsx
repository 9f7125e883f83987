import { forwardRef } from 'react'
import type { ButtonHTMLAttributes } from 'react'
import { arrowRight, type Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import { Columns } from '../columns/Columns.js'

export interface SocialProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  glyph: Glyph
  /** What it does; read, not shown. */
  label: string
  /** px of the glyph. */
  size?: number
}

/** One way to log in, as a picture on a ground. */
export const Social = ({ glyph, label, size = 22, className, ...rest }: SocialProps) => (
  <button type="button" className={cls('po-social', className)} aria-label={label} {...rest}>
    <Icon glyph={glyph} size={size} />
  </button>
)

export interface GoProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does; read, not shown. */
  label: string
  /** What is typed can be sent. */
  ready: boolean
  busy?: boolean | undefined
}

/** The arrow at the end of a field: sends what is typed, and lights up once it can. */
export const Go = forwardRef<HTMLButtonElement, GoProps>(function Go({ label, ready, busy = false, ...rest }, ref) {
  return (
    <button
      ref={ref}
      type="submit"
      className={cls('po-go', ready && !busy && 'is-on')}
      aria-label={label}
      {...(!ready && { 'aria-disabled': true })}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      {...rest}
    >
      {busy ? <Columns /> : <Icon glyph={arrowRight} size={18} />}
    </button>
  )
})
