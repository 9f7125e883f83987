export { createWalletClient } from './wallet.js'
export type { Approved, ApproveOptions, WalletClient, WalletEvents } from './types.js'
export type { WalletAuthentication, WalletProposal, WalletRequest } from './waiting.js'
export type { AuthPayload, Cacao, CacaoPayload } from '../auth/cacao.js'
export * from '../errors.js'
export { codes, type ErrorAnswer } from '../peer/codes.js'
export type { MessageId } from '../peer/message.js'
export type { Metadata, Redirect } from '../peer/metadata.js'
export {
  addressOfAccount,
  chainOfAccount,
  type ApprovedNamespace,
  type AskedNamespace,
  type AskedNamespaces,
  type Namespaces,
} from '../peer/namespaces.js'
export type { PeerOptions } from '../peer/options.js'
export type { Pairing, Session } from '../peer/stored.js'
export type { SocketConstructor } from '../relay/types.js'
