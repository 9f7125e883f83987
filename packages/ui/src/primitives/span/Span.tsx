import type { ReactNode } from 'react'
import { check, close, link } from '../../icons/glyphs.js'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { Columns } from '../columns/Columns.js'

export interface SpanProps {
  /** The two parties, tiles of 56 px: site and wallet, old and new network. */
  from: ReactNode
  to: ReactNode
  state: 'wait' | 'ok' | 'fail' | 'idle'
  /** Names the act while it is idle. */
  glyph?: Glyph | undefined
}

/** Two parties on one floor under one arch; the keystone carries the state. Says nothing: the text under it does. */
export function Span({ from, to, state, glyph = link }: SpanProps) {
  const keystone = {
    wait: <Columns />,
    ok: <Icon glyph={check} size={18} />,
    fail: <Icon glyph={close} size={16} />,
    idle: <Icon glyph={glyph} size={18} />,
  }
  return (
    <div className={`po-span is-${state}`} aria-hidden="true">
      <svg viewBox="0 0 328 136">
        <path className="po-floor" d="M40 133.5h248" />
        {/* from both feet to the keystone, so that the arch can be drawn that way */}
        <path className="po-arc0" d="M84 68a80 52 0 0 1 80-52M244 68a80 52 0 0 0-80-52" />
        <path className="po-arc1" d="M84 68a80 52 0 0 1 160 0" />
      </svg>
      <span className="po-key">{keystone[state]}</span>
      <span className="po-span__a">{from}</span>
      <span className="po-span__b">{to}</span>
    </div>
  )
}
