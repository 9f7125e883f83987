import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataSetError } from '../errors.js'
import { imageIdOf } from './image.js'
import { dataSet, type WalletRecord } from './schema.js'

/** The wallets in their order, and pictures by the wallet's id, of those that have one. */
export interface WalletData {
  wallets: readonly WalletRecord[]
  images: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

/**
 * Reads the data set of a folder: `wallets.json`, and `images/<id>.webp` for each wallet in it that has a picture.
 * @throws DataSetError when something is missing, is not what the schema says, or is listed twice
 */
export function readWalletData(folder: string): WalletData {
  const parsed = dataSet.safeParse(read(join(folder, 'wallets.json'), (bytes): unknown => JSON.parse(bytes.toString('utf8'))))
  if (!parsed.success) throw new DataSetError(`wallets.json is not what it should be:\n${z.prettifyError(parsed.error)}`)
  const { wallets } = parsed.data
  const images = new Map<string, Uint8Array<ArrayBuffer>>()
  const seen = new Set<string>()
  for (const { id, image_id } of wallets) {
    if (seen.has(id)) throw new DataSetError(`${id} is listed twice.`)
    seen.add(id)
    if (image_id === null) continue
    const bytes = read(join(folder, 'images', `${id}.webp`), (found) => new Uint8Array(found))
    if (imageIdOf(bytes) !== image_id) throw new DataSetError(`The picture of ${id} is not the one that is listed.`)
    images.set(id, bytes)
  }
  return { wallets, images }
}

function read<T>(path: string, make: (bytes: Buffer) => T): T {
  try {
    return make(readFileSync(path))
  } catch (cause) {
    throw new DataSetError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
