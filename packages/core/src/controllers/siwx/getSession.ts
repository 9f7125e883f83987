import type { Portico } from '../../portico/createPortico.js'
import { activeConnection, connectionStore, type ConnectionState } from '../connection/store.js'
import type { AccountSession } from './service.js'
import { sessionFor, siwxStore, type SiwxState } from './store.js'

/** Whether the account in use is signed in to the site, told apart by `status`. */
export type Session =
  | ({ readonly status: 'signedIn' } & AccountSession)
  /** The wallet, or the server, has not said so yet. */
  | ({ readonly status: 'loading' } & NoSession)
  | ({ readonly status: 'signedOut' } & NoSession)

type NoSession = { readonly [K in keyof AccountSession]?: undefined }

/**
 * Whether the account in use is signed in: as the server said last, or as an earlier page view left it.
 * @example const session = getSession(portico)
 */
export const getSession = (portico: Portico): Session =>
  sessionFrom(portico, siwxStore(portico).getState(), connectionStore(portico).getState())

/**
 * The same, of given states: for user interfaces that follow both.
 * @example const { status, expiresAt } = sessionFrom(portico, siwxStore(portico).getState(), connectionStore(portico).getState())
 */
export function sessionFrom({ options }: Portico, siwx: SiwxState, connections: ConnectionState): Session {
  const connection = activeConnection(connections)
  if (!connection || !options.siwx) return { status: 'signedOut' }
  const namespace = connections.activeNamespace
  const perNetwork = 'perNetwork' in options.siwx ? options.siwx.perNetwork : true
  const { addresses, networkId, restored } = connection
  // Of a Bitcoin wallet the address that payments go to signs, which need not be the one in use.
  for (const address of namespace === 'bip122' ? addresses : [addresses[0]]) {
    const session = sessionFor(siwx, { namespace, address, networkId }, { perNetwork })
    if (session) return { status: 'signedIn', ...session }
  }
  const { question } = siwx
  return { status: restored || question?.status === 'loading' || question?.status === 'verifying' ? 'loading' : 'signedOut' }
}
