import type { HTMLAttributes } from 'react'
import { bad, caution, ok } from '../../icons/glyphs.js'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'

export interface HelpProps extends HTMLAttributes<HTMLParagraphElement> {
  /** `bad` is an alert. */
  tone?: 'ok' | 'warn' | 'bad' | undefined
  /** Instead of the tone's own. */
  icon?: Glyph | undefined
}

/** A line under a field. */
export function Help({ tone, icon = tone && { ok, warn: caution, bad }[tone], className, children, ...rest }: HelpProps) {
  return (
    <p className={cls('po-help', tone && `is-${tone}`, className)} {...(tone === 'bad' && { role: 'alert' })} {...rest}>
      {icon && <Icon glyph={icon} size={16} />}
      <span>{children}</span>
    </p>
  )
}
