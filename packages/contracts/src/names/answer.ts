import { type Address, type Hex, concatHex, encodeAbiParameters, keccak256, numberToHex } from 'viem'

/** What a gateway tells of a name, to the resolver that sent the client to it. */
export interface NameAnswer {
  /** The resolver's contract: an answer to one counts for no other. */
  resolver: Address
  /** The call that the client was told to ask with: `resolve(bytes,bytes)`. */
  request: Hex
  /** What that call gives, ABI-encoded. */
  result: Hex
  /** Seconds since 1970 after which it counts no longer. */
  expires: number
}

/**
 * The hash that one of the resolver's signers signs as it is, without a prefix of its own (EIP-191, version 0). ENS's own offchain resolver has the same.
 * @example
 * const hash = nameAnswerToSign({ resolver, request, result, expires: Math.floor(Date.now() / 1000) + 300 })
 * const signature = await signer.sign({ hash })
 */
export function nameAnswerToSign({ resolver, request, result, expires }: NameAnswer): Hex {
  return keccak256(concatHex(['0x1900', resolver, numberToHex(expires, { size: 8 }), keccak256(request), keccak256(result)]))
}

/**
 * The answer as the gateway gives it (EIP-3668), and as `resolveWithProof` reads it.
 * @example const body = { data: encodeNameAnswer({ result, expires }, signature) } // what the gateway answers, as JSON
 * @param signature 65 bytes
 */
export function encodeNameAnswer({ result, expires }: Pick<NameAnswer, 'result' | 'expires'>, signature: Hex): Hex {
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, BigInt(expires), signature])
}
