import type { HTMLAttributes, ReactNode } from 'react'
import { bad, caution, info, note, ok } from '../../icons/glyphs.js'
import type { Glyph } from '../../icons/glyphs.js'
import { Icon } from '../../icons/Icon.js'
import { cls } from '../cls.js'
import type { Tone } from '../tone.js'

export interface NoteProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  /** `bad` is an alert. */
  tone?: Tone | undefined
  /** Instead of the tone's own. */
  icon?: Glyph | undefined
  /** The first line, in bold. */
  title?: ReactNode
}

/** A notice inside a view. */
export function Note({ tone, icon, title, className, children, ...rest }: NoteProps) {
  const glyph = icon ?? (tone ? { accent: note, ok, warn: caution, bad }[tone] : info)
  return (
    <div className={cls('po-note', tone && `is-${tone}`, className)} {...(tone === 'bad' && { role: 'alert' })} {...rest}>
      <Icon glyph={glyph} />
      <div className="po-grow">
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  )
}
