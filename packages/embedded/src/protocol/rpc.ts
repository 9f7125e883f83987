import { isNamespace, type Namespace } from '@portico/core'
import { preflightCommitments } from '@portico/core/kit'
import * as z from 'zod/mini'
import { either, listOf, oneOf, shape, text } from './form.js'
import { json } from './json.js'
import { isListedMethod } from './methods.js'
import { networkId, nothing, truth, whole } from './shapes.js'

/** A serialised Solana transaction, of 1,232 bytes at the most, in base64; base58 is taken too. */
const transaction = z.custom<string>((value) => typeof value === 'string' && /^[\dA-Za-z+/]{1,1700}={0,2}$/.test(value))
/** Base58. */
const base58 = (limit: number) =>
  z.custom<string>((value) => typeof value === 'string' && value.length <= limit && /^[1-9A-HJ-NP-Za-km-z]*$/.test(value))
const hex = (limit: number) =>
  z.custom<string>((value) => typeof value === 'string' && value.length <= limit && /^0x[\da-f]*$/i.test(value))

const namespace = z.custom<Namespace>(isNamespace)
const list = z.custom<readonly unknown[]>((value) => Array.isArray(value) && json.safeParse(value).success)
/** The signer, where a site names it: the account in use signs in any case. */
const pubkey = base58(44)

/** Characters of a message in base58: what the secure page reads. */
const longestMessage = 10_000

/** A list of just these. */
const only = (...schemas: readonly z.ZodMiniType[]) =>
  z.custom<readonly unknown[]>(
    (value) =>
      Array.isArray(value) && value.length === schemas.length && schemas.every((schema, at) => schema.safeParse(value[at]).success),
  )
/** Characters of a batch's id: 4,096 bytes as hex (EIP-5792). */
const longestId = 8_194

const sendOptions = shape(
  {},
  { skipPreflight: truth, preflightCommitment: oneOf(...preflightCommitments), maxRetries: whole, minContextSlot: whole },
)
const calls = listOf(shape({ to: hex(42) }, { data: hex(1_000_000), value: hex(66), capabilities: json }))
/** EIP-5792, version 2.0.0 (`id` and `atomicRequired` are new there) and before. */
const sendCalls = shape(
  { calls },
  { chainId: json, from: hex(42), version: text(20), capabilities: json, atomicRequired: truth, id: text(longestId) },
)

/**
 * What methods take that is more than a list. Solana's messages and keys are base58, its transactions base64; answers are
 * `{ signature }` in base58, `{ transaction }` and `{ transactions }` in base64.
 */
const special: Readonly<Record<string, z.ZodMiniType>> = {
  solana_signMessage: shape({ message: base58(longestMessage), pubkey }),
  solana_signTransaction: shape({ transaction }, { pubkey }),
  solana_signAllTransactions: shape({ transactions: listOf(transaction) }, { pubkey }),
  solana_signAndSendTransaction: shape({ transaction }, { pubkey, options: sendOptions }),
  wallet_sendCalls: only(sendCalls),
  wallet_getCallsStatus: only(text(longestId)),
  /** An account, and the chains that are asked for where it is not all. */
  wallet_getCapabilities: either(nothing, either(only(hex(42)), only(hex(42), listOf(hex(66))))),
  wallet_revokePermissions: either(nothing, json),
  wallet_getAssets: either(nothing, json),
}

/**
 * Whether the parameters are of the form that a method takes: a list, unless the method has a form of its own.
 * @example fitsMethod('solana_signMessage', { message: 'nope!' }) // false: the message is base58
 */
export const fitsMethod = (method: string, params: unknown): boolean =>
  isListedMethod(method) && ((Object.hasOwn(special, method) ? special[method] : undefined) ?? list).safeParse(params).success

export const rpcRequest = shape(
  { method: text(100) },
  {
    params: json,
    chainId: networkId,
    chainNamespace: namespace,
    /** Taken, and ignored: nodes come from the operator's table alone (S6). */
    rpcUrl: text(2_000),
  },
)
