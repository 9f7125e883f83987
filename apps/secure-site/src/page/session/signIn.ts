import { isNetworkId, namespaceOf, type NetworkId } from '@portico/core'
import { readTime, signInChainId, writeSignInMessage } from '@portico/siwx'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import type { Keys, PreparedRequest, RequestContext } from '../types.js'
import type { SigningRequest } from './signing.js'

/** How long a nonce of a site is good for, less what the way back takes; and how far clocks may be apart: in milliseconds. */
const freshness = 285_000
const tolerance = 60_000
/** The longest that a login may sign in for, in milliseconds: a day. */
const longest = 86_400_000

const offer = z.strictObject({
  domain: z.string().check(z.maxLength(300)),
  uri: z.string().check(z.maxLength(2_000)),
  statement: z.optional(z.string().check(z.maxLength(300))),
  /** 96 bits or more, as a server makes it. */
  nonce: z.string().check(z.regex(/^[a-zA-Z\d]{16,200}$/)),
  issuedAt: z.string(),
  expirationTime: z.string(),
  chainId: z.custom<NetworkId>(isNetworkId),
})
/** What a visitor signs in to the site with, by the code of their login. */
export type SignInOffer = z.infer<typeof offer>

export interface OfferRules {
  /** Verified origin of the site. */
  readonly hostOrigin: string
  /** Whether the operator serves a network. */
  readonly serves: (id: NetworkId) => boolean
}

/**
 * Reads what a site wants its visitors signed in with (S25): for that site alone, for a day at most, on a network that is served, by a text
 * that this page writes itself. Anything else is not signed with a login: undefined. The site asks for it as for any other signature then.
 */
export function readOffer(value: unknown, { hostOrigin, serves }: OfferRules): SignInOffer | undefined {
  const { data } = offer.safeParse(value)
  if (!data || !['eip155', 'solana'].includes(namespaceOf(data.chainId)) || !serves(data.chainId) || !isFresh(data)) return undefined
  if (data.domain !== new URL(hostOrigin).host || !URL.canParse(data.uri)) return undefined
  const page = new URL(data.uri)
  if (page.origin !== hostOrigin || page.username !== '' || page.password !== '') return undefined
  try {
    textOf(data, placeholders[namespaceOf(data.chainId) === 'solana' ? 'solana' : 'eip155'])
    return data
  } catch {
    return undefined // it says what a text cannot say
  }
}

const placeholders = { eip155: `0x${'0'.repeat(40)}`, solana: '1'.repeat(32) }

/** Whether the site's server still takes it: its nonce is not older than it lives. */
function isFresh({ issuedAt, expirationTime }: SignInOffer): boolean {
  const [issued, expires] = [readTime(issuedAt), readTime(expirationTime)]
  const now = Date.now()
  if (issued === undefined || expires === undefined) return false
  return issued <= now + tolerance && issued > now - freshness && expires > now && expires <= issued + longest
}

function textOf({ chainId, statement, ...fields }: SignInOffer, address: string): string {
  const namespace = namespaceOf(chainId) === 'solana' ? 'solana' : 'eip155'
  const said = statement === undefined ? {} : { statement }
  return writeSignInMessage({ ...fields, ...said, namespace, address, version: '1', chainId: signInChainId(chainId) })
}

/** A text that was signed with a login. */
export interface SignedIn {
  readonly message: string
  readonly signature: string
  readonly networkId: NetworkId
}

/** What a login signs besides, once its code was right. */
export interface LoginSignature {
  /** What the site says about it. */
  readonly statement: string | undefined
  /** Signs with the account of who has just logged in; undefined where more would have to be asked. Never rejects. */
  readonly sign: (signal: AbortSignal) => Promise<SignedIn | undefined>
}

export interface LoginSignatureOptions extends OfferRules {
  /** @throws NotLoggedInError */
  readonly context: (on?: NetworkId) => Promise<RequestContext>
  readonly loadKeys: () => Promise<Pick<Keys, 'unlockStep' | 'withKey'>>
  readonly prepare: (request: SigningRequest, context: RequestContext) => Promise<PreparedRequest>
  /** Whether the wallet is to be protected before it is first used. */
  readonly isUnprotected: () => Promise<boolean>
  readonly onSigned: (request: PreparedRequest) => Promise<void>
}

/**
 * A sign-in to the site, to be signed with a login: the screen of the code says so, and the code is typed there. A wallet that is locked,
 * or to be protected first, is left alone. The text goes the way of any other request, and is signed only if what it comes to is a
 * sign-in to this site and nothing else.
 * @returns undefined for what a login does not sign, see {@link readOffer}
 */
export async function openOffer(value: unknown, options: LoginSignatureOptions): Promise<LoginSignature | undefined> {
  const asked = readOffer(value, options)
  return asked && { statement: asked.statement, sign: (signal) => signOffer(asked, options, signal).catch(() => undefined) }
}

async function signOffer(
  asked: SignInOffer,
  { context, loadKeys, prepare, isUnprotected, onSigned }: LoginSignatureOptions,
  signal: AbortSignal,
): Promise<SignedIn | undefined> {
  const known = await context(namespaceOf(asked.chainId) === 'eip155' ? asked.chainId : undefined)
  const keys = await loadKeys()
  if ((await keys.unlockStep()).kind !== 'none' || (await isUnprotected())) return undefined
  const { chainId: networkId } = asked
  const namespace = namespaceOf(networkId) === 'solana' ? 'solana' : 'eip155'
  const address = known.addresses[namespace]
  const message = textOf(asked, address)
  const active = { ...known.active, [namespace]: networkId }
  const prepared = await prepare(requestFor(message, { namespace, address, networkId }), { ...known, active })
  const [effect, ...others] = prepared.effects
  const isSignIn = effect?.kind === 'signIn' && effect.message === message && others.length === 0 && prepared.warnings.length === 0
  if (!isSignIn || signal.aborted || !isFresh(asked)) return undefined
  const signature = signatureIn(await prepared.sign(keys))
  await onSigned(prepared).catch(() => undefined)
  return signature === undefined ? undefined : { message, signature, networkId }
}

interface Account {
  readonly namespace: 'eip155' | 'solana'
  readonly address: string
  readonly networkId: NetworkId
}

function requestFor(message: string, { namespace, address, networkId }: Account): SigningRequest {
  const bytes = new TextEncoder().encode(message)
  const id = 'login'
  return namespace === 'solana'
    ? { id, method: 'solana_signMessage', params: { message: base58.encode(bytes), pubkey: address }, chainId: networkId }
    : { id, method: 'personal_sign', params: [message, address], chainId: networkId }
}

/** Of an EVM account it is the answer itself, of Solana a field of it. */
function signatureIn(answer: unknown): string | undefined {
  const said: unknown = typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
  return typeof said === 'string' ? said : undefined
}
