import type { FrameNetwork } from '../../types.js'
import { cleanName, decodeUtf8, isMixedScript } from '../text.js'
import { readMint, type SolanaAccount } from './chain.js'
import { programs } from './programs.js'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** Tokens that are known by their mint, for their names and never for trust. */
const wellKnown: Readonly<Record<string, string>> = {
  [`${mainnet}/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`]: 'USDC',
  [`${mainnet}/Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`]: 'USDT',
  [`${mainnet}/So11111111111111111111111111111111111111112`]: 'wSOL',
  [`${devnet}/4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU`]: 'USDC',
  [`${devnet}/So11111111111111111111111111111111111111112`]: 'wSOL',
}
/** What no other token is called here, whatever it calls itself. */
const taken = new Set([...Object.values(wellKnown), 'SOL'].map((symbol) => symbol.toLowerCase()))

/**
 * The symbol of a token as a sentence takes it, empty where nobody knows one: of a well-known mint, or, unverified, what a mint of
 * Token-2022 says of itself. @param mint what the chain has at that address
 */
export function symbolOf(address: string, mint: SolanaAccount | undefined, { id }: Pick<FrameNetwork, 'id'>): Record<string, string> {
  const key = `${id}/${address}`
  if (Object.hasOwn(wellKnown, key)) return { symbol: wellKnown[key] ?? '' }
  const symbol = mint && cleanName(ownSymbol(mint) ?? '')
  if (!symbol || taken.has(symbol.toLowerCase())) return { symbol: '' }
  return { symbol, unverified: 'true', ...(isMixedScript(symbol) && { mixedScript: 'true' }) }
}

const firstExtension = 166
const metadataKind = 19

/** What stands in the metadata that a mint of Token-2022 carries (TokenMetadata: two addresses, then name, symbol and more as texts). */
function ownSymbol(mint: SolanaAccount): string | undefined {
  const { data } = mint
  if (mint.owner !== programs.token2022 || !readMint(mint)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = firstExtension; at + 4 <= data.length; ) {
    const [kind, end] = [view.getUint16(at, true), at + 4 + view.getUint16(at + 2, true)]
    if (end > data.length) return undefined
    if (kind === metadataKind) return textsOf(data.subarray(at + 4 + 64, end))[1]
    at = end
  }
  return undefined
}

/** The first two texts, each behind its length in four bytes. */
function textsOf(data: Uint8Array): readonly (string | undefined)[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const texts: (string | undefined)[] = []
  for (let at = 0; texts.length < 2 && at + 4 <= data.length; ) {
    const end = at + 4 + view.getUint32(at, true)
    if (end > data.length) break
    texts.push(decodeUtf8(data.subarray(at + 4, end)))
    at = end
  }
  return texts
}
