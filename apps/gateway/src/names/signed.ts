import { createHash } from 'node:crypto'
import { type TextVerifier, evmVerifier } from '@portico/siwx/server/evm'
import { getAddress, isAddress, isHex } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chains.js'
import { chainOf, readCoinType } from './coinType.js'
import { NameRefusedError } from './errors.js'
import type { NameStore, Signer } from './store.js'

/** Seconds that a message may be off the clock here. */
const window = 300

/** What every signed call sends. */
export const signedBody = z.object({
  coin_type: z
    .int()
    .min(0)
    .max(2 ** 53 - 1),
  address: z.string().max(64),
  message: z.string().min(2).max(16_384),
  signature: z.string().max(16_384 + 2),
})
export type SignedBody = z.output<typeof signedBody>

/** What every message has in it. `origin`: of the page that it is for. */
const anyMessage = z.looseObject({ timestamp: z.number(), origin: z.optional(z.string().max(256)) })

/** A message whose form is right and whose time has come. Its signature is not looked at yet. */
export interface SignedMessage {
  readonly value: unknown
  readonly address: `0x${string}`
  readonly coinType: number
  /** Looks at the signature, on the chain of the coin type, and counts the message as used. @throws NameRefusedError `signature`, `used`, `unavailable` */
  readonly verify: () => Promise<Signer>
}

/** Where a message comes from, and what it may lack. */
export interface Sent {
  /** Origin of the page that sends it, as its browser says. */
  readonly page: string | undefined
  /** Whether it may name no page. */
  readonly mayBeUnbound?: boolean
}

export type ReadSigned = (body: SignedBody, sent: Sent) => SignedMessage

export interface ReadSignedParameters {
  /** Of the pages that a message may be for; `*` is any. With none, those that may be unbound are for any. */
  readonly origins: readonly string[]
  readonly chains: readonly Chain[]
  readonly store: Pick<NameStore, 'useMessage'>
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Reads what an account has signed: a text of a moment, which counts once. @throws NameRefusedError */
export function createReadSigned({ origins, chains, store, fetch, clock }: ReadSignedParameters): ReadSigned {
  const verifiers = new Map<string, readonly TextVerifier[]>(
    chains
      .filter(({ id }) => id.startsWith('eip155:'))
      .map(({ id, rpc }) => [id, rpc.map((url) => evmVerifier({ rpcUrls: { [id]: url }, fetch }))]),
  )

  const isOwn = (origin: string): boolean => origins.includes('*') || origins.includes(origin)
  /** A page could have a visitor of another one sign: the message says for which one it is, and no page sends that of another. */
  const isBound = (origin: string | undefined, { page, mayBeUnbound = false }: Sent): boolean => {
    const isOpen = mayBeUnbound && origins.length === 0
    if (origin === undefined) return mayBeUnbound && (isOpen || page === undefined || isOwn(page))
    return (isOpen || isOwn(origin)) && (page === undefined || page === origin)
  }

  return ({ coin_type, address: given, message: text, signature }, sent) => {
    const coinType = readCoinType(coin_type)
    const chain = chainOf(coinType)
    const nodes = verifiers.get(chain)
    if (!nodes) throw new NameRefusedError('chain', { description: `Accounts of ${chain} do not register names here` })
    const address = readAddress(given)
    const value = parse(text)
    const { timestamp, origin } = value
    if (!isBound(origin, sent)) throw new NameRefusedError('origin')
    if (!(Math.abs(clock() / 1000 - timestamp) <= window)) throw new NameRefusedError('stale')
    return {
      value,
      address,
      coinType,
      verify: async () => {
        if (!isHex(signature)) throw new NameRefusedError('signature')
        for (const verify of nodes) {
          const verdict = await verify({ message: { address }, chain, text, signature })
          if (verdict === 'unavailable') continue
          if (verdict === 'invalid') throw new NameRefusedError('signature')
          const digest = createHash('sha256').update(`${address}\n${text}`).digest('base64url')
          if (!(await store.useMessage(digest, (timestamp + window + 1) * 1000))) throw new NameRefusedError('used')
          return { address, coinType, isKey: verdict === 'valid' }
        }
        throw new NameRefusedError('unavailable')
      },
    }
  }
}

/** With its checksum. @throws NameRefusedError `invalid`, also for one whose own checksum is wrong */
export function readAddress(text: string): `0x${string}` {
  const isPlain = isAddress(text, { strict: false }) && text.slice(2) === text.slice(2).toLowerCase()
  if (isPlain) return getAddress(text)
  if (isAddress(text)) return getAddress(text)
  throw new NameRefusedError('invalid', { description: 'The address is none' })
}

function parse(text: string): z.output<typeof anyMessage> {
  try {
    return anyMessage.parse(JSON.parse(text))
  } catch {
    throw new NameRefusedError('invalid', { description: 'The message is not JSON with a timestamp, or its origin is no text' })
  }
}
