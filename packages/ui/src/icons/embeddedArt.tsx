import { Art } from './letter.js'
import { mail } from './firstGlyphs.js'

/** Portico's own wallet, which one logs in to. */
export const EmbeddedArt = () => (
  <Art ground="#006a6c">
    <path
      d={mail[0]}
      fill="none"
      stroke="#fff"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform="translate(6 6) scale(1.4)"
    />
  </Art>
)
