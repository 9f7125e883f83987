import { GlyphTile } from '@portico/ui/glyph-tile'
import { globe } from '@portico/ui/glyphs'
import { Note } from '@portico/ui/note'
import { fill } from '../i18n/index.js'
import type { Returned } from './control.js'
import { sayError, useLanguage, useWords } from './parts.js'

/** A network that nothing can be done about here. */
export function NetworkRow({ name, sub }: { readonly name: string; readonly sub: string }) {
  return (
    <div className="po-row">
      <NetworkTile />
      <span className="po-row__m">
        <span className="po-row__t">{name}</span>
        <span className="po-row__s">{sub}</span>
      </span>
    </div>
  )
}

export const NetworkTile = () => <GlyphTile glyph={globe} />

/** What became of what was approved, or why it failed. */
export function CameBack({ returned }: { readonly returned: Returned | undefined }) {
  const t = useWords()
  const locale = useLanguage()
  if (returned?.outcome) {
    return (
      <Note tone={returned.outcome === 'pending' ? 'warn' : 'ok'} role="status">
        {fill(t.control[returned.outcome], { network: returned.network })}
      </Note>
    )
  }
  return returned?.error === undefined ? null : <Note tone="bad">{sayError(returned.error, t, locale)}</Note>
}
