import { forwardRef } from 'react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { check, shield } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'

export interface CellProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Tile of 56 px. */
  tile: ReactNode
  /** A green tick in the corner, and what it means in words: "Installed". */
  pin?: string | undefined
  /** A small shield at the tile, and what it means in words: "Certified". */
  mark?: string | undefined
}

/** One wallet in a grid. The name is its children, in one line. */
export const Cell = forwardRef<HTMLButtonElement, CellProps>(function Cell({ tile, pin, mark, className, children, ...rest }, ref) {
  return (
    <button ref={ref} type="button" className={cls('po-cell', className)} {...rest}>
      {pin && (
        <span className="po-pin">
          <Icon glyph={check} size={10} />
        </span>
      )}
      {mark && (
        <span className="po-pin is-mark">
          <Icon glyph={shield} size={10} />
        </span>
      )}
      {tile}
      <span className="po-cell__n" dir="auto">
        {children}
      </span>
      {pin && <span className="po-sr">{pin}</span>}
      {mark && <span className="po-sr">{mark}</span>}
    </button>
  )
})

/** Rows of four that are all there. For wallets take {@link VirtualGrid}. */
export const Grid = ({ children }: { children: ReactNode }) => <div className="po-grid">{children}</div>
export const GridRow = ({ children }: { children: ReactNode }) => <div className="po-grid__row">{children}</div>
