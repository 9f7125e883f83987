import type { Connector } from '@portico/core'
import type { Link } from '@portico/core/kit'
import type { Cacao } from '../auth/cacao.js'
import type { SignInRequest } from '../client/signIn.js'

/** The connector of {@link walletConnect}. */
export interface LinkConnector extends Connector {
  readonly kind: 'walletConnect'
  readonly link: Link & {
    /**
     * Pairs and asks to be signed in at the same time (`wc_sessionAuthenticate`). Empty where the wallet connected without
     * that. What comes back is what was asked for; its signatures are not verified here, which belongs on a server.
     * @throws as `connect`
     */
    readonly signIn: (request: SignInRequest) => Promise<readonly Cacao[]>
  }
}
