'use client'
import { connectionStore, type ConnectorNotConnectedError } from '@portico/core'
import {
  refreshSession,
  sessionFrom,
  signIn,
  signOut,
  siwxStore,
  type AccountSession,
  type Session,
  type SignInCancelledError,
  type SignInNotConfiguredError,
  type SignInQuestion,
  type SignInUnavailableError,
  type SignOutParameters,
} from '@portico/core/siwx'
import { useCallback, useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAction } from './useAction.js'

/**
 * Whether the account in use is signed in to the site. On a server, and in the first paint, it is what `initialState` knows: the
 * server that the session is of decides, with every request.
 * @example
 * const session = useSession()
 * const isSignedIn = session.status === 'signedIn'
 */
export function useSession(): Session {
  const portico = usePortico()
  const siwx = usePorticoStore(siwxStore, (state) => state)
  const connections = usePorticoStore(connectionStore, (state) => state)
  return useMemo(() => sessionFrom(portico, siwx, connections), [portico, siwx, connections])
}

/**
 * Asks the visitor to sign in with the account in use, also where they went on without before: `mutate()`.
 * @example
 * const { mutate, isPending } = useSignIn()
 * const button = <button onClick={() => mutate()}>Sign in</button>
 */
export const useSignIn = () =>
  useAction<AccountSession, SignInNotConfiguredError | ConnectorNotConnectedError | SignInCancelledError, void>((portico) =>
    signIn(portico),
  )

/**
 * Ends the session of the account in use, or of `accountId`: `mutate({})`. The wallet stays connected.
 * @example
 * const { mutate } = useSignOut()
 * const button = <button onClick={() => mutate({})}>Sign out</button>
 */
export const useSignOut = () => useAction<void, SignInNotConfiguredError | SignInUnavailableError, SignOutParameters>(signOut)

/** Everything about signing in. */
export interface SiwxInUse {
  readonly session: Session
  /** Every account that is signed in here, the latest first. */
  readonly sessions: readonly AccountSession[]
  /** What the visitor is being asked, and how far that is. */
  readonly question: SignInQuestion | undefined
  /** Asks the server anew, as after a 401 of the site's own. @throws SignInUnavailableError, SignInNotConfiguredError */
  readonly refresh: () => Promise<AccountSession | undefined>
}

/**
 * Signing in, as it stands.
 * @example const { session, sessions, refresh } = useSiwx()
 */
export function useSiwx(): SiwxInUse {
  const portico = usePortico()
  const session = useSession()
  const { sessions, question } = usePorticoStore(siwxStore, (state) => ({ sessions: state.sessions, question: state.question }))
  const refresh = useCallback(() => refreshSession(portico), [portico])
  return { session, sessions, question, refresh }
}
