import type { Glyph } from './glyphs.js'
import { Icon } from './Icon.js'

/** A wallet's own picture, or a sign for it, or its first letter. Only pictures that travel inside the announcement are shown. */
export function WalletPicture({
  name,
  icon,
  glyph,
  size = 32,
}: {
  readonly name: string
  readonly icon?: string | undefined
  readonly glyph?: Glyph | undefined
  readonly size?: number
}) {
  if (icon?.startsWith('data:image/')) return <img className="m-art" src={icon} width={size} height={size} alt="" />
  return (
    <span className="m-coin" aria-hidden="true">
      {glyph ? <Icon glyph={glyph} size={16} /> : name.slice(0, 1)}
    </span>
  )
}
