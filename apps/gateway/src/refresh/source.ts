import { z } from 'zod'
import { RefreshError } from './errors.js'

const text = z.nullable(z.string())

/** A listing of the package, as far as it is used. */
const listing = z.object({
  id: z.string(),
  name: z.string(),
  homepage: z.string(),
  rdns: text,
  app: z.object({
    browser: text,
    ios: text,
    android: text,
    mac: text,
    windows: text,
    linux: text,
    chrome: text,
    edge: text,
    opera: text,
  }),
  mobile: z.object({ native: text, universal: text }),
  desktop: z.object({ native: text, universal: text }),
})
export type Listing = z.output<typeof listing>

/**
 * Reads the object literal of a listing's module. The module is read as text, and nothing of the package is run: a literal of
 * plain values becomes JSON by quoting its keys and leaving out its last commas, and anything else fails.
 * @throws RefreshError
 */
export function readListing(source: string): Listing {
  const body = source.slice(source.indexOf('{', source.indexOf('export const wallet')), source.lastIndexOf('}') + 1)
  const json = body.replace(/^(\s*)(\w+):/gm, '$1"$2":').replace(/,(\s*[}\]])/g, '$1')
  try {
    return listing.parse(JSON.parse(json))
  } catch (cause) {
    throw new RefreshError(`A listing can't be read: ${body.slice(0, 120)}`, { cause })
  }
}

/** The picture of a listing's module. @throws RefreshError when it has none in WebP */
export function readImage(source: string): Uint8Array<ArrayBuffer> {
  const base64 = /"data:image\/webp;base64,([A-Za-z0-9+/]+={0,2})"/.exec(source)?.[1]
  if (base64 === undefined) throw new RefreshError('A picture is not WebP in base64.')
  return new Uint8Array(Buffer.from(base64, 'base64'))
}

/** The ids of all listings in the order of the package, which is the order of its own source. */
export function readOrder(source: string): string[] {
  return Array.from(source.matchAll(/\bid: "([^"]+)"/g), ([, id]) => id ?? '')
}
