import { fromBase58 } from '@portico/core/kit'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import * as z from 'zod/mini'
import type { FrameNetwork, PreparedRequest } from '../../types.js'
import { AccountMismatchError, InvalidParamsError, TransactionAsMessageError, WrongKeyError } from '../errors.js'
import { messageFinding } from '../message.js'
import { readableText } from '../text.js'
import { freeze, type PrepareContext, type SiteRequest } from '../types.js'
import { resemblesTransaction } from './transaction.js'

const parameters = z.strictObject({ message: z.string(), pubkey: z.optional(z.string()) })

/**
 * Reads solana_signMessage: base58 of a message, in 10,000 characters at the most, and the account. Bytes that are a transaction are
 * refused, also inside of an envelope for off-chain messages (S16). Approving it answers `{ signature }` in base58.
 * @throws TransactionAsMessageError
 */
export async function prepareSolanaMessage(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = context.addresses.solana
  const { data } = parameters.safeParse(request.params)
  const bytes = data && fromBase58(data.message)
  if (!bytes) throw new InvalidParamsError({ problem: 'solana_signMessage takes a message in base58 and a public key' })
  if (data.pubkey !== undefined && data.pubkey !== own) throw new AccountMismatchError()
  for (const each of readings(bytes)) if (resemblesTransaction(each)) throw new TransactionAsMessageError()
  const text = readableText(insideOf(bytes) ?? bytes)
  const { finding, details } = messageFinding({
    bytes: insideOf(bytes) ?? bytes,
    text,
    context,
    namespace: 'solana',
    address: own,
    network,
  })
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'solana',
    networkId: network.id,
    networkName: network.name,
    address: own,
    ...finding,
    changes: 'none',
    details: [{ path: 'pubkey', value: own }, ...details, { path: 'message (hex)', value: `0x${hex.encode(bytes)}` }],
    sign: (keys) =>
      keys.withKey('solana', (privateKey) => {
        if (base58.encode(ed25519.getPublicKey(privateKey)) !== own) throw new WrongKeyError()
        return { signature: base58.encode(ed25519.sign(bytes, privateKey)) }
      }),
  } satisfies PreparedRequest)
}

const envelope = new TextEncoder().encode('solana offchain')

/** The message in an envelope of Solana's off-chain messages: version 0 with its short or long header; undefined without one. */
function insideOf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0xff || !envelope.every((byte, index) => bytes[index + 1] === byte) || bytes[16] !== 0) return undefined
  const length = (at: number) => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256
  // Version, format, length; or version, application of 32 bytes, format, signers of 32 bytes each, length.
  const long = 17 + 32 + 2 + 32 * (bytes[50] ?? 0)
  return [18, long]
    .map((at) => [at + 2, length(at)] as const)
    .filter(([start, size]) => start + size === bytes.length && size > 0)
    .map(([start]) => bytes.subarray(start))[0]
}

/** Everything that somebody might read the message as: itself, and what is in its envelope, by any header. */
function readings(bytes: Uint8Array): readonly Uint8Array[] {
  const inside = bytes[0] === 0xff ? [16, 17, 18, 20, 51, 83, 85].map((at) => bytes.subarray(at)) : []
  const inner = insideOf(bytes)
  return [bytes, ...(inner ? [inner] : []), ...inside, ...textReadings(inner ?? bytes)]
}

/** A transaction written out as text is a transaction to whoever decodes it. */
function textReadings(bytes: Uint8Array): readonly Uint8Array[] {
  const text = readableText(bytes)?.trim()
  if (text === undefined || text.length > 4000) return []
  return [() => base64.decode(text), () => base58.decode(text), () => hex.decode(text.replace(/^0x/, ''))].flatMap((read) => {
    try {
      return [read()]
    } catch {
      return []
    }
  })
}
