import { forwardRef } from 'react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cls } from '../cls.js'
import { Columns } from '../columns/Columns.js'

export interface HostButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` invites to connect, `bad` asks for help. */
  tone?: 'primary' | 'bad' | undefined
  /** 40 or 32 px high. */
  size?: 'md' | 'sm' | undefined
  /** `system` follows the visitor's scheme in the style sheet, so that a server need not know it. */
  theme?: 'light' | 'dark' | 'system' | undefined
  /** Tile or avatar without a size of its own, an icon, a spinner. Alone, with an `aria-label`, it is the whole button. */
  lead?: ReactNode
  /** The account's balance, before its plate; `null` while it loads. */
  balance?: ReactNode
  /** After the words: a chevron where it opens a list. */
  end?: ReactNode
  /** Its action is under way: three columns, and it keeps the focus. A press still opens the modal. */
  busy?: boolean | undefined
  /** Why a press did nothing, and what the next one does: instead of its words. */
  note?: string | undefined
}

/**
 * A button in the host's page. A server can render it: it has no style attribute and no state.
 * It carries its own tokens, so it looks the same wherever it stands.
 */
export const HostButton = forwardRef<HTMLButtonElement, HostButtonProps>(function HostButton(
  { tone, size, theme = 'light', lead, balance, end, busy, note, className, children, ...rest },
  ref,
) {
  const joined = balance !== undefined
  const words = note ?? children
  const label = words !== undefined && <span className="po-host__t">{words}</span>
  return (
    <button
      ref={ref}
      type="button"
      className={cls('portico po-host', tone && `is-${tone}`, size === 'sm' && 'is-sm', joined && 'is-joined', className)}
      data-theme={theme}
      {...(busy && { 'aria-busy': true })}
      {...rest}
    >
      {busy && !lead && <Columns />}
      {joined ? (
        <>
          {balance === null ? (
            <span className="po-sk" aria-hidden="true" />
          ) : (
            <span className="po-num" dir="ltr">
              {balance}
            </span>
          )}
          <span className="po-host__acc">
            {lead}
            {label}
          </span>
        </>
      ) : (
        <>
          {lead}
          {label}
        </>
      )}
      {end}
    </button>
  )
})
