import { createPublicClient, http, parseAbi } from 'viem'
import { type SignInMessage, readSignInMessage } from './message.js'

/** Where Farcaster's ids are registered, on chain 10. */
export const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
/** Whose ids these are. Farcaster has no issuer in OpenID's sense; the registry's chain and address tell it. */
export const farcasterIssuer = `eip155:10:${idRegistry}`
const abi = parseAbi(['function idOf(address owner) view returns (uint256)'])

/** How far clocks may be apart, in milliseconds. */
const tolerance = 60_000

export interface VerifyParameters {
  message: string
  signature: `0x${string}`
  /** What the message was to say: host, origin and nonce of the login. */
  expected: { domain: string; uri: string; nonce: string }
  /** When the login began and what time it is, in milliseconds since 1970. */
  began: number
  now: number
  /** A node of chain 10. */
  rpcUrl: string
  fetch: typeof fetch
}

/**
 * The Farcaster id that a message proves (FIP-11): the text is about this login and nothing else, its address owns the id in the
 * registry, and has signed it, by key or as a contract (ERC-1271). The relay is believed in nothing.
 * @throws Error when the node does not answer
 */
export async function verifyFarcaster({
  message,
  signature,
  expected,
  began,
  now,
  rpcUrl,
  fetch,
}: VerifyParameters): Promise<number | undefined> {
  const said = readSignInMessage(message)
  const fid = said && isAsked(said, { expected, began, now }) ? fidOf(said) : undefined
  if (!said || fid === undefined) return undefined
  const client = createPublicClient({ transport: http(rpcUrl, { fetchFn: fetch, timeout: 10_000, retryCount: 1 }) })
  // Without a chain in it, or on another one, an answer about the registry would mean nothing.
  if ((await client.getChainId()) !== 10) throw new Error('The node is not one of chain 10.')
  const { address } = said
  const owned = await client.readContract({ address: idRegistry, abi, functionName: 'idOf', args: [address] })
  if (owned !== BigInt(fid)) return undefined
  return (await client.verifyMessage({ address, message, signature })) ? fid : undefined
}

function isAsked(said: SignInMessage, { expected, began, now }: Pick<VerifyParameters, 'expected' | 'began' | 'now'>): boolean {
  return (
    said.domain === expected.domain &&
    sameUrl(said.uri, expected.uri) &&
    said.nonce === expected.nonce &&
    said.version === '1' &&
    said.chainId === 10 &&
    said.statement === 'Farcaster Auth' &&
    said.issuedAt >= began - tolerance &&
    said.issuedAt <= now + tolerance &&
    (said.expirationTime === undefined || now < said.expirationTime) &&
    (said.notBefore === undefined || now + tolerance >= said.notBefore)
  )
}

/** Equal but for what a URL may be written with or without, such as the last slash of an origin. */
function sameUrl(left: string, right: string): boolean {
  return URL.canParse(left) && new URL(left).href === new URL(right).href
}

/** The one id among the resources. */
function fidOf({ resources }: SignInMessage): number | undefined {
  const ids = resources.flatMap((resource) => /^farcaster:\/\/fid\/([1-9]\d{0,14})\/?$/.exec(resource)?.[1] ?? [])
  return ids.length === 1 ? Number(ids[0]) : undefined
}
