import { parseSignInMessage, type SignInMessage, SignInMessageError, signInChain } from '@portico/siwx'
import { codes, ChainMismatchError, SignInRefusedError } from './errors.js'
import { gist } from './text.js'

/** A sign-in text that may be signed (EIP-4361, CAIP-122). */
export interface SignIn {
  readonly domain: string
  /** The fields that are there, by their names in EIP-4361: `uri`, `chainId`, `nonce`, `issuedAt`, `statement`, … */
  readonly values: Readonly<Record<string, string>>
  readonly resources: readonly string[]
  readonly expirationTime: string | undefined
}

/** Whether a reader, or a lenient verifier, could take the text for a sign-in. Wider than the standard, on purpose. */
export function resemblesSignIn(text: string): boolean {
  const read = gist(text)
  if (/wants? you to (sign|log) ?in|sign in with your \w+ account/.test(read)) return true
  return ['uri:', 'version:', 'chain id:', 'nonce:', 'issued at:'].filter((label) => read.includes(label)).length >= 4
}

export interface SignInRules {
  /** Verified origin of the host page. */
  readonly origin: string
  /** The account that signs. */
  readonly address: string
  readonly namespace: 'eip155' | 'solana'
  /** Reference of the active chain: `1`, or a genesis hash. */
  readonly chain: string
}

/**
 * Reads a sign-in, when the text is or resembles one; undefined for any other text.
 * @throws SignInRefusedError when it is for another site than the host (S25), for another account, or not as the standard
 * writes it; ChainMismatchError (-32602) for another chain (S14)
 */
export function readSignIn(text: string, { origin, address, namespace, chain }: SignInRules): SignIn | undefined {
  if (!resemblesSignIn(text)) return undefined
  const refuse = (problem: string) => new SignInRefusedError({ problem })
  const said = parse(text, refuse)
  const { scheme, domain, address: account, uri, chainId } = said
  const host = new URL(origin)
  if (said.namespace !== namespace) throw refuse('it is not written as the standard has it')
  if (domain !== host.host) throw refuse('its domain is not the site')
  if (scheme !== undefined && `${scheme}:` !== host.protocol) throw refuse('its scheme is not that of the site')
  if (uri !== undefined && originOf(uri) !== host.origin) throw refuse('its URI is not of the site')
  if (namespace === 'eip155' ? account.toLowerCase() !== address.toLowerCase() : account !== address)
    throw refuse('it is for another account')
  if (chainId !== undefined && signInChain(said) !== `${namespace}:${chain}`) {
    throw new ChainMismatchError({ asked: chainId, active: chain, code: codes.invalidParams })
  }
  const { namespace: _namespace, resources = [], ...values } = said
  return { domain, values, resources, expirationTime: said.expirationTime }
}

/** Nothing but where each field stands makes it a sign-in: sites write what they like into a statement, and it is shown. */
function parse(text: string, refuse: (problem: string) => SignInRefusedError): SignInMessage {
  try {
    return parseSignInMessage(text, { loose: true })
  } catch (error) {
    throw refuse(
      error instanceof SignInMessageError && error.part === 'version'
        ? 'its version is unknown'
        : 'it is not written as the standard has it',
    )
  }
}

function originOf(text: string): string | undefined {
  try {
    return new URL(text).origin
  } catch {
    return undefined
  }
}
