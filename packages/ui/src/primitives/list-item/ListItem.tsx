import { forwardRef } from 'react'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { arrowUpRight, chevronRight, ok } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import { Spinner } from '../spinner/Spinner.js'

interface RowProps {
  /** Tile, avatar or glyph. */
  lead?: ReactNode
  /** Second line; for a disabled row the reason. */
  sub?: ReactNode
  /** The second line may take several. */
  wrapSub?: boolean | undefined
  /** Figure at the end, and a line under it. */
  end?: ReactNode
  endSub?: ReactNode
  /** Status words, a pill, a link. */
  badge?: ReactNode
  /** It leads to another view. */
  chevron?: boolean | undefined
  /** 48 px instead of 56. */
  compact?: boolean | undefined
}

export interface ListItemProps extends RowProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** It is the current one. */
  selected?: boolean | undefined
  /** Its action is under way: it keeps the focus and does nothing. */
  busy?: boolean | undefined
  /** Cannot be chosen; can still be reached, so that everybody learns the reason. */
  disabled?: boolean | undefined
}

/** The inside of a row, its title being `children`. */
function Inside({ lead, sub, wrapSub, end, endSub, badge, children }: RowProps & { children: ReactNode }) {
  return (
    <>
      {lead}
      <span className="po-row__m">
        <span className="po-row__t">{children}</span>
        {sub && <span className={cls('po-row__s', wrapSub && 'is-wrap')}>{sub}</span>}
      </span>
      {(end || endSub) && (
        <span className="po-row__e">
          <span className="po-row__t">{end}</span>
          {endSub && <span className="po-row__s">{endSub}</span>}
        </span>
      )}
      {badge}
    </>
  )
}

/** A row to press: a wallet, a network, an account. The title is its children. */
export const ListItem = forwardRef<HTMLButtonElement, ListItemProps>(function ListItem(
  { lead, sub, wrapSub, end, endSub, badge, chevron, compact, selected, busy, disabled, className, children, onClick, ...rest },
  ref,
) {
  const off = busy || disabled
  return (
    <button
      ref={ref}
      type="button"
      className={cls('po-row', compact && 'is-48', selected && 'is-on', disabled && 'is-off', className)}
      {...(selected && { 'aria-current': true })}
      {...(busy && { 'aria-busy': true })}
      {...(off && { 'aria-disabled': true })}
      {...rest}
      onClick={off ? undefined : onClick}
    >
      <Inside {...{ lead, sub, wrapSub, end, endSub, badge }}>{children}</Inside>
      {busy ? <Spinner /> : selected && <Icon glyph={ok} className="is-on" />}
      {chevron && <Icon glyph={chevronRight} />}
    </button>
  )
})

export interface ListItemLinkProps extends Omit<RowProps, 'chevron'>, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
}

/** A row that leaves for another site, in a new tab that learns nothing of this page. */
export const ListItemLink = forwardRef<HTMLAnchorElement, ListItemLinkProps>(function ListItemLink(
  { lead, sub, wrapSub, end, endSub, badge, compact, className, children, ...rest },
  ref,
) {
  return (
    <a ref={ref} target="_blank" rel="noopener noreferrer" className={cls('po-row', compact && 'is-48', className)} {...rest}>
      <Inside {...{ lead, sub, wrapSub, end, endSub, badge }}>{children}</Inside>
      <Icon glyph={arrowUpRight} />
    </a>
  )
})

export interface ListProps {
  /** Names the group for those who do not see its heading. */
  label?: string | undefined
  children: ReactNode
}

/** Rows under each other. */
export const List = ({ label, children }: ListProps) => (
  <div className="po-list" {...(label && { role: 'group', 'aria-label': label })}>
    {children}
  </div>
)
