import { fromBase58 } from '@portico/core/kit'
import type { Chain } from './chains.js'
import { loaded } from './loaded.js'

/** What locks the coins of an address: single key (`p2wpkh`, `p2tr`, `p2pkh`) or a script. */
export type AddressType = 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2pkh' | 'p2sh'

export interface ReadAddress {
  /** In its usual form: segwit addresses in lower case. */
  readonly address: string
  readonly type: AddressType
}

/**
 * Reads an address of a chain, with its checksum: segwit (BIP-173, BIP-350) or base58check. Resolves undefined for anything
 * else, also for an address of another chain. Without `@scure/base`, which would double the size of what a visitor
 * loads to connect; the tests compare the two.
 */
export async function readAddress(value: unknown, { hrp }: Chain): Promise<ReadAddress | undefined> {
  if (typeof value !== 'string' || value.length < 26 || value.length > 90) return undefined
  const lower = value.toLowerCase()
  const isSegwit = lower.startsWith(`${hrp}1`)
  if (isSegwit && value !== lower && value !== value.toUpperCase()) return undefined
  const type = isSegwit ? segwitType(lower, hrp) : await base58Type(value, hrp === 'bc')
  return type && { address: isSegwit ? lower : value, type }
}

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
/** What the checksum of a good address comes to, by encoding. */
const bech32 = 1
const bech32m = 0x2bc830a3

function segwitType(address: string, hrp: string): AddressType | undefined {
  const words = [...address.slice(hrp.length + 1)].map((letter) => bech32Letters.indexOf(letter))
  if (words.includes(-1)) return undefined
  const codes = [...hrp].map((letter) => letter.charCodeAt(0))
  let sum = 1
  for (const word of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...words]) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    generators.forEach((generator, bit) => {
      if ((top >>> bit) & 1) sum ^= generator
    })
  }
  // Version, data in groups of 5 bits, 6 words of checksum. Bits that fill up the last group are 0.
  const [version, ...data] = words.slice(0, -6)
  const size = Math.floor((data.length * 5) / 8)
  const padding = data.length * 5 - size * 8
  if (padding > 4 || (data.at(-1) ?? 0) & ((1 << padding) - 1)) return undefined
  if (version === 0 && sum === bech32) return size === 20 ? 'p2wpkh' : size === 32 ? 'p2wsh' : undefined
  return version === 1 && sum === bech32m && size === 32 ? 'p2tr' : undefined
}

/** A base58check address is 25 bytes: version, hash of 20, checksum of 4. */
async function base58Type(address: string, isMain: boolean): Promise<AddressType | undefined> {
  const bytes = fromBase58(address)
  if (bytes?.length !== 25) return undefined
  const check = await sha256(await sha256(bytes.slice(0, 21)))
  if (bytes.slice(21).some((byte, at) => byte !== check[at])) return undefined
  if (bytes[0] === (isMain ? 0x00 : 0x6f)) return 'p2pkh'
  return bytes[0] === (isMain ? 0x05 : 0xc4) ? 'p2sh' : undefined
}

/** By the browser, which offers it to secure pages only; elsewhere by the library that comes with the PSBT code. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle }: { subtle?: SubtleCrypto } = globalThis.crypto ?? {}
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  return new Uint8Array((await loaded(import('../psbt/index.js'))).sha256(bytes))
}
