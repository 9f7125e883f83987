import { apiUrl, membersUrl } from './nodes.js'

/** `?required` in the address: who does not sign in is disconnected. */
export const isSignInRequired = (): boolean => new URLSearchParams(location.search).has('required')

/** `?gateway` in the address: the gateway signs visitors in, as for a site without a server, and the site's API asks it who they are. */
export const isGatewayAsked = (): boolean => new URLSearchParams(location.search).has('gateway')

/** `?ethereum` in the address: a page of that chain family alone, where a phone connects and signs in with one question. */
export const isEthereumAlone = (): boolean => new URLSearchParams(location.search).has('ethereum')

/** Where visitors sign in. */
export const signInUrl = (): string => (isGatewayAsked() ? `${apiUrl}/v1/siwx` : `${membersUrl}/siwx`)

/** What the site's server tells a member, and nobody else. Times are milliseconds since 1970. */
export interface Membership {
  /** CAIP-10. */
  readonly account: string
  readonly scope: 'namespace' | 'chain'
  readonly signedInAt: number
  readonly expiresAt: number
  /** Counted from 1 in the order of first visits. */
  readonly number: number
  readonly visits: number
  readonly since: number
}

/**
 * Asks the site's server for the members' page of an account. The session's cookie opens it, or the token of the gateway's.
 * @returns undefined where the server knows no such session (401)
 * @throws Error where it does not answer
 */
export async function readMembership(account: string): Promise<Membership | undefined> {
  const token = isGatewayAsked() ? await readToken() : undefined
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${membersUrl}/members?account=${encodeURIComponent(account)}`, { credentials: 'include', headers })
  if (response.status === 401) return undefined
  if (!response.ok) throw new Error(`The members' server answered ${response.status}.`)
  return response.json()
}

/** The token that the gateway gives out with a session, for five minutes. @returns undefined where there is no session */
async function readToken(): Promise<string | undefined> {
  const response = await fetch(`${signInUrl()}/session`, { credentials: 'include', cache: 'no-store' })
  if (!response.ok) throw new Error(`The gateway answered ${response.status}.`)
  const { token }: { readonly token?: string } = await response.json()
  return token
}
