import { forwardRef } from 'react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { cls } from '../cls.js'

/** A link to another site, in a new tab that learns nothing of this page. */
export const Link = ({ className, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) => (
  <a className={cls('po-link po-tap', className)} target="_blank" rel="noopener noreferrer" {...rest}>
    {children}
  </a>
)

/** A button that looks like a link: it stays in the modal. */
export const LinkButton = forwardRef<HTMLButtonElement, ButtonHTMLAttributes<HTMLButtonElement>>(function LinkButton(
  { className, ...rest },
  ref,
) {
  return <button ref={ref} type="button" className={cls('po-link po-tap', className)} {...rest} />
})
