import { createHash } from 'node:crypto'
import type { Database } from '@portico/service/database'
import { LRUCache } from 'lru-cache'
import type { Draw, PictureSize } from './draw.js'
import { PictureError } from './errors.js'
import type { Outside } from './outside.js'

/** Bytes that a picture may have before it is drawn anew, and that all drawn ones are kept in. */
export const pictureLimit = 10_000_000
const keptBytes = 64_000_000
/** Bytes of pictures that are being read, or wait to be drawn, all together. */
const bytesUnderWay = 200_000_000
/** Milliseconds that a picture is kept, and that one which could not be drawn is not tried again. */
const keptMs = 86_400_000
const failedMs = 60_000
/** Characters of the sources that are known to be in the database. */
const mostNoted = 4_000_000

export interface Pictures {
  /** The addresses at which pictures are given out, by their source: below the gateway's own, or paths where that is not known. */
  readonly addressesOf: (sources: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** A picture as WebP; undefined for one that no chain has named. @throws PictureError */
  readonly read: (id: string, size: PictureSize, signal: AbortSignal) => Promise<Buffer | undefined>
}

export interface PicturesParameters {
  readonly db: Database
  readonly outside: Outside
  readonly draw: Draw
  /** Origin that browsers know the gateway by. */
  readonly publicUrl?: string | undefined
  /** Bytes of pictures that are being read, or wait to be drawn, all together: 200 MB unless told. */
  readonly mostBytes?: number | undefined
}

type Kept = { readonly drawn: Buffer; readonly failure?: undefined } | { readonly failure: PictureError; readonly drawn?: undefined }

/** Pictures of strangers, fetched and drawn anew here: who looks at them is known to this gateway alone, and no byte of theirs gets to a page. */
export function createPictures({ db, outside, draw, publicUrl = '', mostBytes = bytesUnderWay }: PicturesParameters): Pictures {
  const kept = new LRUCache<string, Kept>({ maxSize: keptBytes, sizeCalculation: ({ drawn }) => (drawn?.byteLength ?? 0) + 200 })
  const underWay = new Map<string, Promise<Kept>>()
  const noted = new LRUCache<string, string>({ maxSize: mostNoted, sizeCalculation: (id, source) => id.length + source.length })

  let bytesNow = 0

  const make = async (key: string, source: string, size: PictureSize): Promise<Kept> => {
    // Several may wait for it: nobody's leaving ends it.
    const { signal } = new AbortController()
    let own = 0
    // Each may be large, and whoever wants to fill the memory has many: these are the ones that are refused.
    const onBytes = (count: number): void => {
      if (bytesNow + count > mostBytes) throw new PictureError('unavailable', 'Too many large pictures are read at once.')
      own += count
      bytesNow += count
    }
    const made = await (async (): Promise<Kept> => {
      try {
        const { bytes } = await outside({ source, limit: pictureLimit, onBytes, signal })
        return { drawn: await draw({ bytes, size, signal }) }
      } catch (error) {
        if (!(error instanceof PictureError)) throw error
        return { failure: error }
      } finally {
        bytesNow -= own
      }
    })()
    kept.set(key, made, { ttl: made.drawn ? keptMs : failedMs })
    return made
  }

  return {
    addressesOf: async (sources) => {
      const found = new Map<string, string>()
      const rows: { id: string; source: string }[] = []
      for (const source of new Set(sources)) {
        // Postgres has no place for it, and no address has it.
        if (source.includes('\0')) continue
        const known = noted.get(source)
        const id = known ?? idOf(source)
        found.set(source, `${publicUrl}/v1/pictures/${id}`)
        if (known === undefined) rows.push({ id, source })
      }
      for (let at = 0; at < rows.length; at += 100) {
        const some = rows.slice(at, at + 100)
        await db
          .insertInto('gateway_pictures')
          .values(some)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute()
        for (const { id, source } of some) noted.set(source, id)
      }
      return found
    },
    read: async (id, size, signal) => {
      if (!/^[\w-]+$/.test(id)) return undefined
      const key = `${id}/${size}`
      let picture = kept.get(key)
      if (!picture) {
        const row = await db.selectFrom('gateway_pictures').select('source').where('id', '=', id).executeTakeFirst()
        if (!row) return undefined
        const making = underWay.get(key) ?? make(key, row.source, size).finally(() => underWay.delete(key))
        underWay.set(key, making)
        picture = await making
        signal.throwIfAborted()
      }
      if (picture.failure) throw picture.failure
      return picture.drawn
    },
  }
}

const idOf = (source: string): string => createHash('sha256').update(source).digest('base64url').slice(0, 32)
