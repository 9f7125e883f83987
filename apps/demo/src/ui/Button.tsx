import type { ButtonHTMLAttributes } from 'react'
import type { Glyph } from './glyphs.js'
import { Icon } from './Icon.js'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Default 'secondary'. At most one primary button in a card. */
  readonly tone?: 'primary' | 'secondary' | 'ghost' | 'bad'
  /** 40 or 32 px high. Default 'md'. */
  readonly size?: 'md' | 'sm'
  readonly glyph?: Glyph
  /** Keeps its place and its focus, and does nothing. */
  readonly busy?: boolean
}

export function Button({ tone = 'secondary', size = 'md', glyph, busy = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`m-btn is-${tone} is-${size}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Columns /> : glyph && <Icon glyph={glyph} size={size === 'sm' ? 16 : 20} />}
      {children}
    </button>
  )
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly glyph: Glyph
  readonly label: string
}

/** A button that is a picture: its name is read, and shown as a tip. */
export function IconButton({ glyph, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="m-ib" aria-label={label} title={label} {...rest}>
      <Icon glyph={glyph} size={16} />
    </button>
  )
}

/** The sign of waiting: three columns that light up in turn. */
export const Columns = () => (
  <span className="m-cols" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
