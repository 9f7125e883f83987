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

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`
const address = String.raw`[a-zA-Z][a-zA-Z0-9+.\-]*:[^\s]*`

const head = (family: string) =>
  String.raw`^(?:(?<scheme>[a-zA-Z][a-zA-Z0-9+.\-]*)://)?(?<domain>[^\s/?#@]+) wants you to sign in with your ${family} account:\n(?<account>[a-zA-Z0-9]+)`
const tail =
  String.raw`(?:\nExpiration Time: (?<expirationTime>${time}))?(?:\nNot Before: (?<notBefore>${time}))?` +
  String.raw`(?:\nRequest ID: (?<requestId>[^\n]*))?(?:\nResources:(?<resources>(?:\n- ${address})*))?$`

/** EIP-4361: every field up to the time of issue is there. */
const ethereum = () =>
  new RegExp(
    head('Ethereum') +
      String.raw`\n\n(?:(?<statement>[^\n]+)\n)?\nURI: (?<uri>${address})\nVersion: (?<version>\d+)\nChain ID: (?<chainId>\d+)` +
      String.raw`\nNonce: (?<nonce>[a-zA-Z0-9]{8,})\nIssued At: (?<issuedAt>${time})${tail}`,
    'u',
  )

/** Solana's form of it (CAIP-122): only domain and account must be there. */
const solana = () =>
  new RegExp(
    head('Solana') +
      String.raw`(?:\n\n(?!URI: )(?<statement>[^\n]+))?(?:\n{1,2}(?=\n))?(?:\nURI: (?<uri>${address}))?(?:\nVersion: (?<version>\d+))?` +
      String.raw`(?:\nChain ID: (?<chainId>[\-_:a-zA-Z0-9]+))?(?:\nNonce: (?<nonce>[a-zA-Z0-9]{8,}))?(?:\nIssued At: (?<issuedAt>${time}))?${tail}`,
    'u',
  )

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
  const groups = (namespace === 'eip155' ? ethereum() : solana()).exec(text)?.groups
  if (!groups) throw refuse('it is not written as the standard has it')
  const { scheme, domain = '', account = '', statement, uri: page, version, chainId, resources, ...found } = groups
  const host = new URL(origin)
  if (domain !== host.host) throw refuse('its domain is not the site')
  if (scheme !== undefined && `${scheme}:` !== host.protocol) throw refuse('its scheme is not that of the site')
  if (page !== undefined && originOf(page) !== host.origin) throw refuse('its URI is not of the site')
  if (namespace === 'eip155' ? account.toLowerCase() !== address.toLowerCase() : account !== address)
    throw refuse('it is for another account')
  if (version !== undefined && version !== '1') throw refuse('its version is unknown')
  if (chainId !== undefined && !isChain(namespace, chainId, chain)) {
    throw new ChainMismatchError({ asked: chainId, active: chain, code: codes.invalidParams })
  }
  const fields = { scheme, domain, address: account, statement, uri: page, version, chainId, ...found }
  const said = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return {
    domain,
    values: Object.fromEntries(said),
    resources: resources?.split('\n- ').slice(1) ?? [],
    expirationTime: found['expirationTime'],
  }
}

/** Solana's sign-in may name its cluster by a word, and either by its whole id. */
function isChain(namespace: 'eip155' | 'solana', asked: string, chain: string): boolean {
  const clusters: Readonly<Record<string, string>> = {
    mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  }
  const reference = asked.startsWith(`${namespace}:`) ? asked.slice(namespace.length + 1) : asked
  return reference === chain || (namespace === 'solana' && Object.hasOwn(clusters, reference) && clusters[reference] === chain)
}

function originOf(text: string): string | undefined {
  try {
    return new URL(text).origin
  } catch {
    return undefined
  }
}
