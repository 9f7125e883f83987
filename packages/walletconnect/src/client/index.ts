export { createDapp } from './createDapp.js'
export { uriLifetime } from './propose.js'
export type { Approval, Attempt, ConnectOptions, Dapp, DappEvents, SessionRequest } from './types.js'
export type { SignInRequest } from './signIn.js'
export type { AuthPayload, Cacao, CacaoPayload } from '../auth/cacao.js'
export { authMessage } from '../auth/message.js'
export * from '../errors.js'
export type { Metadata, Redirect } from '../peer/metadata.js'
export {
  addressOfAccount,
  chainOfAccount,
  type ApprovedNamespace,
  type AskedNamespace,
  type AskedNamespaces,
  type Namespaces,
} from '../peer/namespaces.js'
export type { Locks, PeerOptions } from '../peer/options.js'
export type { PeerEvents } from '../peer/types.js'
export type { Channel } from '../peer/records.js'
export type { Pairing, Session } from '../peer/stored.js'
export { formatUri, parseUri, type PairingUri } from '../peer/uri.js'
export type { PageEvents, RelayStatus, Socket, SocketConstructor } from '../relay/types.js'
