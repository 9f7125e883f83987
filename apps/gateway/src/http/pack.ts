import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Compresses a body with gzip, or gives what the same version came to before. */
export type Pack = (version: string, body: () => string | Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** @param kept how many compressed bodies are kept: the pages that everybody asks for are packed once */
export function createPack(kept = 256): Pack {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (version, body) => {
    const found = known.get(version) ?? promisify(gzip)(body()).then((packed) => new Uint8Array(packed))
    // The one that was asked for last stands last.
    known.delete(version)
    known.set(version, found)
    const [oldest] = known.keys()
    if (known.size > kept && oldest !== undefined) known.delete(oldest)
    return found
  }
}

/** Whether a client takes gzip, by its Accept-Encoding (RFC 9110, 12.5.3). */
export function takesGzip(header: string | undefined): boolean {
  const offers = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  const offer = offers.find(([name]) => name === 'gzip') ?? offers.find(([name]) => name === '*')
  return offer !== undefined && !offer.slice(1).some((part) => /^q=0(\.0*)?$/.test(part))
}
