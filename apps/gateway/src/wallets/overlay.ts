import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { DataSetError } from '../errors.js'
import type { WalletData } from './dataSet.js'
import { imageIdOf, imageLimit, webpSize } from './image.js'
import { type WalletRecord, emptyWallet, walletId, walletRecord } from './schema.js'

const { id, name, chains, ...rest } = walletRecord.omit({ chains_from: true, listed_by: true, image_id: true }).shape
const optional = z.object(rest).partial().shape

/** What an operator changes of the directory, without a copy of it. Paths are from the folder of the file. */
const overlay = z.strictObject({
  /** Wallets that are not listed, by id. */
  hide: z.array(walletId).default([]),
  /** Wallets that come before the others, in this order, by id. */
  first: z.array(walletId).default([]),
  /** Other pictures, by the wallet's id: WebP, 128 × 128 pixels, 16 kB at the most. */
  logos: z.record(walletId, z.string().min(1)).default({}),
  /** Wallets of the operator's own. */
  add: z.array(z.strictObject({ id, name, chains: chains.default([]), ...optional })).default([]),
})

/**
 * The directory as its operator wants it: `hide`, `first`, `logos` and `add` of a JSON file. What it names has to be there, so that a
 * change of the data set is noticed and not passed over.
 * @throws DataSetError
 */
export function applyOverlay(data: WalletData, file: string): WalletData {
  const parsed = overlay.safeParse(read(file, (bytes): unknown => JSON.parse(bytes.toString('utf8'))))
  if (!parsed.success) throw new DataSetError(`${file} is not what it should be:\n${z.prettifyError(parsed.error)}`)
  const { hide, first, logos, add } = parsed.data

  const listed = new Set(data.wallets.map((wallet) => wallet.id))
  const twice = add.filter(({ id: one }, at) => listed.has(one) || add.findIndex((wallet) => wallet.id === one) < at)
  if (twice.length > 0) throw new DataSetError(`${file} adds wallets that are listed: ${idsOf(twice)}`)
  const wallets = [...add.map(own), ...data.wallets.filter((wallet) => !hide.includes(wallet.id))]
  const known = new Set(wallets.map((wallet) => wallet.id))
  const strangers = [...hide.filter((one) => !listed.has(one)), ...[...first, ...Object.keys(logos)].filter((one) => !known.has(one))]
  if (strangers.length > 0) throw new DataSetError(`${file} names wallets that are not listed: ${strangers.join(', ')}`)

  const images = new Map([...data.images].filter(([one]) => known.has(one)))
  for (const [one, path] of Object.entries(logos)) images.set(one, readLogo(resolve(dirname(file), path)))
  const place = (wallet: WalletRecord): number => first.indexOf(wallet.id) >>> 0 // -1 comes last
  const withPictures = wallets.map((wallet): WalletRecord => {
    const image = logos[wallet.id] === undefined ? undefined : images.get(wallet.id)
    return image ? { ...wallet, image_id: imageIdOf(image) } : wallet
  })
  return { wallets: withPictures.toSorted((a, b) => place(a) - place(b)), images }
}

function own(wallet: z.output<typeof overlay>['add'][number]): WalletRecord {
  const from = wallet.chains.length > 0 ? ['operator'] : []
  return walletRecord.parse({ ...emptyWallet(), ...wallet, chains_from: from, listed_by: ['operator'] })
}

function readLogo(path: string): Uint8Array<ArrayBuffer> {
  const bytes = read(path, (found) => new Uint8Array(found))
  const size = webpSize(bytes)
  if (size?.width === 128 && size.height === 128 && bytes.length <= imageLimit) return bytes
  throw new DataSetError(
    `${path} is not WebP of 128 × 128 pixels and ${imageLimit} bytes at the most: \`pnpm --filter @portico/gateway logo\` makes it so.`,
  )
}

function read<T>(path: string, make: (bytes: Buffer) => T): T {
  try {
    return make(readFileSync(path))
  } catch (cause) {
    throw new DataSetError(`${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const idsOf = (wallets: readonly { id: string }[]): string => wallets.map((wallet) => wallet.id).join(', ')
