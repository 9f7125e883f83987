import { parseSignInMessage, readTime } from '@portico/siwx'

/** A sign-in message (EIP-4361). Nothing stands in it that is not here. */
export interface SignInMessage {
  readonly domain: string
  readonly address: `0x${string}`
  readonly statement: string | undefined
  readonly uri: string
  readonly version: string
  readonly chainId: number
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  readonly expirationTime: number | undefined
  readonly notBefore: number | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

/** Reads the whole text by the grammar of EIP-4361; undefined for any other. */
export function readSignInMessage(text: string): SignInMessage | undefined {
  const said = parsed(text)
  if (said?.namespace !== 'eip155' || said.scheme !== undefined || !isAddress(said.address)) return undefined
  const { domain, address, statement, uri, version, nonce, requestId, resources = [] } = said
  const issuedAt = readTime(said.issuedAt)
  if (issuedAt === undefined) return undefined
  const [expirationTime, notBefore] = [said.expirationTime, said.notBefore].map((time) => (time === undefined ? undefined : readTime(time)))
  return {
    domain,
    address,
    statement,
    uri,
    version,
    chainId: Number(said.chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
}

function parsed(text: string) {
  try {
    return parseSignInMessage(text)
  } catch {
    return undefined
  }
}

function isAddress(text: string): text is `0x${string}` {
  return text.startsWith('0x')
}
