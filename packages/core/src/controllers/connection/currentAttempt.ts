import type { Namespace } from '../../kit/caip/ids.js'
import type { Attempt } from './connection.js'
import { connectionsIn, type ConnectionState } from './store.js'

/**
 * The attempt to connect that is under way or has failed. Default: that of the chain family in use.
 * @example const attempt = currentAttempt(connectionStore(portico).getState())
 */
export const currentAttempt = (state: ConnectionState, namespace?: Namespace): Attempt | undefined =>
  connectionsIn(state, namespace).attempt
