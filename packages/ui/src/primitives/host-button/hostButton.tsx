import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cls } from '../cls.js'
import { Columns } from '../columns/Columns.js'

export interface HostButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>
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
 * It carries its own tokens, so it looks the same wherever it stands. Called and not rendered: what stands in every page
 * from the start is one component, and React makes machine code of its own loops only where they run often.
 */
export function hostButton(props: HostButtonProps) {
  const { tone, size, theme = 'light', lead, balance, end, busy, note, className, children, ...rest } = props
  const joined = balance !== undefined
  const words = note ?? children
  const label = words !== undefined && <span className="po-host__t">{words}</span>
  return (
    <button
      type="button"
      className={cls('portico po-host', tone && `is-${tone}`, size === 'sm' && 'is-sm', joined && 'is-joined', className)}
      data-theme={theme}
      {...(busy && { 'aria-busy': true })}
      {...rest}
    >
      {busy && !lead && <Columns />}
      {balance === null ? (
        <span className="po-sk" aria-hidden="true" />
      ) : (
        joined && (
          <span className="po-num" dir="ltr">
            {balance}
          </span>
        )
      )}
      {joined ? (
        <span className="po-host__acc">
          {lead}
          {label}
        </span>
      ) : (
        lead
      )}
      {!joined && label}
      {end}
    </button>
  )
}
