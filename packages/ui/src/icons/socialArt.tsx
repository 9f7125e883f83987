import type { ReactNode } from 'react'
import { Art } from './letter.js'
import { socialGlyphs } from './socialGlyphs.js'

/** Ground and ink of each way to log in. */
const colours: Readonly<Record<keyof typeof socialGlyphs, readonly [ground: string, ink: string]>> = {
  google: ['#fff', '#2b2f38'],
  x: ['#111417', '#fff'],
  farcaster: ['#7c5cd6', '#fff'],
  discord: ['#5661e8', '#fff'],
  apple: ['#111417', '#fff'],
  github: ['#24292f', '#fff'],
  facebook: ['#1a66d9', '#fff'],
}

/** The tile of a way to log in. */
export function SocialArt({ name }: { readonly name: keyof typeof socialGlyphs }): ReactNode {
  const [ground, ink] = colours[name]
  return (
    <Art ground={ground}>
      <path d={socialGlyphs[name][1]} fill={ink} fillRule="evenodd" transform="translate(8 8) scale(1.2)" />
    </Art>
  )
}
