import { forwardRef } from 'react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon } from '../../icons/Icon.js'
import type { Glyph } from '../../icons/glyphs.js'
import { cls } from '../cls.js'
import { Columns } from '../columns/Columns.js'

interface Look {
  /** One primary button per view. `secondary` by default. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'soft' | 'danger-soft' | 'danger' | undefined
  /** 48, 40 or 32 px high. */
  size?: 'lg' | 'md' | 'sm' | undefined
  /** As wide as its place, which is the default, or as its words. */
  full?: boolean | undefined
  /** Icon before the words, and after them. */
  icon?: Glyph | undefined
  after?: Glyph | undefined
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Something it started is not finished: it keeps its colour and the focus, and does nothing. */
  busy?: boolean | undefined
}

const look = ({ variant, size, full = true }: Look, className: string | undefined) =>
  cls('po-btn', variant && variant !== 'secondary' && `is-${variant}`, size && size !== 'lg' && `is-${size}`, full && 'is-full', className)

function inside({ icon, after, size }: Look, children: ReactNode) {
  const px = size === 'sm' ? 16 : 20
  return (
    <>
      {icon && <Icon glyph={icon} size={px} />}
      <span className="po-btn__t">{children}</span>
      {after && <Icon glyph={after} size={px} />}
    </>
  )
}

/** A button that says what will happen. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, full, icon, after, busy, className, children, onClick, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      className={look({ variant, size, full }, className)}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Columns />}
      {inside({ icon: busy ? undefined : icon, after, size }, children)}
    </button>
  )
})

export interface ButtonLinkProps extends Look, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
}

/** A link that looks like a button. Opens a new tab, which learns nothing of this page. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant, size, full, icon, after, className, children, ...rest },
  ref,
) {
  return (
    <a ref={ref} target="_blank" rel="noopener noreferrer" className={look({ variant, size, full }, className)} {...rest}>
      {inside({ icon, after, size }, children)}
    </a>
  )
})

/** Two buttons: the safe one first, the main one second. Equal widths, or stacked with the main one on top where the words are long. */
export const Actions = ({ children }: { children: ReactNode }) => <div className="po-actions">{children}</div>
