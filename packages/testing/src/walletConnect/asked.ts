import type { MessageId, Metadata, WalletAuthentication, WalletProposal } from '@portico/walletconnect/wallet'

/** What arrived from a site, as the person's core carries it: in the place of parameters. */
export interface Asked {
  readonly kind: 'proposal' | 'authentication' | 'request'
  readonly method: string
  readonly params: unknown
  readonly topic: string
  readonly chainId: string | undefined
  readonly peer: Metadata
  readonly protocolId: MessageId
}

export const proposeMethod = 'wc_sessionPropose'
export const authenticateMethod = 'wc_sessionAuthenticate'

export interface AskedProposal extends Asked {
  readonly kind: 'proposal'
  readonly proposal: WalletProposal
}

export interface AskedAuthentication extends Asked {
  readonly kind: 'authentication'
  readonly authentication: WalletAuthentication
}

export interface AskedRequest extends Asked {
  readonly kind: 'request'
  readonly chainId: string
}

export type AnyAsked = AskedProposal | AskedAuthentication | AskedRequest

export const askedProposal = (proposal: WalletProposal): AskedProposal => ({
  kind: 'proposal',
  method: proposeMethod,
  params: proposal,
  topic: proposal.pairing,
  chainId: undefined,
  peer: proposal.proposer,
  protocolId: proposal.id,
  proposal,
})

export const askedAuthentication = (authentication: WalletAuthentication): AskedAuthentication => ({
  kind: 'authentication',
  method: authenticateMethod,
  params: authentication,
  topic: authentication.pairing,
  chainId: undefined,
  peer: authentication.requester,
  protocolId: authentication.id,
  authentication,
})
