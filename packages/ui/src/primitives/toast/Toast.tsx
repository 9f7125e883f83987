import type { ReactNode } from 'react'
import { bad, ok } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import { Spinner } from '../spinner/Spinner.js'

export interface ToastProps {
  kind: 'loading' | 'success' | 'error'
  children: ReactNode
}

/** What just happened, over the header. One at a time. All but an error belong into an element with `role="status"` that is there before. */
export const Toast = ({ kind, children }: ToastProps) => (
  <div
    className={cls('po-toast', kind === 'success' && 'is-ok', kind === 'error' && 'is-bad')}
    role={kind === 'error' ? 'alert' : undefined}
  >
    {kind === 'loading' ? <Spinner /> : <Icon glyph={kind === 'success' ? ok : bad} />}
    <span>{children}</span>
  </div>
)
