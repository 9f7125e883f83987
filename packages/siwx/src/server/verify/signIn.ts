import { SignInMessageError } from '../../errors.js'
import { type SignInMessage, signInChain } from '../../message.js'
import { parseSignInMessage } from '../../parse.js'
import { SiwxOptionsError } from '../errors.js'
import { findProblem, type SignInProblem, type SignInRules } from '../policy.js'
import type { Verifiers } from '../types.js'

/** A text as a page sends it. */
export interface SignInProof {
  readonly message: string
  readonly signature: string
}

/** Who has signed in, or why nobody has. */
export type SignInResult =
  | { readonly status: 'valid'; readonly account: string; readonly scope: 'namespace' | 'chain'; readonly message: SignInMessage }
  | { readonly status: 'invalid'; readonly problem: SignInProblem | 'malformed' | 'signature' }
  /** A node did not answer. Try again; nothing is known. */
  | { readonly status: 'unavailable' }

export interface VerifySignInOptions extends SignInRules {
  readonly verifiers: Verifiers
}

/**
 * Verifies a text and its signature, and all but one thing about it: **that its nonce was given out by you, and never used before, is
 * for the caller to see to**. `createSiwx` does; this is for servers that have nonces and sessions already.
 * @example
 * const result = await verifySignIn({ origins: ['https://shop.example'], chains: ['eip155:1'], verifiers }, { message, signature })
 * if (result.status === 'valid' && (await takeNonce(result.message.nonce))) welcome(result.account)
 * @throws SiwxOptionsError for a verifier that gives no {@link Verdict}
 */
export async function verifySignIn(options: VerifySignInOptions, { message: text, signature }: SignInProof): Promise<SignInResult> {
  const message = read(text)
  if (!message) return { status: 'invalid', problem: 'malformed' }
  const problem = findProblem(message, options, Date.now())
  if (problem) return { status: 'invalid', problem }
  const chain = signInChain(message)
  const verifier = options.verifiers[message.namespace]
  if (chain === undefined || !verifier) return { status: 'invalid', problem: 'chain' }
  const verdict = await verifier({ message, chain, text, signature })
  if (verdict === 'unavailable') return { status: 'unavailable' }
  if (verdict === 'invalid') return { status: 'invalid', problem: 'signature' }
  // A function that is no verifier, or one that was not called yet, has said nothing about the signature.
  if (verdict !== 'valid' && verdict !== 'validOnChain')
    throw new SiwxOptionsError(`The verifier of ${message.namespace} gave no verdict: verifiers: { solana: solanaVerifier() } calls it.`)
  return { status: 'valid', account: `${chain}:${message.address}`, scope: verdict === 'valid' ? 'namespace' : 'chain', message }
}

/** The message of a text; undefined for what is none. */
export function read(text: string): SignInMessage | undefined {
  try {
    return parseSignInMessage(text)
  } catch (error) {
    if (error instanceof SignInMessageError) return undefined
    throw error
  }
}
