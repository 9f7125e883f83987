import type { MessageProtocol } from '@portico/core'
import { read } from '../../discover/read.js'
import type { AddressType } from '../address.js'
import type { Chain } from '../chains.js'

/** What a wallet claims of one of its addresses. Nothing of it is believed here. */
export interface Claim {
  readonly address: unknown
  /** Hex or bytes. */
  readonly publicKey?: unknown
  /** `payment` or `ordinals`; undefined where the wallet does not say. */
  readonly purpose?: unknown
}

/** What a wallet says when it lets the site in, or is looked at. */
export interface Answer {
  readonly claims: readonly Claim[]
  /** The chain's name, in the wallet's dialect; undefined where the wallet does not say. */
  readonly chain?: unknown
}

export interface MessageRequest {
  readonly address: string
  readonly type: AddressType
  /** Text, or bytes that are none. */
  readonly message: string | Uint8Array
  readonly protocol: MessageProtocol
  readonly chain: Chain
}

/** One input of a PSBT, and whose it is. */
export interface SigningInput {
  readonly index: number
  readonly address: string
  readonly sighashTypes?: readonly number[]
}

export interface PsbtRequest {
  readonly psbt: Uint8Array
  readonly inputs: readonly SigningInput[]
  readonly chain: Chain
}

export interface SendRequest {
  readonly from: string
  readonly to: string
  /** Satoshi. */
  readonly amount: bigint
  /** Satoshi for each virtual byte. */
  readonly feeRate?: number | undefined
  readonly chain: Chain
}

/**
 * One provider shape. What a shape never has is left out; what a wallet of the shape turns out not to have fails with its
 * own 'unsupported'. Drivers throw what the wallet throws, and hand on what it says unread.
 */
export interface Driver {
  /** Asks to be let in. `chain` is the one to ask for, where the wallet lets one choose. */
  readonly connect: (chain?: Chain) => Promise<Answer>
  /** Asks without any prompt. Resolves undefined when the site is not let in; an 'unsupported' means that the wallet cannot say. */
  readonly look?: (preferred?: Chain) => Promise<Answer | undefined>
  /** Tells the wallet that the site is done with it. */
  readonly leave?: () => Promise<unknown>
  readonly switchChain?: (chain: Chain) => Promise<unknown>
  /** Calls back when something may have changed, or when the wallet says that it is over, until the returned function is called. */
  readonly listen?: (onChange: () => void, onEnd: () => void) => () => void
  /** Resolves with the signature: base64 text, or bytes. */
  readonly signMessage?: (request: MessageRequest) => Promise<unknown>
  /** Resolves with the signed PSBT: base64 or hex text, or bytes. */
  readonly signPsbt?: (request: PsbtRequest) => Promise<unknown>
  /** Signs and sends in one. Resolves with the transaction's id. */
  readonly signAndSendPsbt?: (request: PsbtRequest) => Promise<unknown>
  /** Lets the wallet make and send a transfer. Resolves with the transaction's id. */
  readonly send?: (request: SendRequest) => Promise<unknown>
  /** Ordinals and payments share one address: only the wallet knows which coins carry something. */
  readonly sharesAddress?: boolean
}

/** What is thrown for a method that is not there, so that it reads like a wallet's own words. */
export const missing = (method: string): Error => Object.assign(new Error(`Method ${method} is not supported`), { code: 4200 })

/** Calls a method of a wallet. @throws whatever the wallet throws, and {@link missing} when there is no such method */
export async function call(target: object, method: string, ...args: readonly unknown[]): Promise<unknown> {
  const found = read(target, method)
  if (typeof found !== 'function') throw missing(method)
  const answer: unknown = await Reflect.apply(found, target, args)
  return answer
}

/**
 * Sends one request of the `request(method, params)` form. An answer may be the result, or a JSON-RPC response around it.
 * @throws what the wallet throws, or the error that it answers with
 */
export async function request(provider: object, method: string, params?: unknown): Promise<unknown> {
  const answer = await call(provider, 'request', method, params)
  const error = read(answer, 'error')
  if (error !== undefined && error !== null) throw error
  const result = read(answer, 'result')
  return result === undefined ? answer : result
}

/** The signature in an answer that names the address it is of, where it names one. @throws when that is another address */
export function signatureFor(address: string, answer: unknown): unknown {
  const said = read(answer, 'address')
  if (typeof said === 'string' && said !== address)
    throw Object.assign(new Error('The wallet signed with another address.'), { code: 4100 })
  return read(answer, 'signature')
}

/** Text for the wallets that sign nothing else. @throws {@link missing} for bytes that are no text */
export function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw missing('signMessage with bytes')
  }
}
