import type { SignInMessage } from '@portico/siwx'
import { namespaceOf, type AccountId } from '../../kit/caip/ids.js'
import { isAccountId } from '../../kit/caip/accountIds.js'
import type { PorticoError } from '../../kit/errors.js'
import { defineStore } from '../../kit/store.js'
import type { AccountSession, Signer, SignInText } from './service.js'

/** A text on its way to be signed. */
export interface ShownText extends SignInText {
  /** What it says, read from the text itself; undefined where it is not of the standard's form. */
  readonly message: SignInMessage | undefined
  /** CAIP-2 id of the chain that it names. */
  readonly chain: string | undefined
}

/** How far a visitor is with signing in. */
export type SignInQuestion = { readonly signer: Signer; readonly required: boolean } & (
  | { /** Looks for a session, then for a text. */ readonly status: 'loading' }
  | { readonly status: 'ready'; readonly shown: ShownText }
  | { /** The wallet asks. */ readonly status: 'signing'; readonly shown: ShownText }
  | { /** The server looks at it. */ readonly status: 'verifying'; readonly shown: ShownText }
  | { readonly status: 'declined'; readonly shown: ShownText; readonly error: PorticoError }
  | { /** The server is away. */ readonly status: 'unavailable'; readonly error: Error }
)

export interface SiwxState {
  /** Accounts that are signed in, the latest first. What an earlier page view left counts until the server has said so or not. */
  readonly sessions: readonly AccountSession[]
  /** Whether the server has confirmed them in this page view. */
  readonly confirmed: boolean
  /** Accounts that go on without, by {@link keyOf}: they are not asked again until they sign in of themselves or come back. */
  readonly passedOver: readonly string[]
  readonly question: SignInQuestion | undefined
}

/**
 * Who is signed in to the site, and what the visitor is being asked.
 * @example const { sessions } = siwxStore(portico).getState()
 */
export const siwxStore = defineStore<SiwxState>('siwx', ({ initialState }) => ({
  sessions: readSessions(initialState?.signedIn),
  confirmed: false,
  passedOver: [],
  question: undefined,
}))

/** Names an account, for one question at a time. */
export const keyOf = ({ namespace, connectorId, address }: Pick<Signer, 'namespace' | 'connectorId' | 'address'>) =>
  `${namespace}:${address} ${connectorId}`

/**
 * The session that counts for an account on a network; of a key also one from another chain, unless `perNetwork`. A wallet may have signed
 * for several with one question: that of the network comes first, in whatever order the server has them.
 * @example const session = sessionFor(siwxStore(portico).getState(), signer, { perNetwork: false })
 */
export function sessionFor(
  { sessions }: Pick<SiwxState, 'sessions'>,
  { namespace, address, networkId }: Pick<Signer, 'namespace' | 'address' | 'networkId'>,
  { perNetwork, now = Date.now() }: { readonly perNetwork: boolean; readonly now?: number },
): AccountSession | undefined {
  const good = sessions.filter(
    ({ accountId, expiresAt }) =>
      namespaceOf(accountId) === namespace &&
      isSameAddress(namespace, addressOf(accountId), address) &&
      (expiresAt === undefined || expiresAt > now),
  )
  return (
    good.find(({ accountId }) => accountId.startsWith(`${networkId}:`)) ??
    (perNetwork ? undefined : good.find(({ scope }) => scope === 'namespace'))
  )
}

/** Of Ethereum, case is a checksum; elsewhere it is part of the address. */
export const isSameAddress = (namespace: string, one: string, other: string) =>
  one === other || (namespace === 'eip155' && one.toLowerCase() === other.toLowerCase())

/** The address of a CAIP-10 id. */
export const addressOf = (accountId: AccountId) => accountId.slice(accountId.lastIndexOf(':') + 1)

/** How many are remembered. */
const mostSaved = 8

/** Reads what an earlier page view left, of any origin: it decides what is shown first and nothing else. Never throws. */
export function readSessions(saved: unknown): readonly AccountSession[] {
  const list: readonly unknown[] = Array.isArray(saved) ? saved.slice(0, mostSaved) : []
  return list.flatMap((one): readonly AccountSession[] => {
    if (typeof one !== 'object' || one === null) return []
    const { accountId, scope, expiresAt }: Partial<Record<keyof AccountSession, unknown>> = one
    if (!isAccountId(accountId) || (scope !== 'namespace' && scope !== 'chain')) return []
    if (expiresAt !== undefined && (typeof expiresAt !== 'number' || !(expiresAt > Date.now()))) return []
    return [{ accountId, scope, ...(expiresAt !== undefined && { expiresAt }) }]
  })
}

declare module '../../router/views.js' {
  interface PorticoViews {
    /** Asks the visitor to sign the site's text. */
    SIWXSignMessage: undefined
  }
}
